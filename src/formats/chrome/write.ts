import {
  type InstantScopeName,
  instantScopeName,
  type CounterSeries,
  type Profile,
  type TrackKind
} from '../../model/profile/profile';
import { writeAsyncSlices, hasSpecialLabels, nameAndCategory, specialLabels } from './chromeAsync';
import { type ChromeOutput, Pairing } from './chromeOutput';
import { type ChromeRow, chromeRows, isThreadRow, writeRowNames } from './chromeRows';
import { writeCompleteSlices } from './chromeSlices';
import { ChromeTemplates } from './chromeTemplates';
import { DEVICE_PROPERTIES, devicePropertiesJson } from '../shared/rows/deviceProperties';
import { JsonWriter, microseconds, quoteText } from '../shared/text/jsonWriter';
import { kinetoArgWords } from './kinetoArgs';
import { visitNested, writeLanes, wholeNs } from '../shared/rows/traceTime';
import { groupRows, rowsOf } from '../shared/rows/rowGroups';
import { SliceDetails } from '../shared/rows/sliceDetails';
import { writeArgs, writeFlowEnds } from './chromeDetails';

/** Bytes of an event besides name and category, as a rule; an asynchronous slice has two. */
const EVENT_BYTES = 100;

/** Behind each event: a comma and a line end. */
const EVENT_END_BYTES = 2;
const COMMA = 0x2c;

/**
 * `profile` as Chrome JSON (Trace Event Format, object form), uncompressed UTF-8. Time 0 is the
 * profile's origin; slices that began earlier are cut off there, and times are whole nanoseconds.
 * Slices that partly overlap others of their track, and those of tracks other than threads, become
 * async events; those of category `event` are pairs of `B` and `E` on their thread. An instant whose
 * scope is a task or a marker is placed on its thread, and its arguments state the scope.
 *
 * Data that this format cannot hold is left out: CPU samples, allocations, flows from or to tracks
 * other than threads, counter values that are not finite. A counter's unit is the key of its values.
 * GPUs that the profile describes are `deviceProperties`, as in Kineto's traces. Numbers that JSON
 * lacks become text, lone surrogates become U+FFFD. Flows have ids from 1 on in each category.
 */
export function encodeChromeTrace(profile: Profile, extras: ChromeTraceExtras = {}): Uint8Array {
  let freeId = 1;
  const argWords = extras.argWords === 'kineto' ? kinetoArgWords(profile) : null;
  const output = { ...chromeOutput(profile, extras.pairedCategory), argWords };
  const { writer } = output;
  writeHead(output, withDeviceProperties(profile, extras.keys));
  for (const event of extras.events ?? []) writer.raw(`${event},\n`);
  writeEvents(output, () => freeId++);
  writer.raw(CHROME_TRACE_END);
  return writer.toBytes();
}

/** The content of a document besides a profile, and its names. */
export interface ChromeTraceExtras {
  /** JSON texts of further top-level keys, which are none of the format's own. */
  readonly keys?: ReadonlyMap<string, string>;
  /** JSON texts of further events. */
  readonly events?: readonly string[];
  /**
   * The keys of arguments. In Kineto, shapes are `Input Dims`, as lists, and sequence numbers
   * `Sequence number`. By default those of the profile.
   */
  readonly argWords?: 'recorded' | 'kineto';
  /** Slices of this category are pairs of begin and end, never complete events. */
  readonly pairedCategory?: string;
}

/** The text after the last event of a Chrome JSON document. */
export const CHROME_TRACE_END = '\n]}\n';

/** A stretch of a document that is written bit by bit. */
export interface ChromeTracePart {
  /** The rows that the document has not got yet; tracks as in the parts before. */
  readonly profile: Profile;
  /** The first part opens the document. */
  readonly isFirst: boolean;
  /** The number of a lane: the same in all parts, and another one for each lane. */
  readonly laneId: (track: number) => number;
}

/**
 * A part of a document: all parts one after another and {@link CHROME_TRACE_END} are the same as
 * {@link encodeChromeTrace}, in another order of events. Empty if nothing has to be added.
 */
