/**
 * A map that works whatever a program does to `Map.prototype`: for paths within the program's code.
 * Iterate with `forEach`: its iterators are the program's.
 */
export class OwnMap<K, V> extends Map<K, V> {}

/** Like {@link OwnMap}, with keys that are held weakly. */
export class OwnWeakMap<K extends object, V> extends WeakMap<K, V> {}

const { defineProperty, getOwnPropertyDescriptor, ownKeys } = Reflect;

function keepMethods(target: object, source: object): void {
  for (const key of ownKeys(source)) {
    const descriptor = getOwnPropertyDescriptor(source, key);
    if (key !== 'constructor' && descriptor) defineProperty(target, key, descriptor);
  }
}

keepMethods(OwnMap.prototype, Map.prototype);
keepMethods(OwnWeakMap.prototype, WeakMap.prototype);
