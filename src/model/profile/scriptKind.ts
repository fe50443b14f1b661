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
  if (url.startsWith('node:')) return FrameKind.runtime;
  if (isWasm(url) || url.endsWith('.wasm')) return FrameKind.library;
  const isLibrary = `/${url.replaceAll('\\', '/')}`.includes(NODE_MODULES);
  return isLibrary ? FrameKind.library : FrameKind.user;
}

/** True for a WebAssembly module, whose functions have offsets in bytes and no lines. */
export function isWasm(url: string): boolean {
  return url.startsWith(WASM);
}
