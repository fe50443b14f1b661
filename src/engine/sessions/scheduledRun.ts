import type { ProfileStatus } from '../../model/profile/profile';
import type { RecordedProfile } from '../results/recordedProfile';
import type { Recording } from '../recording/recording';
import type { RecordingHost } from '../recording/recordingHost';
import type { RecordingOptions } from '../options/recordingOptions';
import type { ScheduleFunction } from '../schedule/profilerAction';
import { type ScheduledWork, StepMachine } from '../schedule/stepMachine';
import { StepSlices } from '../schedule/stepSlices';

/** The dependencies of a {@link ScheduledRun}. */
export interface ScheduledRunDeps {
  readonly host: RecordingHost;
  readonly recording: Partial<RecordingOptions>;
  readonly schedule: ScheduleFunction;
  /** Takes the profile of each window; the next window waits for it. Never throws. */
  readonly onWindow: (profile: RecordedProfile) => Promise<void> | void;
  readonly warn: (message: string) => void;
  /** True if windows cover only this thread, even if others are attached; default false. */
  readonly isAlone?: boolean;
  /** The number of the first step; 0 unless given. */
  readonly firstStep?: number;
  /** Whether steps are slices; default true. */
  readonly marksSteps?: boolean;
  /** Called with each window that begins, once it records. Never throws. */
  readonly onOpen?: (recording: Recording) => void;
  /** Called for each window that its schedule discarded. Never throws. */
  readonly onDrop?: () => void;
}

/** Recordings of the windows of a schedule. Each window, and each warm-up, is a separate recording. */
export class ScheduledRun implements ScheduledWork {
  readonly #steps: StepSlices | null;
  readonly #machine: StepMachine;
  #warm: Recording | null = null;
  #window: Recording | null = null;
  #status: ProfileStatus = 'complete';
  #mayWait = true;

  /** @throws ScheduleError if the schedule gives no action for step 0 */
  constructor(private readonly parts: ScheduledRunDeps) {
    const { host, marksSteps = true, firstStep } = parts;
    this.#steps = marksSteps ? new StepSlices(host.recorder) : null;
    this.#machine = new StepMachine(parts.schedule, this, firstStep);
  }

  /** The number of the present step. */
  get currentStep(): number {
    return this.#machine.step;
  }

  /** See `StepMachine.next`. */
  step(): Promise<void> {
    return this.#machine.next();
  }

  /** See `StepMachine.end`; the last window is without attached threads and processes. */
  stop(status: ProfileStatus): void {
    this.#mayWait = false;
    void this.finish(status);
  }

  /** See `StepMachine.end`. */
  finish(status: ProfileStatus): Promise<void> {
    this.#status = status;
    return this.#machine.end();
  }

  /** Ends the run without a profile of the window that is open. */
  abandon(): void {
    this.endStep();
    this.coolDown();
    this.dropWindow();
  }

  warmUp(): void {
    this.#warm = this.parts.host.startAlone(this.parts.recording);
  }

  coolDown(): void {
    this.#warm?.abandon();
    this.#warm = null;
  }

  openWindow(): void {
    // Its sources continue until those of the window have started; its slices are not in the window.
    this.#warm?.releaseWindow();
    const { host, recording, isAlone, onOpen } = this.parts;
    this.#window = isAlone ? host.startAlone(recording) : host.start(recording);
    this.coolDown();
    onOpen?.(this.#window);
  }

  saveWindow(): Promise<void> | void {
    const window = this.#window;
    const status = this.#status;
    const { onWindow } = this.parts;
    this.#window = null;
    if (window === null) return;
    const isWorthWaiting = this.#mayWait && window.hasMembers;
    return isWorthWaiting ? window.finish(status).then(onWindow) : onWindow(window.stop(status));
  }

  dropWindow(): void {
    this.#window?.abandon();
    this.#window = null;
    this.parts.onDrop?.();
  }

  beginStep(step: number): void {
    this.#steps?.begin(step);
  }

  endStep(): void {
    this.#steps?.end();
  }

  warn(message: string): void {
    this.parts.warn(message);
  }
}
