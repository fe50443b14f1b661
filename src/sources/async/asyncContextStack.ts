import { AsyncResource } from 'node:async_hooks';

type Popped = (this: unknown[]) => unknown;

/**
 * Lets programs replace `Array.prototype.pop`: Node takes the resource of each timer and each immediate
 * off an internal array by that method, and ends if that throws. Gives the array its own method.
 */
export function keepAsyncContextStack(): void {
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
