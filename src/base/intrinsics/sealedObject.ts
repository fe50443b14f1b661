/** An object that user code may patch, and which of its properties count. */
export interface WatchedObject {
  readonly object: object;
  /** The properties that are kept; all own ones unless given. */
  readonly keys?: readonly PropertyKey[];
  /**
   * The properties added by user code that are removed: `methods` are functions that hide inherited
   * ones, as a mock of `performance.now` is; `protocol` are those that the language or Node looks up on
   * any object.
   */
  readonly closes: 'all' | 'protocol' | 'methods' | 'nothing';
  /** Properties behind getters and setters that hand out a value which user code may set. */
  readonly slots?: readonly PropertyKey[];
}

/** One watched object as it was when the guard was sealed. */
export interface Sealed {
  readonly object: object;
  readonly closes: WatchedObject['closes'];
  readonly ownCount: number;
  readonly keys: readonly PropertyKey[];
  readonly known: ReadonlySet<PropertyKey>;
  readonly originals: readonly PropertyDescriptor[];
  /** For each key its value, and null or, of those with a getter or a setter, these. */
  readonly values: readonly unknown[];
  readonly accessors: readonly (Accessor | null)[];
}

/** Getter and setter of a property. */
interface Accessor {
  readonly get: (() => unknown) | undefined;
  readonly set: ((value: unknown) => void) | undefined;
}

/** A descriptor with functions that need no `this`. */
export interface Described extends Partial<Accessor> {
  readonly value?: unknown;
}

/** A property that user code changed, and its new descriptor: undefined if it was deleted. */
export interface Change {
  readonly object: object;
  readonly key: PropertyKey;
  readonly theirs: PropertyDescriptor | undefined;
}

const {
  apply,
  defineProperty,
  deleteProperty,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  isExtensible,
  ownKeys,
  setPrototypeOf
} = Reflect;
const has = Reflect.get(Set.prototype, 'has') as (key: PropertyKey) => boolean;
const same = Object.is;

/** Takes the present state of an object for the original one. */
export function sealedOf({ object, keys, closes }: WatchedObject): Sealed {
  const own = ownKeys(object);
  const kept = (keys ?? own).filter(key => getOwnPropertyDescriptor(object, key) !== undefined);
  const originals = kept.map(key => plainDescriptor(object, key));
  return {
    object,
    closes,
    ownCount: own.length,
    keys: kept,
    known: new Set(own),
    originals,
    values: originals.map(({ value }) => value as unknown),
    accessors: originals.map(accessorOf)
  };
}

/** Puts an object back into its original state, and adds what user code had made of it to `found`. */
export function restoreSealed(sealed: Sealed, found: Change[]): void {
  const { object, keys, values, accessors } = sealed;
  const present = sealed.closes === 'nothing' ? null : ownKeys(object);
  let missing = 0;
  if (present !== null && present.length > sealed.ownCount) takeAway(sealed, present, found);
  for (let index = 0; index < keys.length; index++) {
    const theirs = getOwnPropertyDescriptor(object, keys[index]);
    if (theirs === undefined) missing++;
    if (theirs === undefined || isChanged(theirs, values[index], accessors[index])) {
      putBack({ object, key: keys[index], theirs }, sealed.originals[index], found);
    }
  }
  // as many may have been removed as were added
  if (missing > 0 && present !== null && present.length > sealed.ownCount - missing) {
    takeAway(sealed, present, found);
  }
}

function putBack(change: Change, ours: PropertyDescriptor, found: Change[]): void {
  const { object, key, theirs } = change;
  if (theirs === undefined && !isExtensible(object)) return;
  if (theirs !== undefined) setPrototypeOf(theirs, null);
  const isFixed = theirs !== undefined && theirs.configurable === false;
  if (isFixed && accessorOf(ours) !== null) return;
  const wanted = isFixed ? valueOf(ours) : ours;
  if (defineProperty(object, key, wanted)) found[found.length] = change;
}

function takeAway(sealed: Sealed, present: readonly PropertyKey[], found: Change[]): void {
  const { object, known } = sealed;
  if (!isExtensible(object)) return;
  // backwards: they are put back in their order
  for (let index = present.length - 1; index >= 0; index--) {
    const key = present[index];
    if (apply(has, known, [key])) continue;
    const theirs = getOwnPropertyDescriptor(object, key);
    if (theirs === undefined || !isTaken(sealed, key, theirs)) continue;
    if (!deleteProperty(object, key)) continue;
    setPrototypeOf(theirs, null);
    found[found.length] = { object, key, theirs };
  }
}

/** Additions such as `Array.prototype.last` disturb nobody, and what runs between cells may need them. */
function isTaken(
  { object, closes }: Sealed,
  key: PropertyKey,
  theirs: PropertyDescriptor
): boolean {
  if (closes === 'methods') return typeof theirs.value === 'function';
  if (closes === 'all' || typeof key === 'symbol') return true;
  return key === 'then' || key === 'toJSON' || hidesAnother(object, key) || isIndex(key);
}

function hidesAnother(object: object, key: PropertyKey): boolean {
  const prototype = getPrototypeOf(object);
  return prototype !== null && key in prototype;
}

function isIndex(key: PropertyKey): boolean {
  return typeof key === 'string' && key.length > 0 && key[0] >= '0' && key[0] <= '9';
}

/** A descriptor that inherits nothing, so that nothing on `Object.prototype` becomes a part of it. */
export function plainDescriptor(object: object, key: PropertyKey): PropertyDescriptor {
  const descriptor: PropertyDescriptor = { ...getOwnPropertyDescriptor(object, key) };
  setPrototypeOf(descriptor, null);
  return descriptor;
}

function valueOf({ value }: PropertyDescriptor): PropertyDescriptor {
  const descriptor: PropertyDescriptor = { value: value as unknown };
  setPrototypeOf(descriptor, null);
  return descriptor;
}

// hot
function accessorOf({ get, set }: Described): Accessor | null {
  return get === undefined && set === undefined ? null : { get, set };
}

// hot
/** Attributes such as `enumerable` do not count: frozen objects are as good as others. */
function isChanged(theirs: Described, value: unknown, accessor: Accessor | null): boolean {
  if (accessor === null) return !same(theirs.value, value);
  return theirs.get !== accessor.get || theirs.set !== accessor.set;
}
