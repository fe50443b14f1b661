import { FunctionEvent } from './events/functionEvent';
import { gpuOrigins, nearestMarked } from '../../analysis/gpu/gpuOrigins';
import { gpuWork, deviceNumber, devicePlace } from '../../analysis/gpu/gpuWork';
import { operatorMarks } from '../../analysis/gpu/operatorUses';
import { enclosingOf } from '../../analysis/slices/nesting';
import { selfTimesOf } from '../../analysis/slices/selfTimes';
import { NS_PER_US } from '../../base/time';
import { API_CATEGORY, RANGE_CATEGORY } from '../../model/profile/categories';
import { type Profile, type Track, ArgKind } from '../../model/profile/profile';
import {
  BYTES_ARG,
  FLOPS_ARG,
  INPUT_SHAPES_ARG,
  RUNNING_ARG,
  SEQUENCE_ARG,
  STASHED_SEQUENCE_ARG,
  UNFINISHED_ARG
} from '../../model/profile/argKeys';
import { TensorTexts } from '../../analysis/operators/tensorTexts';
import { RowsOfSlices } from '../../analysis/slices/rowsOfSlices';
import { stackTexts } from '../../analysis/stacks/stackTexts';
import type { EventIds } from './eventIds';
import { EventList } from './eventList';
import { MemoryChanges } from './memoryChanges';
import type { FunctionEventOptions, InputShapes } from './events/eventDetails';

/** Name of the events of pieces of memory. */
const MEMORY_EVENT_NAME = '[memory]';

/** Numbers of kinds of devices in the metadata of memory events. */
const DeviceType = { cpu: 0, cuda: 1 } as const;

/**
 * An instant for each allocation, with positive bytes, and for each release, with negative ones. They
 * state the address (`Addr`, -1 when unknown), and take no part in nesting: the memory counts in the
 * operator as well.
 */
function memoryEvents(profile: Profile, ids: EventIds): FunctionEvent[] {
  const { allocations } = profile;
  const thread = profile.tracks.find(({ kind }) => kind === 'thread' || kind === 'worker');
  const events: FunctionEvent[] = [];
  const add = (row: number, timeNs: number, bytes: number): void => {
    const place = devicePlace(profile.strings[allocations.device[row]]);
    const [id, time, tid] = [ids.take(1), timeNs / NS_PER_US, thread?.tid ?? 0];
    const event = new FunctionEvent(id, MEMORY_EVENT_NAME, tid, time, time, {
      isAsync: true,
      ...(place.isGpu ? { deviceMemoryUsage: bytes } : { cpuMemoryUsage: bytes }),
      metadata: {
        Addr: allocations.address[row],
        'Device Type': place.isGpu ? DeviceType.cuda : DeviceType.cpu,
        'Device Id': place.id,
        Bytes: bytes
      }
    });
    events.push(event);
  };
  for (let row = 0; row < allocations.length; row++) {
    const { time, lifetime, bytes, isHeld } = allocations;
    add(row, time[row], bytes[row]);
    if (isHeld[row] === 0) add(row, time[row] + lifetime[row], -bytes[row]);
  }
  return events;
}

/** The content and options of the list of a profile's events. */
export interface FunctionEventsOptions {
  /** Shows memory in tables. */
  readonly profileMemory?: boolean;
  /** Shows input shapes in tables, where there are any; default true. */
  readonly recordShapes?: boolean;
  /** Shows floating-point operations in tables. */
  readonly withFlops?: boolean;
  /** Adds an event `[memory]` for each allocation and each release of memory. */
  readonly memoryEvents?: boolean;
  /** Asked from time to time: true ends the list early, with the first events. */
  readonly hasTimedOut?: () => boolean;
}

/** Events that are made between two questions whether time is up. */
const EVENTS_AT_ONCE = 1024;

/**
 * The slices of threads, workers and async lanes as events, in order of start, without garbage
 * collections and calls into libraries' interfaces. The GPU work of a slice becomes its kernels; the
 * work of a call, into an interface or of CUDA, belongs to the operator around it, if there is one. A
 * slice that does not state how much memory it added, such as a range, has the memory added while it
 * ran. Times are microseconds from the profile's origin. Self times are as in `selfTimes`, also for
 * async code. Threads are the numbers of tracks; of tracks that share one, each but the first has its
 * own.
 */
export function functionEventsOf(
  profile: Profile,
  ids: EventIds,
  options: FunctionEventsOptions = {}
): EventList {
  const { memoryEvents: hasMemoryEvents = false, hasTimedOut = () => false, ...shown } = options;
  const all = eventRows(profile);
  const slices = sliceEvents(profile, all, ids.take(all.length), hasTimedOut);
  const rows = all.subarray(0, slices.length);
  appendKernels(profile, rows, slices);
  const events = hasMemoryEvents ? byStart([...slices, ...memoryEvents(profile, ids)]) : slices;
  return EventList.ofProfile(profile, events, shown);
}

