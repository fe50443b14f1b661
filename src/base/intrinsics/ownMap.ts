/**
 * A map that works whatever a program makes of `Map.prototype`: for paths amid the program's code. To go
 * through it, use `forEach`: its iterators are those of the program.
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
