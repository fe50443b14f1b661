import {
  endsWith,
  includes,
  lastIndexOf,
  replaceAll,
  slice,
  startsWith
} from '../../base/intrinsics/ownFunctions';
import { FIRST_HASH } from '../../base/text';
import { FrameKind } from './profile';

/** One of {@link FrameKind}'s values. */
export type FrameKindValue = (typeof FrameKind)[keyof typeof FrameKind];

const NODE_MODULES = '/node_modules/';
const WASM = 'wasm://';

/**
 * The owner of a script, by the name that V8 gives it or that a profile shows; `''` is V8's own machine code.
 */
export function classifyScript(url: string): FrameKindValue {
  if (url === '') return FrameKind.native;
  if (startsWith(url, 'node:')) return FrameKind.runtime;
  if (isWasm(url) || endsWith(url, '.wasm')) return FrameKind.library;
  if (startsWith(url, DATA)) return classifyFile(fileOfData(url) ?? '');
  return classifyFile(url);
}

function classifyFile(file: string): FrameKindValue {
  const isLibrary = includes(`/${replaceAll(file, '\\', '/')}`, NODE_MODULES);
  return isLibrary ? FrameKind.library : FrameKind.user;
}

/** True for a WebAssembly module, whose functions have offsets in bytes and no lines. */
export function isWasm(url: string): boolean {
  return startsWith(url, WASM);
}

const DATA = 'data:';

/** Before any program replaces it. */
const decode = decodeURIComponent;

/** How `tsx` ends the address of a module that it has compiled, on Node 20. */
const FILE_PATH = '?filePath=';

/** The file that a loader has made a `data:` module of, if its address says so; null for any other script. */
export function fileOfData(url: string): string | null {
  const at = startsWith(url, DATA) ? lastIndexOf(url, FILE_PATH) : -1;
  if (at < 0) return null;
  try {
    return decode(slice(url, at + FILE_PATH.length));
  } catch {
    return null;
  }
}

/** Addresses of `data:` modules that are longer are not shown whole, UTF-16 units. */
const MAX_DATA = 64;

/** The name that a profile shows for a script that is not a file; a long `data:` module has its type and a hash. */
export function scriptTitle(url: string): string {
  if (!url.startsWith(DATA) || url.length <= MAX_DATA) return url;
  const [type] = url.slice(0, MAX_DATA).split(/[;,]/, 1);
  let hash = FIRST_HASH;
  for (let at = 0; at < url.length; at++) hash = Math.imul(hash ^ url.charCodeAt(at), 0x01000193);
  return `${type},…${(hash >>> 0).toString(16).padStart(8, '0')}`;
}
