import { intrinsics } from '../base/intrinsics/intrinsics';
import { languageIntrinsics } from '../base/intrinsics/languageIntrinsics';
import { keepAsyncContextStack } from '../sources/asyncContextStack';
import { nodeIntrinsics } from '../sources/nodeIntrinsics';

/**
 * Has Kernelscope work with the built-in objects as they are now, whatever programs make of them later.
 * Who replaces some itself, such as a kernel, seals again when it has.
 */
export function sealIntrinsics(): void {
  keepAsyncContextStack();
  intrinsics.seal([...languageIntrinsics(), ...nodeIntrinsics()]);
}

/** The same for a program that runs as a whole, and not in phases. */
export function sealIntrinsicsInProgram(): void {
  keepAsyncContextStack();
  intrinsics.sealInProgram([...languageIntrinsics(), ...nodeIntrinsics()]);
}
