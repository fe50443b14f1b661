import type { OfflineAnalyse } from '../offline/offlineAnalyse';
import { Profiler } from './profiler';
import type { ProfilerOptions } from './profilerOptions';
import type { ProfilerParts } from './profilerParts';

/** The class `Profiler`. */
export interface ProfilerConstructor {
  /**
   * Starts at once, unless `startProfile` is false.
   *
   * @throws ProfilerArgumentError for options that are not valid; ActivityError; OutputFormatError;
   *   ConflictingOptionsError; ScheduleError
   */
  new (options?: ProfilerOptions): Profiler;
  readonly prototype: Profiler;
  /** Analyses what profilers left behind, see {@link OfflineAnalyse}. */
  readonly offlineAnalyse: OfflineAnalyse;
}

/** The class over what profilers work with. */
export function createProfilerClass(
  parts: ProfilerParts,
  offlineAnalyse: OfflineAnalyse
): ProfilerConstructor {
  return class extends Profiler {
    static readonly offlineAnalyse = offlineAnalyse;

    constructor(options?: ProfilerOptions) {
      super(parts, options);
    }
  };
}
