import { OwnMap } from '../../../base/intrinsics/ownMap';
import { nextRandom } from '../../../base/nextRandom';

/** Awaits that were seen to follow so often are taken to do so again. */
const SURE = 2;

/** The most times in a row that an await is foreseen before its stack is captured again. */
const LONGEST_LEAP = 32;

/** Awaits after one that goes on that are told apart. */
const MAX_ORDINAL = 32;

/** An await that follows another one. */
interface Follower {
  readonly stack: number;
  seen: number;
  /** How often it is taken to happen before it is looked at again. */
  leap: number;
  /** Whether others follow as well. */
  isDoubtful: boolean;
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
    if (follower === undefined || follower.isDoubtful || follower.seen < SURE) return -1;
    return follower.leap-- > 0 ? follower.stack : -1;
  }

  // hot
  /** Learns the stack of the await that was not foreseen. */
  learn(stack: number): void {
    const following = this.#goingOn;
    if (following === null || this.#ordinal >= MAX_ORDINAL) return;
    const follower = following[this.#ordinal];
    if (follower === undefined) {
      following[this.#ordinal] = { stack, seen: 1, leap: 0, isDoubtful: false };
    } else if (follower.stack === stack) {
      follower.seen++;
      const longest = Math.min(LONGEST_LEAP, follower.seen >> 1);
      this.#random = nextRandom(this.#random);
      follower.leap = (this.#random >> 8) % (longest + 1);
    } else {
      follower.isDoubtful = true;
    }
  }

  /** Forgets everything. */
  clear(): void {
    this.#followers.clear();
    this.#goingOn = null;
  }
}
