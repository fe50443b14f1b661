import type { ProfileStatus } from '../../model/profile/profile';
import type { RecordedProfile } from '../results/recordedProfile';
import type { Recording } from '../recording/recording';
import type { RecordingHost } from '../recording/recordingHost';
import type { RecordingOptions } from '../arguments/recordingOptions';
import {
  type ScheduleFunction,
  ProfilerAction,
  isAction,
  isRecording,
  ScheduleError
} from './schedule';
import { StepSlices } from './stepSlices';
import { joinWords } from '../../base/text';
import { shown } from '../../base/errors';

/** The dependencies of a {@link ScheduledRun}. */
interface ScheduledRunDeps {
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

/** The work that a {@link StepMachine} drives; none of it throws. */
export interface ScheduledWork {
  /** Starts what makes the beginning of a window cheap; nothing is kept yet. */
  warmUp(): void;
  /** Discards the work of `warmUp`, without a window. */
  coolDown(): void;
  /** Begins a window, after `warmUp` or without it. */
  openWindow(): void;
  /** Ends the window and passes it on; a returned promise is awaited before the next one begins. */
  saveWindow(): Promise<void> | void;
  /** Ends a window that its schedule gave up without saving it. */
  dropWindow(): void;
  /** Marks the beginning of a step, within its window if it is in one. */
  beginStep(step: number): void;
  /** Marks the end of the step that has begun, if one has. */
  endStep(): void;
  /** A schedule made no sense; the work goes on. */
  warn(message: string): void;
}

/** The result of {@link StepMachine.next} if there is nothing to await: one promise for all steps. */
const AT_ONCE = Promise.resolve();

/**
 * Turns a schedule into windows, one step after another. It knows the time of nothing and records
 * nothing: that is the {@link ScheduledWork}. Steps are counted from 0.
 */
export class StepMachine {
  #phase: 'idle' | 'warm' | 'recording' | 'ended' = 'idle';
  #number: number;
  #current: ProfilerAction;
  /** The window that is being passed on. */
  #saving: Promise<void> | null = null;

  /**
   * Begins step `first`.
   *
   * @throws ScheduleError if the schedule gives no action for it.
   */
  constructor(
    private readonly schedule: ScheduleFunction,
    private readonly work: ScheduledWork,
    first = 0
  ) {
    this.#number = first;
    this.#current = this.#actionAt(first);
    this.#enter(first);
  }

  /** The number of the present step. */
  get step(): number {
    return this.#number;
  }

  /** The action of the current step. */
  get action(): ProfilerAction {
    return this.#current;
  }

  /**
   * Ends the current step and begins the next one. A window that ends here is passed on before this
   * returns; the promise, and the next window, wait for the receiver's promise.
   *
   * @throws ScheduleError if the schedule gives no action; nothing has changed then.
   */
  next(): Promise<void> {
    if (this.#phase === 'ended') return AT_ONCE;
    const number = this.#number + 1;
    const from = this.#current;
    const to = this.#actionAt(number);
    this.#number = number;
    this.#current = to;
    this.work.endStep();
    this.#leave(from, to);
    if (!this.#saving) this.#enter(number);
    return this.#saving ? this.#saving.then(() => this.#enter(number)) : AT_ONCE;
  }

  /** Ends the last step. A window is saved early, a warm-up comes to nothing. */
  end(): Promise<void> {
    if (this.#phase === 'ended') return this.#saving ?? AT_ONCE;
    this.work.endStep();
    if (this.#phase === 'warm') this.work.coolDown();
    if (this.#phase === 'recording') this.#save();
    this.#phase = 'ended';
    return this.#saving ?? AT_ONCE;
  }

  #leave(from: ProfilerAction, to: ProfilerAction): void {
    if (this.#phase === 'recording' && from === 'RECORD_AND_SAVE') this.#save();
    else if (this.#phase === 'recording' && !isRecording(to)) this.#giveUp(from, to);
    else if (this.#phase === 'warm' && to === 'NONE') this.#giveUp(from, to);
  }

  #giveUp(from: ProfilerAction, to: ProfilerAction): void {
    this.work.warn(`Incorrect schedule: ${from} followed by ${to}`);
    if (this.#phase === 'recording') this.work.dropWindow();
    else this.work.coolDown();
    this.#phase = 'idle';
  }

  #save(): void {
    this.#phase = 'idle';
    const handover = this.work.saveWindow();
    if (!handover) return;
    const saving = handover.then(() => {
      if (this.#saving === saving) this.#saving = null;
    });
    this.#saving = saving;
  }

  /** Begins step `number`, unless a later one has begun while a window was passed on. */
  #enter(number: number): void {
    if (this.#phase === 'ended' || number !== this.#number) return;
    if (this.#current === 'WARMUP' && this.#phase === 'idle') {
      this.work.warmUp();
      this.#phase = 'warm';
    }
    if (isRecording(this.#current) && this.#phase !== 'recording') {
      this.work.openWindow();
      this.#phase = 'recording';
    }
    this.work.beginStep(number);
  }

  #actionAt(step: number): ProfilerAction {
    const action: unknown = this.schedule(step);
    if (isAction(action)) return action;
    const valid = joinWords(Object.values(ProfilerAction));
    throw new ScheduleError(
      `The schedule gave ${shown(action)} for step ${step}: an action must be ${valid}`
    );
  }
}
