import { EventArgumentError } from './events/eventErrors';
import type { FunctionEvent } from './events/functionEvent';
import { NS_PER_US } from '../../base/time';
import { OF_INPUTS, shapeArgs } from '../../analysis/operators/tensorTexts';
import { BYTES_ARG, CPU_TO_GPU_FLOW } from '../../model/profile/argKeys';
import { KERNEL_CATEGORY, OPERATOR_CATEGORY, RANGE_CATEGORY } from '../../model/profile/categories';
import type { Profile } from '../../model/profile/profile';
import { type ArgValue, ProfileBuilder } from '../../model/build/profileBuilder';
import { unrecordedMeta } from '../../model/profile/unrecordedMeta';

/** Process of the tracks: events do not say which one they are from. */
const PID = 1;

/** Threads and GPUs at most; a GPU has two tracks, which a profile numbers with 16 bits. */
const MOST_TRACKS = 2 ** 15 - 1;

/** The longest time in which a number can represent every nanosecond, microseconds: 104 days. */
const LONGEST_US = Number.MAX_SAFE_INTEGER / NS_PER_US;

/**
 * A profile of events that no recording holds, with a thread for each number of a thread, a stream
 * for each GPU, and arrows from events to the kernels that they started. Its origin is the earliest
 * start, so that times since 1970 keep their nanoseconds.
 *
 * @throws EventArgumentError for events of more than 32,767 threads and GPUs, or more than 104 days
 *   apart.
 */
export function profileOfEvents(events: readonly FunctionEvent[]): Profile {
  return new EventProfile(events).build();
}

class EventProfile {
  readonly #builder = new ProfileBuilder();
  readonly #originUs: number;
  readonly #tracks = new Map<string, number>();
  #endUs: number;

  constructor(private readonly events: readonly FunctionEvent[]) {
    const first = events.reduce((least, event) => Math.min(least, earliest(event)), Infinity);
    this.#originUs = events.length === 0 ? 0 : first;
    this.#endUs = this.#originUs;
    this.#builder.addTrack({ name: 'process', kind: 'process', pid: PID, tid: 0 });
  }

  build(): Profile {
    for (const event of this.events) this.#add(event);
    const durationNs = (this.#endUs - this.#originUs) * NS_PER_US;
    return this.#builder.build(
      unrecordedMeta({ id: 'events', name: 'events', durationNs, pid: PID })
    );
  }

  #add(event: FunctionEvent): void {
    const { start, end } = event.cpuInterval;
    const handle = this.#builder.addSlice({
      name: event.name,
      category: event.isUserAnnotation ? RANGE_CATEGORY : OPERATOR_CATEGORY,
      ...this.#place(start, end),
      track: this.#threadTrack(event.thread),
      args: argsOf(event)
    });
    for (const { name, device, interval } of event.kernels) {
      const kernel = this.#builder.addSlice({
        name,
        category: KERNEL_CATEGORY,
        ...this.#place(interval.start, interval.end),
        track: this.#streamTrack(device)
      });
      this.#builder.addFlow(CPU_TO_GPU_FLOW, CPU_TO_GPU_FLOW, handle, kernel);
    }
  }

  #place(startUs: number, endUs: number): { start: number; duration: number } {
    if (endUs - this.#originUs > LONGEST_US) throw spanError(this.#originUs, endUs);
    this.#endUs = Math.max(this.#endUs, endUs);
    return {
      start: (startUs - this.#originUs) * NS_PER_US,
      duration: (endUs - startUs) * NS_PER_US
    };
  }

  #threadTrack(thread: number): number {
    const add = () =>
      this.#builder.addTrack({ name: `thread ${thread}`, kind: 'thread', ...inProcess(thread) });
    return this.#track(`thread ${thread}`, add);
  }

  #streamTrack(device: number): number {
    const name = `GPU ${device}`;
    return this.#track(name, () => {
      const parent = this.#builder.addTrack({ name, kind: 'device', ...inProcess(device) });
      return this.#builder.addTrack({ ...inProcess(device), name, kind: 'cudaStream', parent });
    });
  }

  #track(key: string, add: () => number): number {
    const known = this.#tracks.get(key);
    if (known !== undefined) return known;
    if (this.#tracks.size === MOST_TRACKS) {
      throw new EventArgumentError(
        `A trace holds at most ${MOST_TRACKS} threads and GPUs: export fewer events at a time`
      );
    }
    const track = add();
    this.#tracks.set(key, track);
    return track;
  }
}

function spanError(fromUs: number, toUs: number): EventArgumentError {
  return new EventArgumentError(
    `A trace spans at most 104 days: there are events from ${fromUs} to ${toUs} microseconds`
  );
}

function inProcess(tid: number): { readonly pid: number; readonly tid: number; parent: number } {
  return { pid: PID, tid, parent: 0 };
}

function earliest({ cpuInterval, kernels }: FunctionEvent): number {
  return kernels.reduce(
    (least, { interval }) => Math.min(least, interval.start),
    cpuInterval.start
  );
}

function argsOf({ inputShapes, cpuMemoryUsage }: FunctionEvent): Record<string, ArgValue> {
  return {
    ...(inputShapes && shapeArgs(inputShapes, OF_INPUTS)),
    ...(cpuMemoryUsage !== 0 && { [BYTES_ARG]: cpuMemoryUsage })
  };
}
