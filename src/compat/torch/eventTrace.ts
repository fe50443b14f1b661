import { gzipSync } from 'node:zlib';
import { EventOptionError } from './events/eventErrors';
import type { FunctionEvent } from './events/functionEvent';
import { joinWords, shown } from '../../base/text';
import { chromeTraceLosses } from '../../formats/chrome/losses';
import { encodeKinetoTrace } from '../../formats/chrome/kinetoTrace';
import type { Profile } from '../../model/profile/profile';
import { TABLE_LAYOUTS, type TableLayout, readOptionNames } from './report/tableOptions';
import { writeFileAtomically } from '../../engine/files/atomicWrite';
import type { SavedFile } from '../../engine/files/exportProfile';
import { floatRepr } from '../../base/notation/pythonNumbers';
import { joinChunks } from '../../formats/shared/bytes/chunks';
import { profileOfEvents } from './profileOfEvents';
import type { GpuKernel } from './events/gpuKernel';

/** Options for the layout of a Chrome trace. */
export interface EventTraceOptions {
  /** `autograd`: as the first autograd profiler wrote it. */
  readonly layout?: TableLayout | null;
}

/** Events and the profile that they are all events of, if there is one. */
export interface TracedEvents {
  readonly events: readonly FunctionEvent[];
  readonly profile: Profile | null;
}

/** The bytes of a trace, and the parts of the profile it leaves out. */
export interface EncodedTrace {
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