const EVENT_TRACKS: readonly Track['kind'][] = ['thread', 'worker', 'asyncLane'];

function eventRows({ slices, labels, tracks, strings }: Profile): Uint32Array {
  const isEventTrack = Uint8Array.from(tracks, ({ kind }) => Number(EVENT_TRACKS.includes(kind)));
  const isEventLabel = Uint8Array.from(labels.category, category =>
    Number(strings[category] !== API_CATEGORY)
  );
  const rows = new Uint32Array(slices.length);
  let count = 0;
  for (let row = 0; row < slices.length; row++) {
    if (isEventTrack[slices.track[row]] && isEventLabel[slices.label[row]]) rows[count++] = row;
  }
  return rows.subarray(0, count);
}

function sliceEvents(
  profile: Profile,
  rows: Uint32Array,
  firstId: number,
  hasTimedOut: () => boolean
): FunctionEvent[] {
  const { slices, labels, tracks, strings } = profile;
  const descriptions = new SliceDescriptions(profile);
  const memory = new MemoryChanges(profile);
  const isUser = Uint8Array.from(labels.category, category =>
    Number(strings[category] === RANGE_CATEGORY)
  );
  const threads = threadNumbers(tracks);
  const laneSelfNs = laneSelfTimes(profile, rows);
  const events: FunctionEvent[] = [];
  for (const row of rows) {
    if (events.length % EVENTS_AT_ONCE === 0 && hasTimedOut()) break;
    const label = slices.label[row];
    const start = slices.start[row];
    const end = start + slices.duration[row];
    const known = isUser[label] ? descriptions.ofAnnotation(row) : descriptions.of(row);
    const isCounted = memory.isEmpty || known?.cpuMemoryUsage !== undefined;
    const options = isCounted ? known : { ...known, ...memory.within(start, end) };
    const selfNs = laneSelfNs?.[row] ?? NaN;
    const event = new FunctionEvent(
      firstId + events.length,
      strings[labels.name[label]],
      threads[slices.track[row]],
      start / NS_PER_US,
      end / NS_PER_US,
      Number.isNaN(selfNs) ? options : { ...options, selfCpuTime: selfNs / NS_PER_US }
    );
    events.push(event);
  }
  return events;
}

/** Self times of the slices on async lanes, whose events do not nest as they ran; NaN for others. */
function laneSelfTimes(profile: Profile, rows: Uint32Array): Float64Array | null {
  const { slices, tracks } = profile;
  const isLane = tracks.map(({ kind }) => kind === 'asyncLane');
  if (!isLane.includes(true)) return null;
  const isEvent = new Uint8Array(slices.length);
  for (const row of rows) isEvent[row] = 1;
  const selfNs = selfTimesOf(profile, slice => isEvent[slice] === 1);
  return selfNs.map((ns, slice) => (isLane[slices.track[slice]] ? ns : NaN));
}

/** A number for each track: events of one number would nest in each other. */
function threadNumbers(tracks: readonly Track[]): readonly number[] {
  const taken = new Set<number>();
  let free = tracks.reduce((largest, { tid }) => Math.max(largest, tid), 0) + 1;
  return tracks.map(({ tid, kind }) => {
    if (!EVENT_TRACKS.includes(kind)) return tid;
    const number = taken.has(tid) ? free++ : tid;
    taken.add(number);
    return number;
  });
}

function appendKernels(
  profile: Profile,
  rows: Uint32Array,
  events: readonly FunctionEvent[]
): void {
  const { slices, labels, strings, tracks } = profile;
  const work = gpuWork(profile);
  if (work.rows.length === 0) return;
  const ownerOf = kernelOwners(profile, rows);
  const originOf = gpuOrigins(profile);
  for (const row of work.rows) {
    const owner = originOf[row] < 0 ? -1 : ownerOf[originOf[row]];
    if (owner < 0) continue;
    const start = slices.start[row] / NS_PER_US;
    const end = (slices.start[row] + slices.duration[row]) / NS_PER_US;
    const name = strings[labels.name[slices.label[row]]];
    const device = deviceNumber(tracks, slices.track[row]);
    events[owner].appendKernel(name, device, start, end);
  }
}

/**
 * For each slice the position of the event that owns the work launched there, or -1: that of the
 * operator around it, else that of the slice itself or the nearest around it.
 */
