import { TokenRoom } from '../logs/tokenRows';

/** Slices whose stacks are kept at most in a recording; later ones are counted as dropped. */
const MAX_SLICE_STACKS = 1 << 20;

/** Number of stacks stored before those of old slices are searched for. */
const FIRST_ROOM = 1 << 16;

/** In place of a stack that was not taken. */
export const NO_STACK = -1;

/** Returns the number of the current stack, or {@link NO_STACK}. Never throws. */
export type StackCapture = () => number;

/** Receives each slice of {@link SliceStackLog.forEach}, in order of tokens. */
export type SliceStackVisitor = (token: number, stack: number) => void;

/** The stacks at the start of a recording's slices; empty if nothing captures stacks. */
export class SliceStackLog {
  readonly #tokens: number[] = [];
  readonly #stacks: number[] = [];
  readonly #room: TokenRoom;
  #refused = 0;

  /** `oldestToken` returns the oldest slice that is still kept. */
  constructor(oldestToken: () => number, most: number = MAX_SLICE_STACKS) {
    this.#room = new TokenRoom(oldestToken, { first: FIRST_ROOM, most });
  }

  /** Slices whose stacks did not fit. */
  get dropped(): number {
    return this.#refused;
  }

  /** The number of the stack of a slice that is about to begin, while there is room for it. */
  take(capture: StackCapture): number {
    const tokens = this.#tokens;
    const stacks = this.#stacks;
    const room = this.#room;
    if (!room.isFull(tokens.length) || room.make(tokens, stacks)) return capture();
    this.#refused++;
    return NO_STACK;
  }

  /** Stores the stack captured for a slice. */
  add(token: number, stack: number): void {
    this.#tokens.push(token);
    this.#stacks.push(stack);
  }

  /** Forgets all slices. */
  clear(): void {
    this.#tokens.length = 0;
    this.#stacks.length = 0;
    this.#room.clear();
    this.#refused = 0;
  }

  /** Visits the slices from token `from` up to, not including, `to`. */
  forEach(from: number, to: number, visit: SliceStackVisitor): void {
    this.#tokens.forEach((token, row) => {
      if (token >= from && token < to) visit(token, this.#stacks[row]);
    });
  }
}
