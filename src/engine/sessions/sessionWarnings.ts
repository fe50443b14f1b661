import type { Profile } from '../../model/profile/profile';
import { type FindGpu, whyNoGpu } from '../recording/gpuAvailability';
import type { Activity } from './activityLog';

/** Warnings of the process to users. */
export class SessionWarnings {
  readonly #told = new Set<string>();

  constructor(
    private readonly emit: (message: string) => void = message =>
      process.emitWarning(message, 'KernelscopeWarning')
  ) {}

  /** Warns, each time. */
  warn(message: string): void {
    this.emit(message);
  }

  /** Warns unless it has warned of the same before. */
  warnOnce(message: string): void {
    if (this.#told.has(message)) return;
    this.#told.add(message);
    this.emit(message);
  }

  /** Warns once of an activity that there is nothing of to record. */
  warnOfActivity(activity: Activity, findGpu: FindGpu): void {
    if (activity !== 'GPU') return;
    const gpu = findGpu();
    if (gpu.isFound) return;
    this.#warnOfGpu(gpu.reason);
  }

  /**
   * Warns once of a profile that should have GPU work but could not. Without a GPU,
   * {@link warnOfActivity} has already warned.
   */
  warnOfLostGpu(profile: Profile, findGpu: FindGpu): void {
    const reason = whyNoGpu(profile);
    if (reason !== null && findGpu().isFound) this.#warnOfGpu(reason);
  }

  #warnOfGpu(reason: string): void {
    this.warnOnce(`CUDA is not available, disabling CUDA profiling. ${reason}`);
  }
}
