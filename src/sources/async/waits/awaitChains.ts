import { growing } from '../../../model/profile/columns';
import { intrinsics } from '../../../base/intrinsics/intrinsics';
import { toNumber } from '../../../base/intrinsics/ownFunctions';
import { NS_PER_MS } from '../../../base/time';
import type { Recorder } from '../../../record/recorder';
import { OperatorStackCapture } from '../../operators/operatorStackCapture';
import type { CollectedStretches } from '../../v8/cpu/awaitedStacks';
import { hookPromises } from '../../process/promiseListeners';

/** The most frames of a stack together with the stacks that await it. Beyond that, callers that await are unknown. */
const MAX_FRAMES = 256;

/** Stretches that are kept at most. */
const MAX_STRETCHES = 1 << 20;

/** The budget for finding out who awaits: a share of the elapsed time, plus a fixed number of nanoseconds. */
const MAX_SHARE = 0.03;
const FREE_NS = 20 * NS_PER_MS;

/**
 * Finds out who awaits the code that runs, for as long as anyone wants: after a sample was taken in what goes on after an
 * `await`, V8 is asked at the next promise that is made or settled there, which is before the code waits again, or ends.
 * V8 follows promises to the one function that awaits each, and stops where there is none, or more than one.
 */
export class AwaitChains {
  readonly #captured: OperatorStackCapture;
  readonly #users = new Set<object>();
  #fromNs = growing.float64();
  #toNs = growing.float64();
  #chain = growing.int32();
  /** The number of samples since it was set to 0, and the time of the first one. */
  #marks: Float64Array = new Float64Array(2);
  #isWithin = false;
  #stopHooks: (() => void) | null = null;
  #startedNs = 0;
  #spentBefore = 0;

  constructor(private readonly recorder: Pick<Recorder, 'generation' | 'now'>) {
    this.#captured = new OperatorStackCapture(recorder, MAX_FRAMES);
  }

  /** The cost of finding out so far, nanoseconds. */
  get spentNs(): number {
    return this.#captured.spentNs;
  }

  /** Adds a user. Each sample of the thread changes `marks`, see `NativeCpuSampler.marks`. */
  acquire(user: object, marks: Float64Array): void {
    this.#users.add(user);
    if (this.#users.size > 1) return;
    this.#fromNs = growing.float64();
    this.#toNs = growing.float64();
    this.#chain = growing.int32();
    this.#marks = marks;
    this.#isWithin = false;
    this.#startedNs = Number(this.recorder.now());
    this.#spentBefore = this.spentNs;
    this.#stopHooks = intrinsics.own(() => hookPromises(this.#hooks)) ?? null;
  }

  /** Removes a user. After the last one, promises are no longer hooked. */
  release(user: object): void {
    if (!this.#users.delete(user) || this.#users.size > 0) return;
    const stopHooks = this.#stopHooks;
    this.#stopHooks = null;
    if (stopHooks) intrinsics.own(stopHooks);
  }

  /** Everything found out since the first of the current users was added. */
  collected(): CollectedStretches {
    return {
      fromNs: this.#fromNs.toColumn(),
      toNs: this.#toNs.toColumn(),
      chain: this.#chain.toColumn(),
      stacks: this.#captured.toColumns()
    };
  }

  // hot
  readonly #look = (): void => {
    if (this.#isWithin && this.#marks[0] > 0) this.#find();
  };

  // hot
  readonly #hooks = {
    init: this.#look,
    before: (): void => {
      this.#isWithin = true;
      this.#marks[0] = 0;
    },
    after: (): void => {
      this.#isWithin = false;
    },
    settled: this.#look
  };

  // hot
  #find(): void {
    const fromNs = this.#marks[1];
    const spentNs = this.spentNs - this.#spentBefore;
    const mayCapture = spentNs < FREE_NS + MAX_SHARE * (fromNs - this.#startedNs);
    const chain = mayCapture ? this.#captured.captureAwaits() : -1;
    if (chain >= 0 && this.#chain.length < MAX_STRETCHES) {
      this.#fromNs.push(fromNs);
      this.#toNs.push(toNumber(this.recorder.now()));
      this.#chain.push(chain);
    }
    this.#marks[0] = 0;
  }
}