export function encodeChromePart({ profile, isFirst, laneId }: ChromeTracePart): Uint8Array {
  const output = chromeOutput(profile);
  const { writer } = output;
  if (isFirst) writeHead(output, withDeviceProperties(profile));
  else writer.raw(',\n');
  const before = writer.length;
  writeEvents(output, laneId);
  if (!isFirst && writer.length === before - EVENT_END_BYTES) return new Uint8Array(0);
  return writer.toBytes();
}

function chromeOutput(profile: Profile, pairedCategory?: string): ChromeOutput {
  const writer = new JsonWriter(expectedBytes(profile), profile.strings);
  return {
    writer,
    templates: new ChromeTemplates(writer, profile),
    endTemplates: new ChromeTemplates(writer, profile),
    details: new SliceDetails(profile),
    profile,
    special: specialLabels(profile, pairedCategory),
    argWords: null,
    flowIds: flowIds(profile),
    rows: chromeRows(profile)
  };
}

/** Numbers flows from 1 on in each category. */
function flowIds({ flows, labels }: Profile): Uint32Array {
  const last = new Map<number, number>();
  return flows.label.map(label => {
    const category = labels.category[label];
    const id = 1 + (last.get(category) ?? 0);
    last.set(category, id);
    return id;
  });
}

/** Further keys of a document, with GPUs that the profile describes as Kineto has them. */
function withDeviceProperties(
  { meta }: Profile,
  keys: ReadonlyMap<string, string> = new Map()
): ReadonlyMap<string, string> {
  if (meta.gpus.length === 0 || keys.has(DEVICE_PROPERTIES)) return keys;
  return new Map([[DEVICE_PROPERTIES, devicePropertiesJson(meta.gpus)], ...keys]);
}

/** Opens the document and names its rows. */
function writeHead(
  { writer, profile, rows }: ChromeOutput,
  keys: ReadonlyMap<string, string>
): void {
  const { name, startedAtMs, runtime } = profile.meta;
  const otherData = `"name":${quoteText(name)},"startedAtMs":${startedAtMs},"runtime":${quoteText(runtime)}`;
  writer.raw(`{"displayTimeUnit":"ns","otherData":{${otherData}},`);
  for (const [key, text] of keys) writer.raw(`${quoteText(key)}:${text},`);
  writer.raw('"traceEvents":[\n');
  writeRowNames(writer, profile, rows);
}

/** Writes all events; the comma behind the last one of the document is taken back. */
function writeEvents(output: ChromeOutput, laneId: (track: number) => number): void {
  const { writer, profile } = output;
  writeSlices(output, laneId);
  writeInstants(output);
  for (const counter of profile.counters) writeCounter(output, counter);
  if (writer.bytes[writer.length - EVENT_END_BYTES] === COMMA) writer.unwrite(EVENT_END_BYTES);
}

/** An estimate that spares the writer from growing; usually a little too much. */
function expectedBytes({ slices, labels, strings, tracks }: Profile): number {
  const textBytes = Array.from(labels.name, (name, label) => {
    return strings[name].length + strings[labels.category[label]].length;
  });
  const events = Uint8Array.from(tracks, ({ kind }) => (isThreadRow(kind) ? 1 : 2));
  let bytes = 4096;
  for (let row = 0; row < slices.length; row++) {
    bytes += events[slices.track[row]] * (EVENT_BYTES + textBytes[slices.label[row]]);
  }
  return bytes;
}

function writeSlices(output: ChromeOutput, laneId: (track: number) => number): void {
  const { profile, rows } = output;
  const byTrack = groupRows(profile.slices.track, profile.tracks.length);
  profile.tracks.forEach(({ kind }, track) => {
    const own = rowsOf(byTrack, track);
    const isThread = isThreadRow(kind);
    const writeOwn = hasSpecialLabels(output, own) ? writeEventSlices : writeCompleteSlices;
    writeLanes(profile.slices, own, (lane, extra) => {
      if (isThread && extra === 0) return writeOwn(output, rows[track], lane);
      if (lane.length === 0) return [];
      return writeAsyncSlices(output, { ...rows[track], id: laneId(track) }, lane);
    });
  });
}

