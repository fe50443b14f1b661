import {
  type AllocatedBytes,
  type NamedTimes,
  allocatedBytes,
  namedTimes,
  repetitionTimes,
  sampledFunctions,
  unqueuedTimes
} from '../analysis';
import { nearestName } from '../base/text';
import type { FinishedProfile } from '../compat/torch/finishedProfile';
import { ProfiledError } from './profiledError';
import type { ReadOptions } from './profiledOptions';

/** The runs of which the heap was sampled. */
interface HeapRuns {
  readonly profile: FinishedProfile;
  readonly runs: number;
}

/** The runs of a profiled function, for assertions. */
export class ProfiledRuns {
  #cachedNames: readonly NamedTimes[] | null = null;

  constructor(
    /** The profile of the recorded runs, each in a slice `repetition`. */
    readonly profile: FinishedProfile,
    /** The options that they were recorded with. */
    readonly options: ReadOptions,
    private readonly heap: HeapRuns | null
  ) {}

  get names(): readonly NamedTimes[] {
    this.#cachedNames ??= namedTimes(this.profile.data);
    return this.#cachedNames;
  }

  /** The time of each run, nanoseconds. */
  get wholeNs(): readonly number[] {
    return repetitionTimes(this.profile.data);
  }

  /** The same without waits for a processor, where the system tells of them. */
  get unqueuedNs(): readonly number[] {
    return unqueuedTimes(this.profile.data) ?? this.wholeNs;
  }

  /**
   * The time of a name in each run, nanoseconds; of whole runs for null.
   *
   * @throws ProfiledError for a name that was not recorded, or of which slices were not kept
   */
  timesOf(name: string | null): readonly number[] {
    if (name === null) return this.wholeNs;
    const found = this.names.find(each => each.name === name);
    if (found === undefined) {
      throw new ProfiledError(`Nothing named ${name} was recorded${this.#hint(name)}.`);
    }
    if (found.isComplete) return found.timesNs;
    throw new ProfiledError(`There were too many slices: not all of ${name} were kept.`);
  }

  /**
   * Bytes that a run allocates on V8's heap: all of them, or those of a function and of what it calls.
   *
   * @throws ProfiledError where allocations were not sampled, or not in a function of that name
   */
  allocated(name: string | null): AllocatedBytes {
    if (this.heap === null) {
      throw new ProfiledError('Allocations were not sampled: leave out allocations: false.');
    }
    const { profile, runs } = this.heap;
    const { status = 'ok', message = '' } = this.#heapReport(profile) ?? {};
    if (status === 'failed') throw new ProfiledError(`Allocations were not sampled: ${message}`);
    const sum = allocatedBytes(profile.data, name);
    if (name !== null && sum.samples === 0) this.#requireFunction(profile, name);
    return { ...sum, bytes: sum.bytes / runs, errorBytes: sum.errorBytes / runs };
  }

  /** The number of runs behind {@link allocated}. */
  get sampledRuns(): number {
    return this.heap?.runs ?? 0;
  }

  #heapReport({ data }: FinishedProfile): FinishedProfile['data']['sources'][number] | undefined {
    return data.sources.find(({ source }) => source === 'allocations');
  }

  #requireFunction({ data }: FinishedProfile, name: string): void {
    const functions = sampledFunctions(data);
    if (functions.includes(name)) return;
    const nearest = nearestName(name, functions);
    const hint = nearest === null ? '' : `; nearest: ${nearest}`;
    throw new ProfiledError(`No function named ${name} allocated or was seen on the stack${hint}.`);
  }

  #hint(name: string): string {
    const known = this.names.map(each => each.name);
    if (known.length === 0) return ': name parts of the code with range(), or leave the name out';
    const nearest = nearestName(name, known);
    return nearest === null
      ? `; there is ${known.slice(0, 5).join(', ')}`
      : `; nearest: ${nearest}`;
  }
}
