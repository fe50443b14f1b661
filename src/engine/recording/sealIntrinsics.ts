import { intrinsics } from '../../base/intrinsics/intrinsics';
import { languageIntrinsics } from '../../base/intrinsics/languageIntrinsics';
import type { WatchedObject } from '../../base/intrinsics/sealedObject';
import { keepAsyncContextStack } from '../../sources/async/asyncContextStack';
import { nodeIntrinsics } from '../../sources/process/nodeIntrinsics';

/**
 * Makes Kernelscope work with the built-in objects as they are now, whatever programs change later.
 * Code that replaces some itself, such as a kernel, seals again afterwards.
 */
export function sealIntrinsics(): void {
  intrinsics.seal(watched());
}

/** The same for a program that runs as a whole, not in phases. */
export function sealIntrinsicsInProgram(): void {
  intrinsics.sealInProgram(watched());
}

function watched(): readonly WatchedObject[] {
  keepAsyncContextStack();
  return [...languageIntrinsics(), ...nodeIntrinsics()];
}
