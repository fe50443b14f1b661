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
interface Sealed {
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
interface Described extends Partial<Accessor> {
  readonly value?: unknown;
}

/** A property that user code changed, and its new descriptor: undefined if it was deleted. */
interface Change {
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
function sealedOf({ object, keys, closes }: WatchedObject): Sealed {
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
function restoreSealed(sealed: Sealed, found: Change[]): void {
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
function plainDescriptor(object: object, key: PropertyKey): PropertyDescriptor {
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

/** A value behind a getter and a setter, such as `globalThis.process`. */
interface Slot {
  readonly get: () => unknown;
  readonly set: (value: unknown) => void;
  readonly original: unknown;
}

/** A slot that user code has set. */
interface SetSlot {
  readonly slot: Slot;
  readonly theirs: unknown;
}

/** The slots of an object, with their present values. */
function slotsOf({ object, slots = [] }: WatchedObject): Slot[] {
  return slots.flatMap(key => {
    const { get, set } = plainDescriptor(object, key) as Described;
    return get && set ? [{ get, set, original: get() }] : [];
  });
}

/** Sets what user code has set back to the original values, and adds it to `found`. */
function resetSlots(slots: readonly Slot[], found: SetSlot[]): void {
  for (let index = 0; index < slots.length; index++) {
    const slot = slots[index];
    const theirs = slot.get();
    if (same(theirs, slot.original)) continue;
    slot.set(slot.original);
    found[found.length] = { slot, theirs };
  }
}

/**
 * Separates a host of user code, such as a notebook kernel, from the changes that this code makes to
 * built-in objects. The host works with the objects as they were at `seal`. The user's changes are
 * removed and kept when a user phase ends, and restored when the next one begins. Until it is sealed,
 * the guard changes nothing.
 *
 * Nothing here calls a method or a getter that could have been replaced.
 */
export class IntrinsicsGuard {
  #sealed: readonly Sealed[] = [];
  #slots: readonly Slot[] = [];
  #changes: Change[] = [];
  #setSlots: SetSlot[] = [];
  #found: Change[] = [];
  #isUsers = false;
  #isAside = false;
  /** True where code of the user runs in no phases. */
  #isProgram = false;
  /** True if a program's changes have made work of the host fail. */
  #hasFailed = false;
  /** True also after an interrupt has cut off a change of sides: nothing of it is lost. */
  #isChangingSides = false;

  /** Takes the present state of `watched` for the original one. Objects of prototypes come first. */
  seal(watched: Iterable<WatchedObject>): void {
    const all = Array.from(watched);
    this.#sealed = all.map(sealedOf);
    this.#slots = all.flatMap(slotsOf);
  }

  /**
   * Seals in a program, which has no phases. Its changes are removed for work of the host only after
   * some has failed, so that work must tolerate being repeated.
   */
  sealInProgram(watched: Iterable<WatchedObject>): void {
    this.seal(watched);
    this.#isProgram = true;
  }

  /** A phase of the user's begins: the built-in objects are as the user made them. Twice is the same. */
  enterUsers(): void {
    if (this.#isUsers && !this.#isChangingSides) return;
    this.#isUsers = true;
    this.#isChangingSides = true;
    const changes = this.#changes;
    const setSlots = this.#setSlots;
    for (let index = 0; index < setSlots.length; index++) {
      const { slot, theirs } = setSlots[index];
      slot.set(theirs);
    }
    for (let index = changes.length - 1; index >= 0; index--) {
      const { object, key, theirs } = changes[index];
      if (theirs === undefined) deleteProperty(object, key);
      else defineProperty(object, key, theirs);
    }
    this.#isChangingSides = false;
  }

  /** Ends the user phase, even if it was cut off. Does nothing outside a phase. */
  leaveUsers(): void {
    if (!this.#isUsers && !this.#isChangingSides) return;
    if (!this.#isChangingSides) {
      this.#setSlots = [];
      this.#changes = [];
    }
    this.#isUsers = false;
    this.#takeOut();
  }

  /** Runs `work` as a phase of the user's, or as a part of the present one. */
  users<T>(work: () => T): T {
    if (this.#isUsers) return work();
    this.enterUsers();
    try {
      return work();
    } finally {
      this.leaveUsers();
    }
  }

  /** Runs host code with the original built-in objects, even within a user phase. */
  own<T>(work: () => T): T {
    if (!this.#isUsers) return this.#isProgram ? this.#amidProgram(work) : work();
    this.leaveUsers();
    try {
      return work();
    } finally {
      this.enterUsers();
    }
  }

  #amidProgram<T>(work: () => T): T {
    if (this.#hasFailed) return this.aside(work);
    try {
      return work();
    } catch {
      const result = this.aside(work);
      this.#hasFailed = true;
      return result;
    }
  }

  /** Runs host work during user code, and again with the originals if it fails. */
  retried<T>(work: () => T): T {
    try {
      return work();
    } catch {
      return this.#isUsers ? this.own(work) : this.aside(work);
    }
  }

  /**
   * Runs a part of a user phase that formats something. If it fails and built-in objects are changed,
   * it runs again with the originals.
   */
  inWords<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!this.#isUsers) throw error;
      return this.own(() => {
        if (this.#changes.length === 0) throw error;
        return work();
      });
    }
  }

  /**
   * Like `own`, for where the host is called from outside: what code of the user has changed meanwhile,
   * when it was not its phase, becomes a change of the user's too.
   */
  begin<T>(work: () => T): T {
    if (!this.#isUsers && !this.#isProgram) this.#takeOut();
    return this.own(work);
  }

  /**
   * Like `own`, but in a sealed program: its changes are removed while `work` runs, then restored.
   * Elsewhere it is `own`.
   */
  aside<T>(work: () => T): T {
    if (this.#isUsers) return this.own(work);
    // another thread may have this one do something amid the removal of changes, which goes on after that
    const isAmid = this.#isAside && this.#isChangingSides;
    if (!this.#isProgram || (this.#isAside && !isAmid)) return work();
    const found = this.#found;
    const setSlots = this.#setSlots;
    this.#found = [];
    this.#setSlots = [];
    this.#isAside = true;
    this.#takeOut();
    try {
      return work();
    } finally {
      this.enterUsers();
      this.#isUsers = false;
      this.#isAside = isAmid;
      this.#isChangingSides = isAmid;
      this.#changes = [];
      this.#setSlots = setSlots;
      this.#found = found;
    }
  }

  /**
   * Restores the sealed properties. The newest changes come first in the list, and are reapplied last.
   */
  #takeOut(): void {
    this.#isChangingSides = true;
    const earlier = this.#changes;
    const found = this.#found;
    const sealed = this.#sealed;
    for (let index = 0; index < sealed.length; index++) restoreSealed(sealed[index], found);
    resetSlots(this.#slots, this.#setSlots);
    for (let index = 0; index < earlier.length; index++) found[found.length] = earlier[index];
    this.#changes = found;
    this.#found = [];
    this.#isChangingSides = false;
  }
}