function kernelOwners(profile: Profile, rows: Uint32Array): Int32Array {
  const { slices } = profile;
  const enclosing = enclosingOf(profile);
  const placeOf = new Int32Array(slices.length).fill(-1);
  const isEvent = new Uint8Array(slices.length);
  const isOwner = new Uint8Array(slices.length);
  const isOperator = operatorMarks(profile);
  rows.forEach((row, at) => {
    placeOf[row] = at;
    isEvent[row] = 1;
    isOwner[row] = isOperator[row];
  });
  const owners = nearestMarked(slices, enclosing, isOwner);
  const nearest = nearestMarked(slices, enclosing, isEvent);
  return owners.map((owner, row) => {
    const slice = owner < 0 ? nearest[row] : owner;
    return slice < 0 ? -1 : placeOf[slice];
  });
}

function byStart(events: FunctionEvent[]): FunctionEvent[] {
  return events.sort((a, b) => a.cpuInterval.start - b.cpuInterval.start);
}

type Writable = { -readonly [Key in keyof FunctionEventOptions]: FunctionEventOptions[Key] };

/** Arguments that are numbers, by the option of an event that they become. */
const NUMBERS: Readonly<Record<string, 'cpuMemoryUsage' | 'flops' | 'sequenceNr'>> = {
  [BYTES_ARG]: 'cpuMemoryUsage',
  [FLOPS_ARG]: 'flops',
  [SEQUENCE_ARG]: 'sequenceNr',
  [STASHED_SEQUENCE_ARG]: 'sequenceNr'
};

/** Arguments that the profiler adds to slices of the program. */
const OWN_ARGS: readonly string[] = [RUNNING_ARG, UNFINISHED_ARG];

/** The description of a range without arguments. */
const ANNOTATION: FunctionEventOptions = Object.freeze({
  isUserAnnotation: true,
  inputShapes: Object.freeze([])
});

/** Descriptions of slices from the arguments and stacks of a profile, requested in order of rows. */
class SliceDescriptions {
  readonly #texts: TensorTexts;
  readonly #stackOf: (stack: number) => readonly string[];
  readonly #argRows: RowsOfSlices;
  readonly #stackRows: RowsOfSlices;

  constructor(private readonly profile: Profile) {
    this.#texts = new TensorTexts(profile.strings);
    this.#stackOf = stackTexts(profile);
    this.#argRows = new RowsOfSlices(profile.args.slice);
    this.#stackRows = new RowsOfSlices(profile.sliceStacks.slice);
  }

  /** The description of a slice, or undefined; rows must increase from call to call. */
  of(row: number): FunctionEventOptions | undefined {
    const options = this.#argsOf(row);
    const stack = this.#stackAt(row);
    return stack === undefined ? options : { ...options, stack };
  }

  /**
   * The description of a slice that the program named itself: its arguments are the program's, each an
   * input that is not a tensor.
   */
  ofAnnotation(row: number): FunctionEventOptions {
    const { args, strings } = this.profile;
    const inputShapes: InputShapes[number][] = [];
    for (let arg = this.#argRows.first(row); args.slice[arg] === row; arg++) {
      if (!OWN_ARGS.includes(strings[args.key[arg]])) inputShapes.push([]);
    }
    const annotation = inputShapes.length === 0 ? ANNOTATION : { ...ANNOTATION, inputShapes };
    const stack = this.#stackAt(row);
    return stack === undefined ? annotation : { ...annotation, stack };
  }

  #argsOf(row: number): FunctionEventOptions | undefined {
    const { args } = this.profile;
    const first = this.#argRows.first(row);
    if (args.slice[first] !== row) return undefined;
    const options: Writable = {};
    for (let arg = first; args.slice[arg] === row; arg++) this.#read(arg, options);
    return options;
  }

  #read(arg: number, options: Writable): void {
    const { args, strings } = this.profile;
    const key = strings[args.key[arg]];
    const value = args.value[arg];
    const number = Object.hasOwn(NUMBERS, key) ? NUMBERS[key] : undefined;
    if (number && args.kind[arg] === ArgKind.number && isUsable(number, value)) {
      options[number] = value;
    } else if (key === INPUT_SHAPES_ARG && args.kind[arg] === ArgKind.string) {
      options.inputShapes = this.#texts.anyShapes(value);
    }
  }

  #stackAt(row: number): readonly string[] | undefined {
    const { sliceStacks } = this.profile;
    const at = this.#stackRows.first(row);
    return sliceStacks.slice[at] === row ? this.#stackOf(sliceStacks.stack[at]) : undefined;
  }
}

/** Profiles come from files as well: what an event would refuse is left out. */
function isUsable(name: string, value: number): boolean {
  if (name === 'cpuMemoryUsage') return Number.isFinite(value);
  return Number.isFinite(value) && value >= 0 && (name === 'flops' || Number.isInteger(value));
}