function writeInstants({ writer, templates, profile, rows }: ChromeOutput): void {
  const { instants, tracks } = profile;
  for (let row = 0; row < instants.length; row++) {
    const scope = instantScopeName(instants.scope[row]);
    const { kind } = tracks[instants.track[row]];
    const { pid, tid } = rows[instants.track[row]];
    const args = scope === 'task' || scope === 'marker' ? `,"args":{"scope":"${scope}"}` : '';
    writer.raw(
      `{"ph":"i","s":"${scopeLetter(scope, kind)}","pid":${pid},"tid":${tid},` +
        `${templates.nameAndCategory(instants.label[row])},` +
        `"ts":${microseconds(wholeNs(instants.time[row]))}${args}},\n`
    );
  }
}

/** An instant of a thread belongs to the process if the track is not shown as a thread. */
function scopeLetter(scope: InstantScopeName, kind: TrackKind): 'g' | 'p' | 't' {
  if (scope === 'global') return 'g';
  return scope === 'process' || !isThreadRow(kind) ? 'p' : 't';
}

function writeCounter({ writer, rows }: ChromeOutput, counter: CounterSeries): void {
  const { time, value, unit } = counter;
  const { pid, tid } = rows[counter.track];
  const labels = `"name":${quoteText(counter.name)},"cat":${quoteText(counter.category)}`;
  for (let point = 0; point < time.length; point++) {
    if (!Number.isFinite(value[point])) continue;
    writer.raw(
      `{"ph":"C","pid":${pid},"tid":${tid},${labels},"ts":${microseconds(wholeNs(time[point]))},` +
        `"args":{"${unit}":${value[point]}}},\n`
    );
  }
}

/**
 * Writes the slices in `rows`, ordered by start, as events of one thread row: pairs of `B` and `E` if
 * their label requires it, otherwise complete events.
 *
 * @returns the rows of slices that partly overlap others, and those that have to be pairs but cannot be
 *   here. Of these only the flows are written, which bind to the enclosing slice.
 */
function writeEventSlices(
  output: ChromeOutput,
  { pid, tid }: ChromeRow,
  rows: Uint32Array
): number[] {
  const { writer, profile } = output;
  const pairs = pairedRows(output, rows);
  const writeHead = (phase: string, row: number, time: number): void =>
    writer.raw(
      `{"ph":"${phase}","pid":${pid},"tid":${tid},${nameAndCategory(output, row)},` +
        `"ts":${microseconds(time)}`
    );
  const isUnclear = (row: number): boolean =>
    pairingOf(output, row) === Pairing.always && !pairs.has(row);
  const left = rows.filter(isUnclear);
  const overlapping: number[] = [...left];
  for (const row of left) writeFlowEnds(output, row);
  const kept = left.length === 0 ? rows : rows.filter(row => !isUnclear(row));
  visitNested(profile.slices, kept, {
    open: (row, begin, end) => {
      writeHead(pairs.has(row) ? 'B' : 'X', row, begin);
      if (!pairs.has(row)) writer.raw(`,"dur":${microseconds(end - begin)}`);
      writeArgs(output, row);
      writer.raw('},\n');
      writeFlowEnds(output, row);
    },
    close: (row, end) => {
      if (!pairs.has(row)) return;
      writeHead('E', row, end);
      writer.raw('},\n');
    },
    skip: row => {
      overlapping.push(row);
      writeFlowEnds(output, row);
    }
  });
  return left.length === 0 ? overlapping : overlapping.sort((a, b) => a - b);
}

function pairingOf({ special, profile }: ChromeOutput, row: number): number {
  return special === null ? Pairing.none : special.pairing[profile.slices.label[row]];
}

/**
 * The events that become pairs. Readers order the `B`, `X` and `E` of one time in their own way, so an
 * event that takes no time, or in which another slice begins immediately, has to be complete instead.
 */
function pairedRows(output: ChromeOutput, rows: Uint32Array): ReadonlySet<number> {
  const { slices } = output.profile;
  const pairs = new Set<number>();
  let last = { row: -1, begin: -1 };
  visitNested(slices, rows, {
    open: (row, begin, end) => {
      if (begin === last.begin) pairs.delete(last.row);
      if (pairingOf(output, row) !== Pairing.none && end > begin) pairs.add(row);
      last = { row, begin };
    },
    close: () => undefined,
    skip: () => undefined
  });
  return pairs;
}
