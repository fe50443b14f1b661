import { type Aliases, defineAliases, refuseNames } from '../../../base/snakeCase';
import { ProfilerArgumentError } from '../../../engine/arguments/argumentErrors';
import { MAX_METADATA_LENGTH } from '../../torch/metadata';
import { CLASS_NAMES, REFUSED_PROFILER_NAMES } from './names';
import type { OfflineAnalyse } from '../offline/offlineAnalyse';
import { type CycleProfilerOptions, Profiler, type ProfilerDeps } from './profiler';

/** The class `Profiler`, with the names of MindSpore as well. */
export interface ProfilerConstructor
  extends OwnConstructor, Aliases<OwnConstructor, typeof CLASS_NAMES> {}

interface OwnConstructor {
  /**
   * Starts immediately, unless `startProfile` is false, or left out with options of MegEngine.
   *
   * @throws ProfilerArgumentError for invalid options; ActivityError; OutputFormatError;
   *   ConflictingOptionsError; ScheduleError
   */
  new (options?: CycleProfilerOptions): Profiler;
  readonly prototype: Profiler;
  /** Text that the metadata of a profiler may have in all, UTF-16 units. */
  readonly MAX_META_SIZE: number;
  /** Analyses what profilers left behind, see {@link OfflineAnalyse}. */
  readonly offlineAnalyse: OfflineAnalyse;
}

/** The class over what profilers work with. */
export function createProfilerClass(
  parts: ProfilerDeps,
  offlineAnalyse: OfflineAnalyse
): ProfilerConstructor {
  const made = class extends Profiler {
    static readonly MAX_META_SIZE = MAX_METADATA_LENGTH;
    static readonly offlineAnalyse = offlineAnalyse;

    constructor(options?: CycleProfilerOptions) {
      super(parts, options);
    }
  };
  refuseNames(
    made.prototype,
    REFUSED_PROFILER_NAMES,
    (name, instead) => new ProfilerArgumentError(`A Profiler has no ${name}: ${instead}`)
  );
  return defineAliases(made as OwnConstructor, CLASS_NAMES);
}
