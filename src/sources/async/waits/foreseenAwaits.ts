import { min } from '../../../base/intrinsics/ownFunctions';
import { OwnMap } from '../../../base/intrinsics/ownMap';
import { nextRandom } from '../../../base/nextRandom';

/** An await that was seen to follow this often is assumed to follow again. */
const SURE = 2;

/** If other awaits follow more than once in this many times, none is foreseen. */
const MOST_OTHERS = 20;

/** A different await that followed this often in a row replaces the foreseen one. */
const CHANGED = 3;

/** After this many times, earlier counts are halved. */
const MAX_SEEN = 128;

/** The most times in a row that an await is foreseen before its stack is captured again. */
const LONGEST_LEAP = 32;

/** How many awaits are distinguished after one that resumes. */
const MAX_ORDINAL = 32;

/** An await that follows another one. */
interface Follower {
  stack: number;
  /** How often it was seen to follow, and how often others were instead. Recent ones weigh more. */
  seen: number;
  others: number;
  /** How many others were seen since. */
  othersSince: number;
  /** How often it is assumed before its stack is captured again. */
  leap: number;
}

/**
 * The captured stacks of awaits, by the await that resumed before each. Code that resumes after an `await` mostly
 * reaches the same next one, as a loop does. Foreseeing a stack costs a fiftieth of capturing it, so that every await
 * of a busy program can be known.
 */
export class ForeseenAwaits {
  readonly #followers = new OwnMap<number, (Follower | undefined)[]>();
  #goingOn: (Follower | undefined)[] | null = null;
  #ordinal = -1;
  #random = 1;

  // hot
  /**
   * Notes that code resumes after an await with that stack; -1 if it is unknown. If several awaits have the same stack,
   * as two calls on one line do, `ordinal` tells them apart.
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

  /** The ordinal of the newest await since code last resumed; 0 if it is unknown. */
  get ordinal(): number {
    return this.isLearning ? this.#ordinal : 0;
  }

  // hot
  /** Notes that the code which resumed has ended. */
  ended(): void {
    this.#goingOn = null;
  }

  /** Whether the stack of the await that starts now helps to foresee later ones. */
  get isLearning(): boolean {
    return this.#goingOn !== null && this.#ordinal < MAX_ORDINAL;
  }

  // hot
  /** The foreseen stack of the await that starts now, or -1 if it has to be captured. */
  foresee(): number {
    const following = this.#goingOn;
    if (following === null || ++this.#ordinal >= MAX_ORDINAL) return -1;
    const follower = following[this.#ordinal];
    return follower !== undefined && isSure(follower) && follower.leap-- > 0 ? follower.stack : -1;
  }

  // hot
  /** The most likely stack of the await that starts now, however long ago it was captured; -1 if unknown. */
  get likely(): number {
    const follower = this.isLearning ? this.#goingOn?.[this.#ordinal] : undefined;
    return follower !== undefined && isSure(follower) ? follower.stack : -1;
  }

  // hot
  /** Learns the captured stack of the await that starts now. */
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
      const longest = min(LONGEST_LEAP, follower.seen >> 1);
      this.#random = nextRandom(this.#random);
      follower.leap = (this.#random >> 8) % (longest + 1);
    } else {
      follower.others++;
      follower.leap = 0;
      if (++follower.othersSince < CHANGED && follower.others <= follower.seen) return;
      follower.stack = stack;
      follower.seen = 1;
      follower.others = 1;
      follower.othersSince = 0;
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
