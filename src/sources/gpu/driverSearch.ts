import { existsSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';

/** The part of a machine searched for NVIDIA's driver, for tests to replace. */
export interface DriverSearchDeps {
  /** Node's name of the system, such as `linux`. */
  readonly platform: string;
  /** The folder of the program that runs, and the current one. */
  readonly programFolder: string;
  readonly currentFolder: string;
  /** `LD_LIBRARY_PATH` as it is now. */
  readonly libraryPath: string | undefined;
  /** The folders that are searched before those of the system's loader. */
  readonly folders: () => readonly string[];
  /** Whether there is such a file; false if that cannot be found out. */
  readonly exists: (file: string) => boolean;
  /** The bytes of a file as Latin-1. @throws the error of reading it */
  readonly read: (file: string) => string;
}

/** The name under which the driver is loaded. */
const DRIVER = 'libcuda.so.1';

/** The folders in which loaders of different distributions look by default. */
const USUAL_FOLDERS = [
  ...['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/usr/local/lib'],
  ...['/lib/x86_64-linux-gnu', '/usr/lib/x86_64-linux-gnu', '/usr/lib/wsl/lib']
] as const;

/** Folders within each folder that glibc prefers on a matching processor, those of older versions too. */
const PROCESSOR_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  'glibc-hwcaps': ['x86-64-v4', 'x86-64-v3', 'x86-64-v2'],
  tls: ['', 'x86_64', 'haswell', 'haswell/x86_64'],
  haswell: ['', 'x86_64'],
  x86_64: ['']
};

/** Files of NVIDIA's kernel module, and of GPUs in Windows' subsystem for Linux. */
const MODULE_FILES = ['/dev/nvidiactl', '/proc/driver/nvidia/version', '/dev/dxg'] as const;

/**
 * Whether NVIDIA's driver could be loaded here. Only a certain no is false: the driver is not in the
 * process, nor in any folder that the addon or the system's loader searches, and there is no sign of its
 * kernel module. If something cannot be read, the result is true. Loads nothing.
 */
export function mayHaveDriver(deps: DriverSearchDeps): boolean {
  if (deps.platform !== 'linux') return true;
  try {
    return isFound(deps);
  } catch {
    return true;
  }
}

function isFound(deps: DriverSearchDeps): boolean {
  const { exists, read, programFolder } = deps;
  if (MODULE_FILES.some(exists)) return true;
  const maps = read('/proc/self/maps');
  if (maps.includes('libcuda')) return true;
  const path = [deps.libraryPath ?? '', initialLibraryPath(read('/proc/self/environ'))].join(':');
  if (path.includes('$')) return true;
  const folders = new Set<string>([
    ...foldersOfPath(path, deps.currentFolder),
    ...USUAL_FOLDERS,
    ...foldersOfLibraries(maps),
    ...['.', '../lib', '../lib64'].map(folder => join(programFolder, folder))
  ]);
  for (const folder of folders) {
    if (exists(join(folder, DRIVER)) || isForProcessor(folder, exists)) return true;
  }
  if (deps.folders().some(folder => exists(join(folder, DRIVER)))) return true;
  return exists(CACHE) && read(CACHE).includes(`${DRIVER}\0`);
}

function isForProcessor(folder: string, exists: DriverSearchDeps['exists']): boolean {
  return Object.entries(PROCESSOR_FOLDERS).some(([outer, inner]) => {
    const within = join(folder, outer);
    return exists(within) && inner.some(name => exists(join(within, name, DRIVER)));
  });
}

/** The cache that `ldconfig` writes: names and paths of libraries, each ended by a zero byte. */
const CACHE = '/etc/ld.so.cache';

/** `LD_LIBRARY_PATH` when the process started, which is the value that the loader uses. */
function initialLibraryPath(environment: string): string {
  const prefix = 'LD_LIBRARY_PATH=';
  const variable = environment.split('\0').find(text => text.startsWith(prefix));
  return variable === undefined ? '' : variable.slice(prefix.length);
}

/** The folders of a path; an empty name is the current folder. */
function foldersOfPath(path: string, currentFolder: string): string[] {
  return path
    .split(/[:;]/)
    .map(folder => (isAbsolute(folder) ? folder : join(currentFolder, folder)));
}

/** The folders of the libraries in the process, among them those that only its program's file names. */
function foldersOfLibraries(maps: string): Set<string> {
  const files = maps.match(/(?<= )\/\S.*\.so(?:\.\S*)?$/gm) ?? [];
  return new Set(files.map(file => dirname(file)));
}

/** The machine of this process. `folders` as in {@link DriverSearchDeps}. */
export function processDriverSearch(folders: () => readonly string[]): DriverSearchDeps {
  return {
    platform: process.platform,
    programFolder: dirname(process.execPath),
    currentFolder: process.cwd(),
    libraryPath: process.env.LD_LIBRARY_PATH,
    folders,
    exists: existsSync,
    read: file => readFileSync(file, 'latin1')
  };
}
