import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEmptyEnvironment, wheelPath } from './emptyEnvironment';

const SOURCES = fileURLToPath(new URL('../../src', import.meta.url));

/** Variables that say how packages are fetched on this machine; nothing else is handed on. */
const TRANSPORT = /^(PIP_|NPM_CONFIG_)|CERT|PROXY|CA_(BUNDLE|CERTS)/i;

/** How a program ended. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Kernelscope as it is installed, with a folder to work in that holds nothing of it. */
export interface InstalledPackage {
  readonly folder: string;
  /** The folder of packages that Node may be told of by `NODE_PATH`. */
  readonly packages: string;
  /** Runs `kernelscope` where nothing but `node` can be found. */
  kernelscope(node: string, ...args: readonly string[]): Ended;
  /** Runs Node itself with the same variables, and `NODE_PATH` for the packages. */
  node(node: string, ...args: readonly string[]): Ended;
  dispose(): void;
}

/** The wheel, installed into a Python environment of its own, without the packages that notebooks need. */
export async function wheelPackage(): Promise<InstalledPackage> {
  const environment = createEmptyEnvironment(home => cleanVariables(home));
  await environment.run('python', ['-m', 'pip', 'install', '-q', '--no-deps', wheelPath()]);
  const venv = join(environment.home, 'venv');
  const packages = join(venv, 'share', 'jupyter', 'kernels', 'kernelscope', 'packages');
  const { home, folder } = environment;
  const command = [join(venv, 'bin', 'kernelscope')];
  return {
    ...inFolder({ home, folder, packages, command }),
    dispose: () => environment.dispose()
  };
}

/** Packs the package into `folder` with `npm pack`. Returns the path of the archive. */
export function npmArchive(folder: string): string {
  const pack = ['pack', SOURCES, '--pack-destination', folder];
  execFileSync('npm', pack, { cwd: folder, stdio: 'pipe' });
  return join(folder, readdirSync(folder).find(name => name.endsWith('.tgz')) ?? '');
}

/** That archive, installed into a project beside `others`; with what is optional or without. */
export function npmPackage(
  kind: 'whole' | 'without optional packages',
  others: readonly string[] = []
): InstalledPackage {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'kernelscope-npm-')));
  const folder = join(home, 'project');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"name":"project","private":true}');
  const install = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'];
  const omitted = kind === 'whole' ? [] : ['--omit=optional'];
  const args = [...install, ...omitted, npmArchive(home), ...others];
  execFileSync('npm', args, { cwd: folder, stdio: 'pipe' });
  const packages = join(folder, 'node_modules');
  const command = [join(packages, '.bin', 'kernelscope')];
  const dispose = (): void => rmSync(home, { recursive: true, force: true });
  return { ...inFolder({ home, folder, packages, command }), dispose };
}

interface Place {
  readonly home: string;
  readonly folder: string;
  readonly packages: string;
  readonly command: readonly string[];
}

function inFolder({ home, folder, packages, command }: Place): Omit<InstalledPackage, 'dispose'> {
  const run = (node: string, words: readonly string[], more: NodeJS.ProcessEnv): Ended => {
    const env = { HOME: home, PATH: programsFor(home, node), ...more };
    const [program, ...args] = words;
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd: folder,
      env,
      encoding: 'utf8',
      maxBuffer: 64 << 20
    });
    return { code: status, out: stdout, err: stderr };
  };
  return {
    folder,
    packages,
    kernelscope: (node, ...args) => run(node, [...command, ...args], {}),
    node: (node, ...args) => run(node, [node, ...args], { NODE_PATH: packages })
  };
}

/** A folder with this Node, and with `env`, which scripts name, alone. */
function programsFor(home: string, node: string): string {
  const folder = join(home, `programs-${Buffer.from(node).toString('hex').slice(-24)}`);
  if (existsSync(folder)) return folder;
  mkdirSync(folder);
  symlinkSync(node, join(folder, 'node'));
  writeFileSync(join(folder, 'env'), '#!/bin/sh\nexec "$@"\n');
  chmodSync(join(folder, 'env'), 0o755);
  return folder;
}

function cleanVariables(home: string): NodeJS.ProcessEnv {
  const handedOn = Object.entries(process.env).filter(([name]) => TRANSPORT.test(name));
  return { ...Object.fromEntries(handedOn), HOME: home };
}
