import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execFileAsync = promisify(execFile);
const dist = fileURLToPath(new URL('../../dist', import.meta.url));

/** A Python environment that holds the built wheel and what pip brought with it, nothing else. */
export interface EmptyEnvironment {
  /** A fresh folder to run in. */
  readonly folder: string;
  /**
   * Runs a program of the environment and resolves with stdout and stderr together; rejects when
   * it fails. PATH holds `paths` after the environment's own programs.
   */
  run(program: string, args: readonly string[], paths?: readonly string[]): Promise<string>;
  dispose(): void;
}

function wheelPath(): string {
  const wheel = readdirSync(dist).find(name => name.endsWith('.whl'));
  if (wheel === undefined) throw new Error('dist has no wheel: run `npm test`, which builds it');
  return join(dist, wheel);
}

/** Makes an environment in a temporary folder and installs the wheel with `extras`, e.g. `[node]`. */
export async function createEmptyEnvironment(extras = ''): Promise<EmptyEnvironment> {
  const home = mkdtempSync(join(tmpdir(), 'kernelscope-wheel-'));
  const programs = join(home, 'venv', 'bin');
  const folder = join(home, 'folder');
  mkdirSync(folder);
  execFileSync('python3', ['-m', 'venv', join(home, 'venv')]);

  const run: EmptyEnvironment['run'] = async (program, args, paths = systemPath()) => {
    const { stdout, stderr } = await execFileAsync(join(programs, program), args, {
      cwd: folder,
      maxBuffer: 64 << 20,
      env: { ...process.env, ...jupyterFolders(home), PATH: [programs, ...paths].join(':') }
    });
    return stdout + stderr;
  };
  await run('python', ['-m', 'pip', 'install', '-q', `${wheelPath()}${extras}`]);
  return { folder, run, dispose: () => rmSync(home, { recursive: true, force: true }) };
}

const systemPath = (): string[] => (process.env.PATH ?? '').split(':');

/** Keeps Jupyter from reading what this user installed elsewhere. */
const jupyterFolders = (home: string): NodeJS.ProcessEnv => ({
  JUPYTER_CONFIG_DIR: join(home, 'config'),
  JUPYTER_DATA_DIR: join(home, 'data'),
  JUPYTER_RUNTIME_DIR: join(home, 'runtime'),
  IPYTHONDIR: join(home, 'ipython')
});
