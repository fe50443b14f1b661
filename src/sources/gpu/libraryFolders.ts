import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The environment searched for NVIDIA's libraries, for tests to replace. */
export interface LibraryEnvironment {
  /** Variables of the environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A folder that may be inside the Python environment that the kernel was installed into. */
  readonly installedIn: string;
  /** The names in a folder; none if it cannot be read. */
  readonly list: (folder: string) => readonly string[];
}

/** Names folders with NVIDIA's libraries, apart by colons; looked at before all others. */
const VARIABLE = 'KERNELSCOPE_CUDA_LIBRARIES';

/** Names the folders from which the Python that launched this process imports packages. */
const PACKAGES_VARIABLE = 'KERNELSCOPE_PYTHON_PACKAGES';

/** The library folders of a CUDA toolkit. */
const TOOLKIT_FOLDERS = ['lib64', 'extras/CUPTI/lib64', 'targets/x86_64-linux/lib'] as const;

/** The default folder of toolkits. */
const USUAL_TOOLKIT = '/usr/local/cuda';

/** Packages of PyPI put their libraries below these. */
const SITE_PACKAGES = ['site-packages', 'dist-packages'] as const;

/**
 * The folders in which libcupti, NVRTC and the like may be, in the order of trying: those in
 * {@link VARIABLE}; those of NVIDIA's packages in Python environments, beginning with the one that
 * launched this process, since a CUPTI that matches the driver is installed there; those of the
 * toolkits in `CUDA_HOME` and `CUDA_PATH`, else of the usual one. They need not exist, except those of
 * packages, which are listed.
 */
export function libraryFolders(surroundings: LibraryEnvironment): string[] {
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

/** The nearest folder around the kernel's that is a Python environment; empty if there is none. */
function environmentAround({ installedIn, list }: LibraryEnvironment): string {
  for (let folder = installedIn; folder !== dirname(folder); folder = dirname(folder)) {
    if (list(join(folder, 'lib')).some(isPython)) return folder;
  }
  return '';
}

function isPython(name: string): boolean {
  return /^python\d/.test(name);
}

/** `lib` of every package of NVIDIA in a Python environment: `…/nvidia/cuda_cupti/lib`. */
function pythonFolders(prefix: string, surroundings: LibraryEnvironment): string[] {
  const { list } = surroundings;
  const lib = join(prefix, 'lib');
  const pythons = list(lib).filter(isPython);
  const packages = pythons.flatMap(python =>
    SITE_PACKAGES.map(folder => join(lib, python, folder, 'nvidia'))
  );
  return packages.flatMap(nvidia => librariesIn(nvidia, surroundings));
}

function librariesIn(nvidia: string, { list }: LibraryEnvironment): string[] {
  return list(nvidia).map(name => join(nvidia, name, 'lib'));
}

function isGiven(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}

/** The environment of this process, whose code is in `installedIn`. */
export function processEnvironment(installedIn: string): LibraryEnvironment {
  return { env: process.env, installedIn, list: namesIn };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
