import { createHash } from 'node:crypto';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEmptyEnvironment, wheelPath } from './emptyEnvironment';
import { SHARED_INSTALLATIONS } from './sharedInstallations';

const SOURCES = fileURLToPath(new URL('../../src', import.meta.url));

/** The Python that has the pip of the repository. */
const PYTHON = fileURLToPath(new URL('../../.venv/bin/python', import.meta.url));

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
  const environment = createEmptyEnvironment(cleanVariables, { hasPip: false });
  const venv = join(environment.home, 'venv');
  const into = ['--python', join(venv, 'bin', 'python')];
  const install = ['install', '-q', '--no-deps', wheelPath()];
  await environment.run(PYTHON, ['-m', 'pip', ...into, ...install]);
  const packages = join(venv, 'share', 'jupyter', 'kernels', 'kernelscope', 'packages');
  const { home, folder } = environment;
  const command = [join(venv, 'bin', 'kernelscope')];
  return {
    ...inFolder({ home, folder, packages, command }),
    dispose: () => environment.dispose()
  };
}

/** The archive, packed into `folder` with `npm pack`, or the one that another file of tests has packed. Returns its path. */
export function npmArchive(folder: string): string {
  const from = sharedOr(folder, 'archive', place => {
    const pack = ['pack', SOURCES, '--pack-destination', place];
    execFileSync('npm', pack, { cwd: place, stdio: 'pipe' });
  });
  const name = readdirSync(from).find(each => each.endsWith('.tgz')) ?? '';
  if (from !== folder) cpSync(join(from, name), join(folder, name));
  return join(folder, name);
}

/**
 * That archive, installed into a project beside `others`; with what is optional or without. Files of tests have copies
 * of what the first of them has installed.
 */
export function npmPackage(
  kind: 'whole' | 'without optional packages',
  others: readonly string[] = []
): InstalledPackage {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'kernelscope-npm-')));
  const folder = join(home, 'project');
  const npm = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'];
  const install = [...npm, ...(kind === 'whole' ? [] : ['--omit=optional'])];
  const from = sharedOr(home, kind, place => {
    const project = join(place, 'project');
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), '{"name":"project","private":true}');
    execFileSync('npm', [...install, npmArchive(place)], { cwd: project, stdio: 'pipe' });
  });
  if (from !== home) cpSync(from, home, { recursive: true, verbatimSymlinks: true });
  if (others.length > 0) {
    execFileSync('npm', [...install, ...others], { cwd: folder, stdio: 'pipe' });
  }
  const packages = join(folder, 'node_modules');
  const command = [join(packages, '.bin', 'kernelscope')];
  const dispose = (): void => rmSync(home, { recursive: true, force: true });
  return { ...inFolder({ home, folder, packages, command }), dispose };
}

/**
 * Makes `what` by `make` in the folder that all files of tests share, unless it is there, and returns its place; makes
 * it in `own` where there is no such folder.
 */
function sharedOr(own: string, what: string, make: (place: string) => void): string {
  const shared = process.env[SHARED_INSTALLATIONS];
  if (shared === undefined) {
    make(own);
    return own;
  }
  const place = join(shared, what);
  if (existsSync(place)) return place;
  const unfinished = `${place}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished);
  make(unfinished);
  renameSync(unfinished, place);
  return place;
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
  const folder = join(home, `programs-${createHash('sha256').update(node).digest('hex')}`);
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
