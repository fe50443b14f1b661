import { OwnMap } from '../../base/intrinsics/ownMap';
import { TokenRoom } from '../logs/tokenRows';

/** The asynchronous code that a recording has followed, by the functions that it begins in. */
export type Followed = 'nothing' | 'asyncFunctions' | 'everything';

/** The innermost slice on a lane whose code is running, or -1; maybe only those of functions declared `async`. */
export type BodyAround = (ofAsyncFunctions: boolean) => number;

/** Slices of which other parents are kept for recordings that follow less; later ones have the same in all. */
const MAX_OTHER_PARENTS = 1 << 20;

/** Number of them before those of old slices are searched for. */
const FIRST_ROOM = 1 << 12;

/**
 * Parents that are not on the stack of open slices: a slice that begins after an `await` is a part of
 * the asynchronous slice whose code continues, although that slice is on a lane. Below it on the stack
 * is another slice, or none.
 */
export class AsyncParents {
  /** The newest slice on a lane whose code may go on, or -1: only slices below it look here. */
  newestBody = -1;
  /** The newest open slice with a parent on a lane, or -1. */
  newestAdopted = -1;
  /** Whether open recordings follow different code, so that the parents in each are kept. */
  differ = false;
  readonly #stackBelow = new OwnMap<number, number>();
  readonly #tokens: number[] = [];
  readonly #parents: Readonly<Record<Exclude<Followed, 'everything'>, number[]>> = {
    nothing: [],
    asyncFunctions: []
  };
  readonly #room: TokenRoom;
  #bodyAround: BodyAround = () => -1;

  /** `oldestToken` returns the oldest slice that is still kept. */
  constructor(oldestToken: () => number) {
    this.#room = new TokenRoom(oldestToken, { first: FIRST_ROOM, most: MAX_OTHER_PARENTS });
  }

  /** Has `bodyAround` tell the slice on a lane whose code is running. */
  askOf(bodyAround: BodyAround): void {
    this.#bodyAround = bodyAround;
  }

  /** The running slice: `top`, the innermost slice on the stack, or a later one on a lane. */
  cause(top: number): number {
    if (top >= this.newestBody) return top;
    const around = this.#bodyAround(false);
    return around > top ? around : top;
  }

  /** The parent of the new slice `token`, which comes onto the stack above `top`. */
  adopt(token: number, top: number): number {
    const body = this.#bodyAround(false);
    if (body > top || this.#isOtherAround(top)) this.#keepOthers(token, top);
    if (body <= top) return top;
    this.#stackBelow.set(token, top);
    this.newestAdopted = token;
    return body;
  }

  /** The slice `token` of a lane was begun by `cause` while `top` was on the stack. */
  caused(token: number, cause: number, top: number): void {
    if (cause !== top || this.#isOtherAround(top)) this.#keepOthers(token, top);
  }

  /** The slice below `token` on the stack if that is not its parent; else undefined. */
  below(token: number): number | undefined {
    return this.#stackBelow.get(token);
  }

  /** The slices whose parent is another one in recordings that had only `followed` followed. */
  *othersOf(followed: Followed): Generator<readonly [token: number, parent: number]> {
    if (followed === 'everything') return;
    const parents = this.#parents[followed];
    for (let row = 0; row < parents.length; row++) yield [this.#tokens[row], parents[row]];
  }

  /** `token` leaves the stack. */
  forget(token: number): void {
    if (!this.#stackBelow.delete(token)) return;
    this.newestAdopted = -1;
    this.#stackBelow.forEach((_below, adopted) => {
      if (adopted > this.newestAdopted) this.newestAdopted = adopted;
    });
  }

  /** Forgets all. */
  clear(): void {
    this.newestBody = -1;
    this.newestAdopted = -1;
    this.#stackBelow.clear();
    for (const column of [this.#tokens, ...Object.values(this.#parents)]) column.length = 0;
    this.#room.clear();
  }

  /** Whether those that follow less know of code that the others do not: it began before these. */
  #isOtherAround(top: number): boolean {
    return this.differ && top < this.newestBody && this.#bodyAround(true) > top;
  }

  #keepOthers(token: number, top: number): void {
    const tokens = this.#tokens;
    const room = this.#room;
    const { nothing, asyncFunctions } = this.#parents;
    if (!this.differ) return;
    if (room.isFull(tokens.length) && !room.make(tokens, nothing, asyncFunctions)) return;
    tokens.push(token);
    nothing.push(top);
    asyncFunctions.push(Math.max(top, this.#bodyAround(true)));
  }
}
