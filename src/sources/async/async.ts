import type { SourceKind } from '../sourceKind';
import type { AsyncBodies, Following } from '../../record/slices/asyncBodies';
import type { Contribution, Source } from '../../record/build/contribution';
import { AsyncContext, isFollowingCheap } from './asyncContext';
import { SourceFaults } from '../source';

/** Follows asynchronous code for all recordings that want it. */
export class AsyncFollowers {
  private readonly context = new AsyncContext();
  private readonly users = new Set<Following>();

  constructor(private readonly bodies: AsyncBodies) {}

  /** Asynchronous slices that were followed so far. */
  get followed(): number {
    return this.bodies.followed;
  }

  /** Follows for one more recording; what any of them wants is done. */
  add(wanted: Following): void {
    if (this.users.size === 0) this.context.enable();
    this.users.add(wanted);
    this.update();
  }

  /** Follows for one recording less; with the last one promises are as they were. */
  remove(wanted: Following): void {
    if (!this.users.delete(wanted)) return;
    if (this.users.size > 0) {
      this.update();
      return;
    }
    this.bodies.unfollow();
    this.context.disable();
  }

  private update(): void {
    const wants = (what: keyof Following) => [...this.users].some(user => user[what]);
    this.bodies.follow(this.context, {
      everything: wants('everything'),
      running: wants('running')
    });
  }
}

/**
 * The parts of following asynchronous code that a recording requests by its option: all with `true`,
 * none with `false`; with `null`, if that costs promises nothing, the parents of slices in functions
 * declared `async`.
 */
export function wantedFollowing(
  option: boolean | null,
  isCheap: boolean = isFollowingCheap()
): Following | null {
  if (option === true) return { everything: true, running: true };
  return option === null && isCheap ? { everything: false, running: false } : null;
}

/**
 * True if a recording with this option makes Node follow promises, as asynchronous hooks do: then
 * JavaScript must not be terminated from outside after an `await`, since Node would abort.
 */
export function followsPromises(option: boolean | null): boolean {
  return wantedFollowing(option) !== null && !isFollowingCheap();
}

/** Has asynchronous slices followed while one recording is open. */
export class AsyncSource implements Source {
  private readonly faults = new SourceFaults('async', 'Parents after an await are missing.');
  private followedBefore = 0;
  private records = 0;
  private isOpen = false;

  constructor(
    private readonly followers: AsyncFollowers,
    private readonly wanted: Following
  ) {}

  start(): void {
    this.faults.guard(() => this.followers.add(this.wanted), undefined);
    this.followedBefore = this.followers.followed;
    this.isOpen = true;
  }

  endWindow(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.records = this.followers.followed - this.followedBefore;
    this.faults.guard(() => this.followers.remove(this.wanted), undefined);
  }

  stopNow(): void {
    this.endWindow();
  }

  contribute(): Contribution {
    return { report: this.faults.report(this.records) };
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
