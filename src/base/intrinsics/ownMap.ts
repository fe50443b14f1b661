/**
 * A map that works whatever a program does to `Map.prototype`: for paths within the program's code.
 * Iterate with `forEach`: its iterators are the program's.
 */
export class OwnMap<K, V> extends Map<K, V> {
  /** With `entries` it calls their iterator, which is the program's by then. */
  constructor(entries?: Iterable<readonly [K, V]>) {
    // V8 spreads what a default constructor gets by the iterator of arrays
    super(entries);
  }
}

/** Like {@link OwnMap}, with keys that are held weakly. */
export class OwnWeakMap<K extends object, V> extends WeakMap<K, V> {
  constructor() {
    super();
  }
}

const { defineProperty, getOwnPropertyDescriptor, ownKeys } = Reflect;

function keepMethods(target: object, source: object): void {
  for (const key of ownKeys(source)) {
    const descriptor = getOwnPropertyDescriptor(source, key);
    if (key !== 'constructor' && descriptor) defineProperty(target, key, descriptor);
  }
}

keepMethods(OwnMap.prototype, Map.prototype);
keepMethods(OwnWeakMap.prototype, WeakMap.prototype);
