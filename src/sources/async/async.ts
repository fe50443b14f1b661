import { formatCount } from '../../base/text';
import type { Followed } from '../../record/slices/asyncParents';
import type { AsyncBodies, Following } from '../../record/slices/asyncBodies';
import type { Contribution, Source } from '../../record/build/contribution';
import { SeparateContexts, isFollowingCheap } from './asyncContext';
import { SourceFaults, type SourceKind } from '../source';

/** Follows asynchronous code for all recordings that want it. */
export class AsyncFollowers {
  readonly #contexts = new SeparateContexts();
  readonly #users = new Set<Following>();

  constructor(
    private readonly bodies: AsyncBodies,
    private readonly isCheap: boolean = isFollowingCheap()
  ) {}

  /** Asynchronous slices that were followed so far. */
  get followed(): number {
    return this.bodies.followed;
  }

  /** Asynchronous slices that were not followed because too many others were open. */
  get notFollowed(): number {
    return this.bodies.notFollowed;
  }

  /** Follows for one more recording; what any of them wants is done. */
  add(wanted: Following): void {
    this.#users.add(wanted);
    this.#update();
  }

  /** Stops following for one recording. After the last one, promises behave as if nothing had followed them. */
  remove(wanted: Following): void {
    if (this.#users.delete(wanted)) this.#update();
  }

  #update(): void {
    const users = [...this.#users];
    const following = {
      everything: users.some(({ everything }) => everything),
      running: users.some(({ running }) => running)
    };
    const isWhole = ({ everything, running }: Following): boolean =>
      this.isCheap || everything || running;
    const kept = {
      contexts: users.some(isWhole),
      promises: users.some(user => !isWhole(user))
    };
    if (users.length === 0) this.bodies.unfollow();
    else this.bodies.follow(this.#contexts, following);
    this.#contexts.keepIn(kept);
  }
}

/**
 * The parts of following asynchronous code that a recording requests by its option: all with `true`,
 * none with `false`; with `null` the parents of slices in functions declared `async`, which costs code
 * outside of them next to nothing.
 */
export function wantedFollowing(option: boolean | null): Following | null {
  if (option === true) return { everything: true, running: true };
  return option === null ? { everything: false, running: false } : null;
}

/** The code whose slices have their parents from following, in a recording with this option. */
export function followedBy(option: boolean | null): Followed {
  if (option === null) return 'asyncFunctions';
  return option ? 'everything' : 'nothing';
}

/**
 * True if a recording with this option makes Node follow promises, as asynchronous hooks do: then
 * JavaScript must not be terminated from outside after an `await`, since Node would abort.
 */
export function followsPromises(option: boolean | null): boolean {
  return option === true && !isFollowingCheap();
}

/** Has asynchronous slices followed while one recording is open. */
export class AsyncSource implements Source {
  readonly #faults = new SourceFaults('async', 'Parents after an await are missing.');
  #followedBefore = 0;
  #missedBefore = 0;
  #records = 0;
  #isOpen = false;

  constructor(
    private readonly followers: AsyncFollowers,
    private readonly wanted: Following
  ) {}

  start(): void {
    this.#faults.guard(() => this.followers.add(this.wanted), undefined);
    this.#followedBefore = this.followers.followed;
    this.#missedBefore = this.followers.notFollowed;
    this.#isOpen = true;
  }

  endWindow(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#records = this.followers.followed - this.#followedBefore;
    const missed = this.followers.notFollowed - this.#missedBefore;
    if (missed > 0) {
      this.#faults.limited(`${formatCount(missed)} ranges began while too many others were open`);
    }
    this.#faults.guard(() => this.followers.remove(this.wanted), undefined);
  }

  stopNow(): void {
    this.endWindow();
  }

  contribute(): Contribution {
    return { report: this.#faults.report(this.#records) };
  }
}

/** Asynchronous code, followed across `await`s. */
export const ASYNC: SourceKind<
  { readonly async: boolean | null },
  { readonly recorder: { readonly bodies: AsyncBodies } }
> = {
  open: ({ recorder }) => {
    const followers = new AsyncFollowers(recorder.bodies);
    return {
      sources: options => {
        const following = wantedFollowing(options.async);
        return following ? [new AsyncSource(followers, following)] : [];
      }
    };
  }
};
