import { OwnMap } from '../../../base/intrinsics/ownMap';
import { nextRandom } from '../../../base/nextRandom';

/** Awaits that were seen to follow so often are taken to do so again. */
const SURE = 2;

/** Where others follow more often than once in so many times, none is foreseen. */
const MOST_OTHERS = 20;

/** Another one that followed so often in a row is the one from then on. */
const CHANGED = 3;

/** After so many times the earlier ones count half. */
const MAX_SEEN = 128;

/** The most times in a row that an await is foreseen before its stack is captured again. */
const LONGEST_LEAP = 32;

/** Awaits after one that goes on that are told apart. */
const MAX_ORDINAL = 32;

/** An await that follows another one. */
interface Follower {
  stack: number;
  /** How often it was seen to follow, and others in its place: later ones count for more. */
  seen: number;
  others: number;
  /** Others that were seen since. */
  othersSince: number;
  /** How often it is taken to happen before it is looked at again. */
  leap: number;
}

/**
 * The stacks of awaits that were captured, by what went on before: code that goes on after an `await` mostly
 * comes to the same next one, as a loop does. A stack that is foreseen costs a fiftieth of a captured one, so
 * that all awaits of a busy program can be known.
 */
export class ForeseenAwaits {
  readonly #followers = new OwnMap<number, (Follower | undefined)[]>();
  #goingOn: (Follower | undefined)[] | null = null;
  #ordinal = -1;
  #random = 1;

  // hot
  /**
   * Code goes on after an await that began with that stack; -1 for one that is not known. Of those that begin with
   * one stack, as two calls of a line do, the `ordinal` tells which it is.
   */
  goesOn(stack: number, ordinal: number): void {
    this.#ordinal = -1;
    if (stack < 0) {
      this.#goingOn = null;
      return;
    }
    const key = stack * MAX_ORDINAL + ordinal;
    const known = this.#followers.get(key);
    this.#goingOn = known ?? [];
    if (known === undefined) this.#followers.set(key, this.#goingOn);
  }

  /** The number of the await that began last among those that code went on to; 0 where it is not known. */
  get ordinal(): number {
    return this.isLearning ? this.#ordinal : 0;
  }

  // hot
  /** The code that went on has ended. */
  ended(): void {
    this.#goingOn = null;
  }

  /** Whether the stack of the await that begins now helps to foresee that of a later one. */
  get isLearning(): boolean {
    return this.#goingOn !== null && this.#ordinal < MAX_ORDINAL;
  }

  // hot
  /** The stack of the await that begins now, or -1 where it has to be captured. */
  foresee(): number {
    const following = this.#goingOn;
    if (following === null || ++this.#ordinal >= MAX_ORDINAL) return -1;
    const follower = following[this.#ordinal];
    return follower !== undefined && isSure(follower) && follower.leap-- > 0 ? follower.stack : -1;
  }

  // hot
  /** The stack that the await which begins now mostly has, however long ago it was looked at; -1 where it is not known. */
  get likely(): number {
    const follower = this.isLearning ? this.#goingOn?.[this.#ordinal] : undefined;
    return follower !== undefined && isSure(follower) ? follower.stack : -1;
  }

  // hot
  /** Learns the stack of the await that was not foreseen. */
  learn(stack: number): void {
    const following = this.#goingOn;
    if (following === null || this.#ordinal >= MAX_ORDINAL) return;
    const follower = following[this.#ordinal];
    if (follower === undefined) {
      following[this.#ordinal] = { stack, seen: 1, others: 0, othersSince: 0, leap: 0 };
    } else if (follower.stack === stack) {
      follower.seen++;
      follower.othersSince = 0;
      if (follower.seen === MAX_SEEN) {
        follower.seen >>= 1;
        follower.others >>= 1;
      }
      const longest = Math.min(LONGEST_LEAP, follower.seen >> 1);
      this.#random = nextRandom(this.#random);
      follower.leap = (this.#random >> 8) % (longest + 1);
    } else {
      follower.others++;
      follower.leap = 0;
      if (++follower.othersSince < CHANGED && follower.others <= follower.seen) return;
      Object.assign(follower, { stack, seen: 1, others: 1, othersSince: 0 });
    }
  }

  /** Forgets everything. */
  clear(): void {
    this.#followers.clear();
    this.#goingOn = null;
  }
}

function isSure({ seen, others }: Follower): boolean {
  return seen >= SURE && others * MOST_OTHERS <= seen;
}
