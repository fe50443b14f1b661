import { gzipSync } from 'node:zlib';
import { EventOptionError, EventArgumentError } from './events/eventErrors';
import type { FunctionEvent } from './events/functionEvent';
import { joinWords } from '../../base/text';
import { shown } from '../../base/errors';
import { chromeTraceLosses } from '../../formats/chrome/losses';
import { encodeKinetoTrace } from '../../formats/chrome/kinetoTrace';
import type { Profile } from '../../model/profile/profile';
import { TABLE_LAYOUTS, type TableLayout, readOptionNames } from './events/tableOptions';
import { writeFileAtomically, type SavedFile } from '../../engine/results/atomicWrite';
import { floatRepr } from '../../base/notation/pythonNumbers';
import { joinChunks } from '../../formats/shared/chunks';
import type { GpuKernel } from './events/interval';
import { NS_PER_US } from '../../base/time';
import { OF_INPUTS, shapeArgs } from '../../analysis/operators/tensorTexts';
import { BYTES_ARG, CPU_TO_GPU_FLOW } from '../../model/profile/argKeys';
import { KERNEL_CATEGORY, OPERATOR_CATEGORY, RANGE_CATEGORY } from '../../model/profile/categories';
import { type ArgValue, ProfileBuilder } from '../../model/build/profileBuilder';
import { unrecordedMeta } from '../../model/profile/unrecordedMeta';

/** Options for the layout of a Chrome trace. */
export interface EventTraceOptions {
  /** `autograd`: as the first autograd profiler wrote it. */
  readonly layout?: TableLayout | null;
}

/** Events and the profile that they are all events of, if there is one. */
interface TracedEvents {
  readonly events: readonly FunctionEvent[];
  readonly profile: Profile | null;
}

/** The bytes of a trace, and the parts of the profile it leaves out. */
interface EncodedTrace {
  readonly bytes: Uint8Array;
  readonly losses: readonly string[];
}

/** Level 1: a tenth of the time of the default for a few percent more bytes. */
const FAST = { level: 1 };

/** Writes a Chrome trace; see `EventList.exportChromeTrace`. */
export function saveEventTrace(
  path: string,
  traced: TracedEvents,
  options: EventTraceOptions
): SavedFile {
  return saveTrace(path, encodeTrace(traced, traceLayout(options)));
}

/** Writes an encoded trace, gzipped where `path` ends in `.gz`. @throws OutputFileError */
export function saveTrace(path: string, { bytes, losses }: EncodedTrace): SavedFile {
  const written = String(path).endsWith('.gz') ? gzipSync(bytes, FAST) : bytes;
  writeFileAtomically(path, written);
  return { path, sizeBytes: written.length, losses };
}

/** The layout that options ask for. @throws EventOptionError for unknown options and layouts */
export function traceLayout(options: EventTraceOptions): TableLayout {
  readOptionNames('exportChromeTrace', options, ['layout']);
  const layout = options.layout ?? 'default';
  if (TABLE_LAYOUTS.includes(layout)) return layout;
  throw new EventOptionError(`layout must be ${joinWords(TABLE_LAYOUTS)}, got ${shown(layout)}`);
}

function encodeTrace({ events, profile }: TracedEvents, layout: TableLayout): EncodedTrace {
  if (layout === 'autograd') return { bytes: encodeAutogradTrace(events), losses: [] };
  const encoded = profile ?? profileOfEvents(events);
  return { bytes: encodeKinetoTrace(encoded), losses: chromeTraceLosses(encoded) };
}

const utf8 = new TextEncoder();

/** Events that are encoded at a time. */
const CHUNK_EVENTS = 4096;

/**
 * Events as the Chrome JSON of the first autograd profiler, to the byte as Python's `json.dump`
 * writes it: a complete event for each function and each GPU kernel, and for each kernel an arrow
 * from the function that started it, of category `cpu_to_cuda`. Times in microseconds.
 */
function encodeAutogradTrace(events: readonly FunctionEvent[]): Uint8Array {
  const chunks: Uint8Array[] = [utf8.encode('[')];
  let nextId = 0;
  for (let at = 0; at < events.length; at += CHUNK_EVENTS) {
    const records = events.slice(at, at + CHUNK_EVENTS).flatMap(event => {
      const firstId = nextId;
      nextId += event.kernels.length;
      return eventRecords(event, firstId);
    });
    chunks.push(utf8.encode(`${at === 0 ? '' : ', '}${records.join(', ')}`));
  }
  chunks.push(utf8.encode(']'));
  return joinChunks(chunks);
}

function eventRecords(event: FunctionEvent, firstId: number): readonly string[] {
  const name = asciiJson(event.name);
  const { start } = event.cpuInterval;
  const place = `"tid": ${event.thread}, "pid": "CPU functions"`;
  const whole = `{"name": ${name}, "ph": "X", ${span(event.cpuInterval)}, ${place}, "args": {}}`;
  const arrows = event.kernels.flatMap((gpuKernel, at) => [
    `{"name": ${name}, "ph": "s", "ts": ${floatRepr(start)}, ${place}, ${arrow(firstId + at)}}`,
    ...kernelRecords(gpuKernel, firstId + at)
  ]);
  return [whole, ...arrows];
}

function kernelRecords({ name, device, interval }: GpuKernel, id: number): readonly string[] {
  const text = asciiJson(name);
  const place = `"tid": ${device}, "pid": "CUDA functions"`;
  const start = floatRepr(interval.start);
  return [
    `{"name": ${text}, "ph": "f", "ts": ${start}, ${place}, ${arrow(id)}}`,
    `{"name": ${text}, "ph": "X", ${span(interval)}, ${place}, "args": {}}`
  ];
}

function span(interval: GpuKernel['interval']): string {
  return `"ts": ${floatRepr(interval.start)}, "dur": ${floatRepr(interval.elapsedUs())}`;
}

function arrow(id: number): string {
  return `"id": ${id}, "cat": "cpu_to_cuda", "args": {}`;
}

const SHORT: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\f', '\\f'],
  ['\b', '\\b']
]);

const PLAIN = /^[ !#-[\]-~]*$/;

/** Text as a JSON string of ASCII characters alone, escaped as Python's `json` does. */
function asciiJson(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  return `"${text.replace(/["\\]|[^ -~]/g, escapeUnit)}"`;
}

/** Without the flag `u`, a pair of surrogates is two matches, as it is two escapes. */
function escapeUnit(unit: string): string {
  return SHORT.get(unit) ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

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
