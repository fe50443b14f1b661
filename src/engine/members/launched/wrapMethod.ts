/** A method of any object. */
export type AnyMethod = (this: unknown, ...args: unknown[]) => unknown;

/**
 * Puts `make(original)` in the place of a method; it looks the same to who asks for its name, its
 * length or the properties of the object.
 */
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
