import {
  type Change,
  type Described,
  type Sealed,
  type WatchedObject,
  plainDescriptor,
  restoreSealed,
  sealedOf
} from './sealedObject';

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

const same = Object.is;

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

const { defineProperty, deleteProperty } = Reflect;

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
