import { oncePer } from '../../base/oncePer';
import { aliasedBase, defineAliases } from '../../base/snakeCase';
import { loadProfile as readProfile } from '../../engine/results/loadProfile';
import { RecordedProfile } from '../../engine/results/recordedProfile';
import type { AggregateSection } from '../../analysis';
import {
  type Compat,
  type DumpsOptions,
  checkCompatOptions,
  compatDumpsText,
  mxnetSections
} from '../mxnet/compatDumps';
import { FLOPS_ARG, INPUT_SHAPES_ARG } from '../../model/profile/argKeys';
import type { Profile } from '../../model/profile/profile';
import type { FunctionEventAvg } from './events/functionEventAvg';
import { PROFILE_NAMES, type ProfileNames } from './events/pythonNames';
import { EventIds } from './eventIds';
import type { AverageArguments, EventList } from './eventList';
import { functionEventsOf } from './functionEventsOf';

/** A finished profile with its queries. Times in nanoseconds, memory in bytes. */
export class FinishedProfile extends aliasedBase<
  RecordedProfile,
  FinishedProfile,
  ProfileNames,
  [data: Profile]
>(RecordedProfile) {
  #madeEvents: EventList | null = null;

  /**
   * The samples, slices and counters of code that ran with a label, as if nothing else had run. The times of its lines
   * are not known. Undefined if nothing had the label.
   */
  override withLabel(name: string, value: string): FinishedProfile | undefined {
    const part = super.withLabel(name, value);
    return part && finishedOf(part);
  }

  /** Statistics by category and name; computed at the first call. With `compat`, as another system. */
  override sections(compat?: Compat): readonly AggregateSection[] {
    return compat === undefined ? super.sections() : mxnetSections(this.data);
  }

  /** The statistics as text. @throws DumpsOptionError for a value that is not supported. */
  override dumps(options: DumpsOptions = {}): string {
    checkCompatOptions(options);
    if (options.compat === undefined) return super.dumps(options);
    return compatDumpsText({ sections: this.sections(options.compat), notes: [] }, options);
  }

  /**
   * The slices as function events, in order of start, with PyTorch's tables, trees and traces. Made on
   * first use. Memory and floating-point operations have columns if they were recorded. Ids are unique
   * in this list.
   */
  get functionEvents(): EventList {
    const hasMemory = this.data.allocations.length > 0;
    this.#madeEvents ??= functionEventsOf(this.data, new EventIds(), {
      profileMemory: hasMemory,
      memoryEvents: hasMemory,
      recordShapes: asksForShapes(this.data),
      withFlops: hasArg(this.data, FLOPS_ARG)
    });
    return this.#madeEvents;
  }

  /** One average for each name; see `EventList.keyAverages`. @throws EventOptionError as it does */
  keyAverages(...given: AverageArguments): EventList<FunctionEventAvg> {
    return this.functionEvents.keyAverages(...given);
  }

  /** The sum over all function events, with the key `Total`. */
  totalAverage(): FunctionEventAvg {
    return this.functionEvents.totalAverage();
  }
}

defineAliases(FinishedProfile.prototype, PROFILE_NAMES);

const finishedByData = oncePer((data: Profile) => new FinishedProfile(data));

/** The `FinishedProfile` of a profile from the engine; always the same one for the same tables. */
export function finishedOf(profile: RecordedProfile): FinishedProfile {
  return profile instanceof FinishedProfile ? profile : finishedByData(profile.data);
}

/**
 * Reads a profile in one of the formats of `FORMATS` that are read, gzipped or not, from a file or a pipe, or a
 * database of nvprof or Nsight Systems. The kind is detected from the content, not the name. Of a `.kscope` file or
 * a trace that was cut off the intact part is read and marked `truncated`; a part of a `.kscope` file that is not valid
 * is left out, and its sources say so. Functions of JavaScript are shown at their source where a source map is beside
 * the script or the file.
 *
 * @throws ProfileFileError for a file that is absent, too large, none of these, or of a newer version.
 */
export function loadProfile(file: string): FinishedProfile {
  return finishedOf(readProfile(file));
}

/** True unless shapes came with the floating-point operations, for which they are recorded as well. */
function asksForShapes(profile: Profile): boolean {
  if (Object.hasOwn(profile.meta.options, 'shapes')) return true;
  return hasArg(profile, INPUT_SHAPES_ARG) && !hasArg(profile, FLOPS_ARG);
}

function hasArg({ args, strings }: Profile, name: string): boolean {
  const key = strings.indexOf(name);
  return key >= 0 && args.key.includes(key);
}
