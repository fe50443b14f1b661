import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execFileAsync = promisify(execFile);
const dist = fileURLToPath(new URL('../../dist', import.meta.url));

/** A Python environment in a temporary folder, apart from everything else on this machine. */
export interface EmptyEnvironment {
  /** The home folder that it lies in. */
  readonly home: string;
  /** A fresh folder to run in. */
  readonly folder: string;
  /**
   * Runs a program of the environment, or one named by its path, and resolves with stdout and
   * stderr together; rejects when it fails. PATH holds `paths` after the environment's own programs.
   */
  run(program: string, args: readonly string[], paths?: readonly string[]): Promise<string>;
  dispose(): void;
}

/**
 * Keeps pip from compiling the modules that it installs, most of which are never imported. The value `false` turns
 * `--no-compile` on.
 */
const WITHOUT_COMPILING = { PIP_NO_COMPILE: 'false' };

/**
 * Variables with which npm takes the packages from this user's cache that `npm test` has filled: the lockfile
 * names the same ones, and npm compares their hashes.
 */
export const cachedPackages = (): NodeJS.ProcessEnv => ({
  npm_config_cache: process.env['npm_config_cache'] ?? join(homedir(), '.npm'),
  npm_config_prefer_offline: 'true'
});

/** The built wheel. */
export function wheelPath(): string {
  const wheel = readdirSync(dist).find(name => name.endsWith('.whl'));
  if (wheel === undefined) throw new Error('dist has no wheel: run `npm test`, which builds it');
  return join(dist, wheel);
}

/**
 * Makes an environment that holds nothing but pip, or nothing at all. `inherited` gives the variables that its programs
 * see beside PATH and Jupyter's folders; all of this process unless stated.
 */
export function createEmptyEnvironment(
  inherited: (home: string) => NodeJS.ProcessEnv = () => process.env,
  { hasPip = true }: { readonly hasPip?: boolean } = {}
): EmptyEnvironment {
  const home = mkdtempSync(join(tmpdir(), 'kernelscope-wheel-'));
  const programs = join(home, 'venv', 'bin');
  const folder = join(home, 'folder');
  mkdirSync(folder);
  const options = hasPip ? [] : ['--without-pip'];
  execFileSync('python3', ['-m', 'venv', ...options, join(home, 'venv')]);

  const run: EmptyEnvironment['run'] = async (program, args, paths = systemPath()) => {
    const path = program.includes('/') ? program : join(programs, program);
    const env = {
      ...inherited(home),
      ...jupyterFolders(home),
      ...WITHOUT_COMPILING,
      PATH: [programs, ...paths].join(':')
    };
    try {
      const { stdout, stderr } = await execFileAsync(path, args, {
        cwd: folder,
        maxBuffer: 64 << 20,
        env
      });
      return stdout + stderr;
    } catch (error) {
      throw new Error(`${program} failed:\n${lastLines(String(error))}`);
    }
  };
  return { home, folder, run, dispose: () => rmSync(home, { recursive: true, force: true }) };
}

/** Installs the built wheel with `extras`, e.g. `[node]`: all of it, or what an environment lacks of it. */
export async function installWheel(environment: EmptyEnvironment, extras = ''): Promise<void> {
  await environment.run('python', ['-m', 'pip', 'install', '-q', `${wheelPath()}${extras}`]);
}

/** Makes an environment and installs the built wheel into it with `extras`. */
export async function installedFromWheel(extras = ''): Promise<EmptyEnvironment> {
  const environment = createEmptyEnvironment();
  await installWheel(environment, extras);
  return environment;
}

/** The last lines of what a failed program wrote: the failure stands there, below all that went well. */
const lastLines = (text: string): string => text.trimEnd().split('\n').slice(-40).join('\n');

const systemPath = (): string[] => (process.env.PATH ?? '').split(':');

/** Keeps Jupyter from reading what this user installed elsewhere. */
const jupyterFolders = (home: string): NodeJS.ProcessEnv => ({
  JUPYTER_CONFIG_DIR: join(home, 'config'),
  JUPYTER_DATA_DIR: join(home, 'data'),
  JUPYTER_RUNTIME_DIR: join(home, 'runtime'),
  IPYTHONDIR: join(home, 'ipython')
});
