import type { OfflineAnalyse } from '../offline/offlineAnalyse';
import type { CycleProfilerOptions } from './profiler';
import { Profiler } from './profiler';
import type { ProfilerDeps } from './profilerDeps';

/** The class `Profiler`. */
export interface ProfilerConstructor {
  /**
   * Starts immediately, unless `startProfile` is false.
   *
   * @throws ProfilerArgumentError for invalid options; ActivityError; OutputFormatError;
   *   ConflictingOptionsError; ScheduleError
   */
  new (options?: CycleProfilerOptions): Profiler;
  readonly prototype: Profiler;
  /** Analyses what profilers left behind, see {@link OfflineAnalyse}. */
  readonly offlineAnalyse: OfflineAnalyse;
}

/** The class over what profilers work with. */
export function createProfilerClass(
  parts: ProfilerDeps,
  offlineAnalyse: OfflineAnalyse
): ProfilerConstructor {
  return class extends Profiler {
    static readonly offlineAnalyse = offlineAnalyse;

    constructor(options?: CycleProfilerOptions) {
      super(parts, options);
    }
  };
}
