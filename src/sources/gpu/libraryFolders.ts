import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What is looked at for NVIDIA's libraries, for tests to replace. */
export interface LibrarySurroundings {
  /** Variables of the environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A folder that may lie within the Python environment that the kernel was installed into. */
  readonly installedIn: string;
  /** Names of what is in a folder; none where it cannot be read. */
  readonly list: (folder: string) => readonly string[];
}

/** Names folders with NVIDIA's libraries, apart by colons; looked at before all others. */
const VARIABLE = 'KERNELSCOPE_CUDA_LIBRARIES';

/** Names the folders from which the Python that launched this process imports packages. */
const PACKAGES_VARIABLE = 'KERNELSCOPE_PYTHON_PACKAGES';

/** Where a CUDA toolkit has its libraries. */
const TOOLKIT_FOLDERS = ['lib64', 'extras/CUPTI/lib64', 'targets/x86_64-linux/lib'] as const;

/** Where toolkits are installed unless told otherwise. */
const USUAL_TOOLKIT = '/usr/local/cuda';

/** Packages of PyPI put their libraries below these. */
const SITE_PACKAGES = ['site-packages', 'dist-packages'] as const;

/**
 * The folders in which libcupti, NVRTC and the like may be, in the order in which they are tried: those
 * that {@link VARIABLE} names; those of NVIDIA's packages in Python environments, first of the one that
 * launched this process, since that is where a CUPTI is installed that is to fit the driver; those of
 * the toolkits that `CUDA_HOME` and `CUDA_PATH` name, else of the usual one. They need not exist, but for
 * those of packages, which are listed.
 */
export function libraryFolders(surroundings: LibrarySurroundings): string[] {
  const { env } = surroundings;
  const named = [env.CUDA_HOME, env.CUDA_PATH].filter(isGiven);
  const toolkits = named.length > 0 ? named : [USUAL_TOOLKIT];
  const environments = [env.VIRTUAL_ENV, env.CONDA_PREFIX, environmentAround(surroundings)];
  const packages = (env[PACKAGES_VARIABLE] ?? '').split(':').filter(isGiven);
  const folders = [
    ...(env[VARIABLE] ?? '').split(':'),
    ...packages.flatMap(folder => librariesIn(join(folder, 'nvidia'), surroundings)),
    ...environments.filter(isGiven).flatMap(prefix => pythonFolders(prefix, surroundings)),
    ...toolkits.flatMap(toolkit => TOOLKIT_FOLDERS.map(folder => join(toolkit, folder)))
  ];
  return [...new Set(folders.filter(isGiven))];
}

/** The nearest folder around the kernel's that is a Python environment; empty where none is. */
function environmentAround({ installedIn, list }: LibrarySurroundings): string {
  for (let folder = installedIn; folder !== dirname(folder); folder = dirname(folder)) {
    if (list(join(folder, 'lib')).some(isPython)) return folder;
  }
  return '';
}

function isPython(name: string): boolean {
  return /^python\d/.test(name);
}

/** `lib` of every package of NVIDIA in a Python environment: `…/nvidia/cuda_cupti/lib`. */
function pythonFolders(prefix: string, surroundings: LibrarySurroundings): string[] {
  const { list } = surroundings;
  const lib = join(prefix, 'lib');
  const pythons = list(lib).filter(isPython);
  const packages = pythons.flatMap(python =>
    SITE_PACKAGES.map(folder => join(lib, python, folder, 'nvidia'))
  );
  return packages.flatMap(nvidia => librariesIn(nvidia, surroundings));
}

function librariesIn(nvidia: string, { list }: LibrarySurroundings): string[] {
  return list(nvidia).map(name => join(nvidia, name, 'lib'));
}

function isGiven(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}

/** The surroundings of this process, whose code lies in `installedIn`. */
export function processSurroundings(installedIn: string): LibrarySurroundings {
  return { env: process.env, installedIn, list: namesIn };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
