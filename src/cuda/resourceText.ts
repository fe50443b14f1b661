import { type InspectOptions, inspect } from 'node:util';

const CUSTOM = Symbol.for('nodejs.util.inspect.custom');

/** Something of CUDA as consoles and notebooks show it: its class with some facts, or that it is gone. */
export function resourceText(
  resource: { readonly isDisposed: boolean },
  facts: () => object,
  options: InspectOptions
): string {
  const { name } = resource.constructor;
  if (resource.isDisposed) return `${name} (disposed)`;
  return `${name} ${inspect(facts(), { ...options, depth: 1 })}`;
}

/** An address that {@link resourceText} shows in hexadecimal digits. */
export function shownAddress(address: bigint): object {
  return { [CUSTOM]: () => `0x${address.toString(16)}` };
}
