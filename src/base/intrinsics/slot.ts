import { type Described, type WatchedObject, plainDescriptor } from './sealedObject';

/** A value behind a getter and a setter, such as `globalThis.process`. */
export interface Slot {
  readonly get: () => unknown;
  readonly set: (value: unknown) => void;
  readonly original: unknown;
}

/** A slot that user code has set. */
export interface SetSlot {
  readonly slot: Slot;
  readonly theirs: unknown;
}

const same = Object.is;

/** The slots of an object, with their present values. */
export function slotsOf({ object, slots = [] }: WatchedObject): Slot[] {
  return slots.flatMap(key => {
    const { get, set } = plainDescriptor(object, key) as Described;
    return get && set ? [{ get, set, original: get() }] : [];
  });
}

/** Sets what user code has set back to the original values, and adds it to `found`. */
export function resetSlots(slots: readonly Slot[], found: SetSlot[]): void {
  for (let index = 0; index < slots.length; index++) {
    const slot = slots[index];
    const theirs = slot.get();
    if (same(theirs, slot.original)) continue;
    slot.set(slot.original);
    found[found.length] = { slot, theirs };
  }
}
