import { oncePer } from '../../base/oncePer';
import { TOP_LEVEL } from '../../model/profile/frameNames';
import { FrameKind, type Profile } from '../../model/profile/profile';
import { packageOf } from '../../base/packageOf';

/** Folders and files of Node whose functions find, read and compile modules. */
const LOADER_FILES = /^node:internal\/(?:modules\/|bootstrap\/realm$|process\/esm_loader$)/;

/** Packages that compile modules while Node loads them. */
const LOADER_PACKAGES: ReadonlySet<string> = new Set([
  '@babel/register',
  '@swc-node/register',
  'esbuild-register',
  'jiti',
  'pirates',
  'ts-node',
  'tsx'
]);

/** Compilers and parsers that loaders call: their time there is that of loading. */
const COMPILERS: ReadonlySet<string> = new Set(['acorn', 'esbuild']);

/**
 * For each stack 1 if its innermost function loads modules, or was called to load one without any other
 * code of users and packages in between: Node's loaders with what they read and compile, and packages that
 * compile TypeScript for them. The code of a module itself, also at its top level, is not loading.
 */
export function moduleLoading({ stacks, frames, strings }: Profile): Uint8Array {
  const roles = Uint8Array.from({ length: frames.length }, (_, row) =>
    roleOf(frames.kind[row], strings[frames.file[row]])
  );
  const isLoading = new Uint8Array(stacks.length);
  for (let row = 0; row < stacks.length; row++) {
    const role = roles[stacks.frame[row]];
    const prefix = stacks.prefix[row];
    if (role === Role.loader) isLoading[row] = 1;
    else if (role === Role.called && prefix >= 0) isLoading[row] = isLoading[prefix];
  }
  return isLoading;
}

/** Where a stack is while a program loads its modules; see {@link importingStacks}. */
export const Importing = { no: 0, topLevel: 1, loading: 2, loadingAlone: 3 } as const;

/**
 * For each stack one of {@link Importing}: `loading` if the top level of a module of the user's has a package loaded,
 * with the code of the package that runs then; `loadingAlone` if one is loaded and no code of the user's is below;
 * `topLevel` in the user's own code, and in what it calls, while that is the top level of a module; `no` in functions of
 * the user's, whatever they load, and where nothing is loaded.
 */
export function importingStacks({ stacks, frames, strings }: Profile): Uint8Array {
  const topLevel = strings.indexOf(TOP_LEVEL);
  const roles = Uint8Array.from({ length: frames.length }, (_, row) =>
    roleOf(frames.kind[row], strings[frames.file[row]])
  );
  const importing = new Uint8Array(stacks.length);
  // Below a function of the user's nothing is the import of a module any more.
  const isWithin = new Uint8Array(stacks.length);
  for (let row = 0; row < stacks.length; row++) {
    const frame = stacks.frame[row];
    const prefix = stacks.prefix[row];
    const before = prefix < 0 ? Importing.no : importing[prefix];
    isWithin[row] = prefix < 0 ? 0 : isWithin[prefix];
    if (frames.kind[frame] === FrameKind.user && frames.name[frame] !== topLevel) isWithin[row] = 1;
    if (isWithin[row] === 1) continue;
    if (frames.kind[frame] === FrameKind.user) importing[row] = Importing.topLevel;
    else if (roles[frame] !== Role.loader) importing[row] = before;
    else importing[row] = LOADED_FROM[before];
  }
  return importing;
}

/** What a stack of {@link Importing} becomes in a function that loads modules, see {@link loadsModules}. */
export const LOADED_FROM: readonly number[] = [
  Importing.loadingAlone,
  Importing.loading,
  Importing.loading,
  Importing.loadingAlone
];

/** Whether a function of `file`, one of `FrameKind`, finds, reads or compiles modules. */
export function loadsModules(kind: number, file: string): boolean {
  return roleOf(kind, file) === Role.loader;
}

/** Whether `file` is of a package that compiles modules while Node loads them, or that it calls for that. */
export function compilesModules(file: string): boolean {
  const name = packageOf(file);
  return name !== null && (LOADER_PACKAGES.has(name) || COMPILERS.has(name));
}

/** Code of users and packages; code that works for its caller; and loaders. */
const Role = { code: 0, called: 1, loader: 2 } as const;

function roleOf(kind: number, file: string): number {
  const name = packageOf(file);
  if (name !== null && LOADER_PACKAGES.has(name)) return Role.loader;
  if (name !== null && COMPILERS.has(name)) return Role.called;
  if (name !== null || kind === FrameKind.user || kind === FrameKind.library) return Role.code;
  return LOADER_FILES.test(file) ? Role.loader : Role.called;
}

/** The file of Node that runs in the threads of its loader's hooks, such as those that compile TypeScript. */
const LOADER_THREAD = 'node:internal/modules/esm/worker';

/**
 * The tracks of threads that do none of the program's work: those that Node itself has begun to load modules, and worker
 * threads in which nothing but compilers ran, as those that `tsx` begins.
 */
export const loaderThreads = oncePer(findLoaderThreads);

function findLoaderThreads(profile: Profile): ReadonlySet<number> {
  const { samples, tracks } = profile;
  const signs = threadSigns(profile);
  const seen = new Uint8Array(tracks.length);
  for (let row = 0; row < samples.length; row++) {
    if (samples.stack[row] >= 0) seen[samples.track[row]] |= signs[samples.stack[row]];
  }
  const isLoader = (sign: number, track: number): boolean =>
    (sign & Sign.ofLoader) !== 0 || (sign === Sign.ofCompiler && tracks[track].kind === 'worker');
  return new Set([...seen.keys()].filter(track => isLoader(seen[track], track)));
}

/** Whose code is on a stack, besides Node's: bits. */
const Sign = { ofLoader: 1, ofCompiler: 2, ofOthers: 4 } as const;

function threadSigns({ stacks, frames, strings }: Profile): Uint8Array {
  const ofFrames = Uint8Array.from({ length: frames.length }, (_, row) =>
    signOf(frames.kind[row], strings[frames.file[row]])
  );
  const signs = new Uint8Array(stacks.length);
  for (let row = 0; row < stacks.length; row++) {
    const prefix = stacks.prefix[row];
    signs[row] = ofFrames[stacks.frame[row]] | (prefix < 0 ? 0 : signs[prefix]);
  }
  return signs;
}

function signOf(kind: number, file: string): number {
  if (file === LOADER_THREAD) return Sign.ofLoader;
  if (compilesModules(file)) return Sign.ofCompiler;
  return kind === FrameKind.user || kind === FrameKind.library ? Sign.ofOthers : 0;
}
