import { intrinsics } from '../../base/intrinsics/intrinsics';
import { languageIntrinsics } from '../../base/intrinsics/languageIntrinsics';
import type { WatchedObject } from '../../base/intrinsics/intrinsicsGuard';
import { nodeIntrinsics } from '../../sources/process/nodeIntrinsics';
import { AsyncResource } from 'node:async_hooks';

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

type Popped = (this: unknown[]) => unknown;

/**
 * Lets programs replace `Array.prototype.pop`: Node takes the resource of each timer and each immediate
 * off an internal array by that method, and ends if that throws. Gives the array its own method.
 */
function keepAsyncContextStack(): void {
  const pop = Array.prototype.pop as Popped;
  const give = function (this: unknown[]): unknown {
    Reflect.defineProperty(this, 'pop', { value: pop, configurable: true, writable: true });
    return Reflect.apply(pop, this, []);
  };
  Reflect.set(Array.prototype, 'pop', give);
  try {
    new AsyncResource('kernelscope').runInAsyncScope(() => undefined);
  } finally {
    Reflect.set(Array.prototype, 'pop', pop);
  }
}
