import { get, getOwnPropertyDescriptor } from '../../base/intrinsics/ownFunctions';
import { isReference } from '../../base/isObject';

/** The property `key` of an object that another package published; undefined of anything else. */
export function fieldOf(object: unknown, key: string): unknown {
  return isReference(object) ? get(object, key) : undefined;
}

/** The text in the property `key`, or undefined. */
export function textOf(object: unknown, key: string): string | undefined {
  const value = fieldOf(object, key);
  return typeof value === 'string' ? value : undefined;
}

/** The number in the property `key`, or undefined. */
export function numberOf(object: unknown, key: string): number | undefined {
  const value = fieldOf(object, key);
  return typeof value === 'number' ? value : undefined;
}

/** The value that an object has itself under `key`; no getter is run for it. */
export function ownValueOf(object: unknown, key: string): unknown {
  return isReference(object) ? getOwnPropertyDescriptor(object, key)?.value : undefined;
}
