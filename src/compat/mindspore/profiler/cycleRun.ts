import type { ProfileStatus } from '../../../model/profile/profile';
import type { FinishedProfile } from '../../../engine/results/finishedProfile';
import type { RecordingHost } from '../../../engine/recording/recordingHost';
import type { RecordingOptions } from '../../../engine/options/recordingOptions';
import type { ScheduleFunction } from '../../../engine/schedule/profilerAction';
import { ScheduledRun } from '../../../engine/sessions/scheduledRun';
import type { Cycle, CycleLayout } from '../../../engine/sessions/cycleLayout';

/** What a {@link CycleRun} works with. */
export interface CycleRunParts {
  readonly host: RecordingHost;
  readonly layout: CycleLayout;
  readonly recording: Partial<RecordingOptions>;
  /** Whether windows are of this thread alone, whatever is attached. */
  readonly isAlone: boolean;
  /** Null for one window from the start to the stop, without steps. */
  readonly schedule: ScheduleFunction | null;
  /** The number of the first step. */
  readonly firstStep: number;
  readonly warn: (message: string) => void;
  /** What of a window is to be kept. */
  readonly kept: (profile: FinishedProfile) => FinishedProfile;
  /** JSON texts by key, for each cycle. */
  readonly metadata: () => ReadonlyMap<string, string>;
  /**
   * Takes what was recorded, and where it was written, or null where it could not be; the next window
   * waits for it. Never throws.
   */
  readonly onSaved: (profile: FinishedProfile, path: string | null) => Promise<void> | void;
}

const RECORDS_ALL: ScheduleFunction = () => 'RECORD';

/** What a `Profiler` does from a start to a stop: windows, and their cycles in a layout. */
export class CycleRun {
  private readonly run: ScheduledRun;
  /** The cycle of the window that is open, or that is being awaited. */
  private cycle: Cycle | null = null;
  private isEnding = false;
  private isHandedOver = true;

  /** @throws ScheduleError when the schedule gives no action for the first step */
  constructor(private readonly parts: CycleRunParts) {
    const { host, recording, isAlone, schedule, firstStep, warn, layout } = parts;
    this.run = new ScheduledRun({
      host,
      recording,
      isAlone,
      schedule: schedule ?? RECORDS_ALL,
      marksSteps: schedule !== null,
      firstStep,
      warn,
      onOpen: window => {
        this.cycle = host.recorder.ownWork(() => layout.begin(window));
      },
      onWindow: profile => this.save(profile),
      onDrop: () => this.drop()
    });
  }

  /** The number of the present step. */
  get step(): number {
    return this.run.currentStep;
  }

  /** Ends the present step and begins the next one; see `StepMachine.next`. */
  next(): Promise<void> {
    return this.run.step();
  }

  /**
   * Ends the run. A window that is open is saved, before this returns, unless attached threads and
   * processes are to be waited for; the promise waits for them and for whom windows are handed over
   * to. Null where there is nothing to wait for.
   */
  finish(status: ProfileStatus): Promise<void> | null {
    const ended = this.end(() => this.run.finish(status));
    return this.cycle === null && this.isHandedOver ? null : ended;
  }

  /** Ends the run at once; what attached threads and processes recorded is not in the last window. */
  stop(status: ProfileStatus): void {
    this.end(() => this.run.stop(status));
  }

  private end<T>(end: () => T): T {
    this.isEnding = true;
    const isOpen = this.cycle !== null;
    const result = end();
    if (!isOpen) this.parts.layout.close();
    return result;
  }

  private save(recorded: FinishedProfile): Promise<void> | void {
    const { kept, metadata, onSaved, layout, host } = this.parts;
    const { cycle } = this;
    const profile = kept(recorded);
    this.cycle = null;
    const isWritten = host.recorder.ownWork(() => {
      const saved = cycle?.save(profile, metadata()) ?? false;
      if (this.isEnding) layout.close();
      return saved;
    });
    const handover = onSaved(profile, cycle && isWritten ? cycle.path : null);
    if (!handover) return;
    this.isHandedOver = false;
    return handover.then(() => {
      this.isHandedOver = true;
    });
  }

  private drop(): void {
    this.cycle?.drop();
    this.cycle = null;
  }
}
