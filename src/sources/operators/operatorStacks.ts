import type { Contribution, ContributionContext, Source } from '../../record/build/contribution';
import type { Recorder } from '../../record/recorder';
import { NO_STACK } from '../../record/slices/sliceStackLog';
import { CallFrames, type SourceLinesOptions } from '../v8/cpu/callFrames';
import { OperatorStackCapture } from './operatorStackCapture';
import { OperatorStackRows } from './operatorStackRows';
import { SourceFaults, type SourceKind } from '../source';
import { type SourceMapper, badMapsText } from '../v8/scripts/sourceMapper';

/** Captures stacks for all recordings of a recorder, while at least one wants them. */
export class OperatorStackHook {
  #capturing: OperatorStackCapture | null = null;
  readonly #users = new Set<object>();

  constructor(readonly recorder: Recorder) {}

  /** The captured stacks; null before the first recording that requested them. */
  get captured(): OperatorStackCapture | null {
    return this.#capturing;
  }

  /** From now on slices are begun with their stacks. */
  acquire(user: object): void {
    const capturing = (this.#capturing ??= new OperatorStackCapture(this.recorder));
    this.#users.add(user);
    this.recorder.stackCapture = () => capturing.capture();
  }

  /** Takes a user off; with the last one nothing is captured any more. */
  release(user: object): void {
    this.#users.delete(user);
    if (this.#users.size === 0) this.recorder.stackCapture = null;
  }
}

/** The number of captured stacks up to a moment. */
type Figures = Pick<OperatorStackCapture, 'taken' | 'failed' | 'spentNs'>;

const NOTHING_YET: Figures = { taken: 0, failed: 0, spentNs: 0 };

function figuresOf(captured: OperatorStackCapture | null): Figures {
  if (captured === null) return NOTHING_YET;
  const { taken, failed, spentNs } = captured;
  return { taken, failed, spentNs };
}

/** The dependencies of {@link OperatorStacks}. */
export interface OperatorStacksOptions extends Pick<SourceLinesOptions, 'mapper' | 'folder'> {
  readonly hook: OperatorStackHook;
}

/** Notes for every slice the stack that it is begun with, without the frames of the profiler. */
export class OperatorStacks implements Source {
  readonly #faults = new SourceFaults('operatorStacks', 'Profile again without --stack.');
  #before = NOTHING_YET;
  #done = NOTHING_YET;
  #isActive = false;

  constructor(private readonly options: OperatorStacksOptions) {}

  start(): void {
    const { hook } = this.options;
    this.#faults.guard(() => hook.acquire(this), undefined);
    this.#before = figuresOf(hook.captured);
    this.#isActive = true;
  }

  /** No slice that begins from now on counts. */
  endWindow(): void {
    this.stopNow();
  }

  stopNow(): void {
    if (!this.#isActive) return;
    this.#isActive = false;
    const { hook } = this.options;
    this.#done = figuresOf(hook.captured);
    hook.release(this);
  }

  contribute(context: ContributionContext): Contribution {
    const { hook, mapper, folder } = this.options;
    const { captured, recorder } = hook;
    if (captured === null) return { report: this.#faults.report(0) };
    const before = this.#before;
    const done = this.#done;
    const missing = done.failed - before.failed + recorder.stacks.dropped;
    if (missing > 0) {
      this.#faults.limited(`${missing} slices have stacks that did not fit or could not be taken`);
    }
    const badMaps = this.#faults.guard(() => badMapsText(captured.scripts, this.options), null);
    if (badMaps !== null) this.#faults.limited(badMaps);
    const { strings, stacks } = context;
    const frames = new CallFrames({ strings, stacks, mapper, folder });
    const rows = new OperatorStackRows(captured, frames, stacks);
    return {
      report: this.#faults.report(done.taken - before.taken),
      rowOfStack: number => this.#faults.guard(() => rows.rowOf(number), NO_STACK),
      overheadNs: done.spentNs - before.spentNs
    };
  }
}

/** The stacks that operators are run from. */
export const OPERATOR_STACKS: SourceKind<
  { readonly stacks: boolean },
  { readonly recorder: Recorder; readonly mapper: SourceMapper; readonly folder: string }
> = {
  open: host => {
    const hook = new OperatorStackHook(host.recorder);
    return {
      sources: ({ stacks }) => {
        const { mapper, folder } = host;
        return stacks ? [new OperatorStacks({ hook, mapper, folder })] : [];
      }
    };
  }
};
