import type { Contribution, ContributionContext, Source } from '../record/contribution';
import type { Recorder } from '../record/recorder';
import type { SourceLinesOptions } from './callFrames';
import { CallFrames } from './callFrames';
import { OperatorStackCapture } from './operatorStackCapture';
import { OperatorStackRows } from './operatorStackRows';
import { SourceFaults } from './source';
import { badMapsText } from './sourceMapper';

/** Cost of taking one stack of some twenty frames, nanoseconds. */
const STACK_COST_NS = 15_000;

/** Captures stacks for all recordings of a recorder, while at least one wants them. */
export class OperatorStackHook {
  private capturing: OperatorStackCapture | null = null;
  private readonly users = new Set<object>();

  constructor(readonly recorder: Recorder) {}

  /** What was captured; null before the first recording that wanted it. */
  get captured(): OperatorStackCapture | null {
    return this.capturing;
  }

  /** From now on slices are begun with their stacks. */
  acquire(user: object): void {
    const capturing = (this.capturing ??= new OperatorStackCapture(this.recorder));
    this.users.add(user);
    this.recorder.stacks.capture = () => capturing.capture();
  }

  /** Takes a user off; with the last one nothing is captured any more. */
  release(user: object): void {
    this.users.delete(user);
    if (this.users.size === 0) this.recorder.stacks.capture = null;
  }
}

/** What {@link OperatorStacks} needs. */
export interface OperatorStacksOptions extends Pick<SourceLinesOptions, 'mapper' | 'folder'> {
  readonly hook: OperatorStackHook;
}

/** Notes for every slice the stack that it is begun with, without the frames of the profiler. */
export class OperatorStacks implements Source {
  private readonly faults = new SourceFaults('operatorStacks', 'Profile again without --stack.');
  private takenBefore = 0;
  private failedBefore = 0;
  private records = 0;
  private isActive = false;

  constructor(private readonly options: OperatorStacksOptions) {}

  start(): void {
    const { hook } = this.options;
    this.faults.guard(() => hook.acquire(this), undefined);
    this.takenBefore = hook.captured?.taken ?? 0;
    this.failedBefore = hook.captured?.failed ?? 0;
    this.isActive = true;
  }

  async stop(): Promise<void> {
    this.stopNow();
    return Promise.resolve();
  }

  stopNow(): void {
    if (!this.isActive) return;
    this.isActive = false;
    const { hook } = this.options;
    this.records = (hook.captured?.taken ?? 0) - this.takenBefore;
    hook.release(this);
  }

  contribute(context: ContributionContext): Contribution {
    const { hook, mapper, folder } = this.options;
    const { captured, recorder } = hook;
    if (captured === null) return { report: this.faults.report(0) };
    const missing = captured.failed - this.failedBefore + recorder.stacks.dropped;
    if (missing > 0) this.faults.limited(`${missing} slices have no stacks: there were too many`);
    const badMaps = badMapsText(captured.scripts, this.options);
    if (badMaps !== null) this.faults.limited(badMaps);
    const { strings, stacks } = context;
    const frames = new CallFrames({ strings, stacks, mapper, folder });
    const rows = new OperatorStackRows(captured, frames, stacks);
    return {
      report: this.faults.report(this.records),
      rowOfStack: number => rows.rowOf(number),
      overheadNs: this.records * STACK_COST_NS
    };
  }
}
