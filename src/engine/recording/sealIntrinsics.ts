import { intrinsics } from '../../base/intrinsics/intrinsics';
import { languageIntrinsics } from '../../base/intrinsics/languageIntrinsics';
import type { WatchedObject } from '../../base/intrinsics/sealedObject';
import { keepAsyncContextStack } from '../../sources/async/asyncContextStack';
import { nodeIntrinsics } from '../../sources/process/nodeIntrinsics';

/**
 * Has Kernelscope work with the built-in objects as they are now, whatever programs make of them later.
 * Who replaces some itself, such as a kernel, seals again when it has.
 */
export function sealIntrinsics(): void {
  intrinsics.seal(watched());
}

/** The same for a program that runs as a whole, and not in phases. */
export function sealIntrinsicsInProgram(): void {
  intrinsics.sealInProgram(watched());
}

function watched(): readonly WatchedObject[] {
  keepAsyncContextStack();
  return [...languageIntrinsics(), ...nodeIntrinsics()];
}
