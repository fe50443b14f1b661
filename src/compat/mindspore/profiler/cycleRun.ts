import type { ProfileStatus } from '../../../model/profile/profile';
import type { RecordedProfile } from '../../../engine/results/recordedProfile';
import type { RecordingHost } from '../../../engine/recording/recordingHost';
import type { RecordingOptions } from '../../../engine/arguments/recordingOptions';
import type { ScheduleFunction } from '../../../engine/sessions/schedule';
import { ScheduledRun } from '../../../engine/sessions/scheduledRun';
import type { Cycle, CycleLayout } from '../../../engine/sessions/cycleLayout';

/** The dependencies of a {@link CycleRun}. */
export interface CycleRunDeps {
  readonly host: RecordingHost;
  readonly layout: CycleLayout;
  readonly recording: Partial<RecordingOptions>;
  /** True if windows cover only this thread, even if others are attached. */
  readonly isAlone: boolean;
  /** Null for one window from the start to the stop, without steps. */
  readonly schedule: ScheduleFunction | null;
  /** The number of the first step. */
  readonly firstStep: number;
  readonly warn: (message: string) => void;
  /** Selects the part of a window to keep. */
  readonly kept: (profile: RecordedProfile) => RecordedProfile;
  /** JSON texts by key, for each cycle. */
  readonly metadata: () => ReadonlyMap<string, string>;
  /**
   * Called with the profile of a window and its path, or null if it could not be written; the next
   * window waits for it. Never throws.
   */
  readonly onSaved: (profile: RecordedProfile, path: string | null) => Promise<void> | void;
}

const RECORDS_ALL: ScheduleFunction = () => 'RECORD';

/** The work of a `Profiler` between a start and a stop: windows, and their cycles in a layout. */
export class CycleRun {
  readonly #run: ScheduledRun;
  /** The cycle of the window that is open, or that is being awaited. */
  #cycle: Cycle | null = null;
  #isEnding = false;
  #isHandedOver = true;

  /** @throws ScheduleError if the schedule gives no action for the first step */
  constructor(private readonly parts: CycleRunDeps) {
    const { host, recording, isAlone, schedule, firstStep, warn, layout } = parts;
    this.#run = new ScheduledRun({
      host,
      recording,
      isAlone,
      schedule: schedule ?? RECORDS_ALL,
      marksSteps: schedule !== null,
      firstStep,
      warn,
      onOpen: window => {
        this.#cycle = host.recorder.ownWork(() => layout.begin(window));
      },
      onWindow: profile => this.#save(profile),
      onDrop: () => this.#drop()
    });
  }

  /** The number of the present step. */
  get step(): number {
    return this.#run.currentStep;
  }

  /** Ends the present step and begins the next one; see `StepMachine.next`. */
  next(): Promise<void> {
    return this.#run.step();
  }

  /**
   * Ends the run. An open window is saved before this returns, unless it has to wait for attached
   * threads and processes; the promise waits for them and for the receivers of windows. Null if there
   * is nothing to wait for.
   */
  finish(status: ProfileStatus): Promise<void> | null {
    const ended = this.#end(() => this.#run.finish(status));
    return this.#cycle === null && this.#isHandedOver ? null : ended;
  }

  /**
   * Ends the run immediately; recordings of attached threads and processes are not in the last window.
   */
  stop(status: ProfileStatus): void {
    this.#end(() => this.#run.stop(status));
  }

  #end<T>(end: () => T): T {
    this.#isEnding = true;
    const isOpen = this.#cycle !== null;
    const result = end();
    if (!isOpen) this.parts.layout.close();
    return result;
  }

  #save(recorded: RecordedProfile): Promise<void> | void {
    const { kept, metadata, onSaved, layout, host } = this.parts;
    const cycle = this.#cycle;
    const profile = kept(recorded);
    this.#cycle = null;
    const isWritten = host.recorder.ownWork(() => {
      const saved = cycle?.save(profile, metadata()) ?? false;
      if (this.#isEnding) layout.close();
      return saved;
    });
    const handover = onSaved(profile, cycle && isWritten ? cycle.path : null);
    if (!handover) return;
    this.#isHandedOver = false;
    return handover.then(() => {
      this.#isHandedOver = true;
    });
  }

  #drop(): void {
    this.#cycle?.drop();
    this.#cycle = null;
  }
}
