import type { Profile } from '../../model/profile/profile';
import { withCallStackRows } from '../shared/rows/callStackRows';
import { CHROME_TRACE_END, encodeChromeTrace } from './write';
import { withWireCategories, WIRE_RANGE_CATEGORY } from './kinetoTrace';

/**
 * `profile` in the form of MegEngine's `chrome_timeline.json`: Chrome JSON in which every event comes
 * after all earlier ones, so that times never decrease on a thread, and every range is a pair of begin
 * and end. CPU samples are a flame graph below their threads. Categories and arguments have the names
 * of `encodeKinetoTrace`. `metadata` are JSON texts of top-level keys, none of them a key of traces.
 */
export function encodeTimelineTrace(
  profile: Profile,
  metadata: ReadonlyMap<string, string> = new Map()
): Uint8Array {
  const bytes = encodeChromeTrace(withWireCategories(withCallStackRows(profile)), {
    keys: metadata,
    argWords: 'kineto',
    pairedCategory: WIRE_RANGE_CATEGORY
  });
  return eventsByTime(bytes);
}

const [NEWLINE, QUOTE, COMMA, POINT, ZERO] = [0x0a, 0x22, 0x2c, 0x2e, 0x30];

/** Bytes behind an event: a comma and a line end. */
const EVENT_END_BYTES = 2;

/** The document with its events, one a line, in order of time; those without one stay in front. */
function eventsByTime(bytes: Uint8Array): Uint8Array {
  const lines = eventLines(bytes);
  if (lines.starts.length === 0) return bytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const time = Float64Array.from(lines.starts, (start, at) => timeOf(view, start, lines.ends[at]));
  const order = Array.from(time.keys());
  order.sort((a, b) => time[a] - time[b] || a - b);
  const sorted = new Uint8Array(bytes.length);
  const [first] = lines.starts;
  sorted.set(bytes.subarray(0, first));
  let at = first;
  order.forEach((line, index) => {
    const text = bytes.subarray(lines.starts[line], lines.ends[line]);
    sorted.set(text, at);
    at += text.length;
    if (index === order.length - 1) return;
    sorted[at] = COMMA;
    sorted[at + 1] = NEWLINE;
    at += EVENT_END_BYTES;
  });
  sorted.set(bytes.subarray(bytes.length - CHROME_TRACE_END.length), at);
  return sorted;
}

interface EventLines {
  /** The start and end offsets of each event, without the comma after it. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** The events of a document: the lines behind the first one but for the closing brackets. */
function eventLines(bytes: Uint8Array): EventLines {
  const starts: number[] = [];
  const ends: number[] = [];
  const end = bytes.length - CHROME_TRACE_END.length;
  let start = bytes.indexOf(NEWLINE) + 1;
  while (start < end) {
    const next = bytes.indexOf(NEWLINE, start);
    const isLast = next >= end;
    starts.push(start);
    ends.push(isLast ? end : next - 1);
    start = next + 1;
  }
  return { starts, ends };
}

/** `ts":` as a little-endian word. */
const TS_KEY = 0x3a22_7374;

// hot
/** Nanoseconds; -1 for an event without a time. No text can hold the key: its quotes are escaped. */
function timeOf(view: DataView, start: number, end: number): number {
  for (let at = start; at + 5 < end; at++) {
    if (view.getUint8(at) !== QUOTE || view.getUint32(at + 1, true) !== TS_KEY) continue;
    return numberAt(view, at + 5);
  }
  return -1;
}

/** Microseconds with three decimals as whole nanoseconds. */
function numberAt(view: DataView, start: number): number {
  let value = 0;
  for (let at = start; ; at++) {
    const byte = view.getUint8(at);
    const digit = byte - ZERO;
    if (digit >= 0 && digit <= 9) value = 10 * value + digit;
    else if (byte !== POINT) return value;
  }
}
