import type { Profile } from '../../model/profile/profile';
import { FrameKind } from '../../model/profile/profile';
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

/** Code of users and packages; code that works for its caller; and loaders. */
const Role = { code: 0, called: 1, loader: 2 } as const;

function roleOf(kind: number, file: string): number {
  const name = packageOf(file);
  if (name !== null && LOADER_PACKAGES.has(name)) return Role.loader;
  if (name !== null && COMPILERS.has(name)) return Role.called;
  if (name !== null || kind === FrameKind.user || kind === FrameKind.library) return Role.code;
  return LOADER_FILES.test(file) ? Role.loader : Role.called;
}
