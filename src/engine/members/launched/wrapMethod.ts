/** A method of any object. */
export type AnyMethod = (this: unknown, ...args: unknown[]) => unknown;

/** Replaces a method by `make(original)`, which has the same name, length and property attributes. */
export function wrapMethod(
  target: object,
  key: string,
  make: (original: AnyMethod) => AnyMethod
): void {
  const described = Object.getOwnPropertyDescriptor(target, key);
  const original: unknown = described?.value;
  if (described === undefined || typeof original !== 'function') return;
  const replacement = make(original as AnyMethod);
  for (const name of ['name', 'length'] as const) {
    const value: unknown = original[name];
    Object.defineProperty(replacement, name, { value, configurable: true });
  }
  Object.defineProperty(target, key, { ...described, value: replacement });
}
