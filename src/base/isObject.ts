const { isArray } = Array;

/** True for objects, arrays among them; not for functions. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** True for objects with named values: neither arrays nor functions. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && !isArray(value);
}

/** True for whatever can have properties and be a key of a `WeakMap`: objects and functions. */
export function isReference(value: unknown): value is object {
  return isObject(value) || typeof value === 'function';
}
