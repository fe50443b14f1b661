import { type Steps, runSteps } from '../../base/steps';
import type { Column } from '../../model/profile/columns';
import { PROFILE_VERSION, type ProfileMeta } from '../../model/profile/profile';
import type {
  HeapUse,
  RecordedAllocations,
  RecordedLabel,
  RecordedPart,
  RecordingFacts,
  RecordingState,
  StoredRecording
} from '../../model/profile/recordedPart';
import type { SourceName } from '../../model/profile/sourceReport';
import { createTable } from '../../columns/tableSchema';
import { joinChunks } from '../shared/chunks';
import type { Deflate, Inflate } from '../shared/compression';
import {
  contentLimit,
  kscopeFrame,
  scanKscope,
  statedFrames,
  KscopeError
} from './kscopeContainer';
import { decodeJson, encodeJson, FRAME_TYPES } from './kscopeFrames';
import {
  decodeCounters,
  decodeRecordedSlices,
  decodeInstants,
  encodeCounter,
  encodeRecordedSlices,
  encodeTable
} from './kscopeParts';
import { ColumnRoom, type Columns, ROWS_PER_FRAME } from './kscopeRows';
import { type RawFrame, contentsOf, isRecording, readHeader } from './readKscopeFrames';
import { kscopeHeader } from './write';

/** The maximum number of labels in one frame: so many lists a reader allows whatever their names. */
const LABELS_PER_FRAME = 900;

/** The bit of a label that marks slices of async lanes. */
const ASYNC_BIT = 0x8000_0000;

/** The length of a state in characters; it is fixed, so that one can overwrite another. */
const STATE_LENGTH = 96;

/** The beginning of the file of a recording, before anything has ended. */
export function recordingHeader(meta: ProfileMeta, facts: RecordingFacts): Uint8Array {
  const frame = kscopeFrame(FRAME_TYPES.recording, encodeJson(facts));
  return joinChunks([kscopeHeader(meta), frame]);
}

/** The bytes to append to the file for new records; empty if there are none. */
export function encodeRecordedPart(part: RecordedPart, deflate: Deflate): Uint8Array {
  const { labels, slices, counters, instants, allocations, takenSamples = [] } = part;
  const frames: Uint8Array[] = [];
  const add = (type: number, content: Uint8Array): void =>
    void frames.push(kscopeFrame(type, content, deflate));
  for (const [from, to] of stretches(labels.length, LABELS_PER_FRAME)) {
    add(FRAME_TYPES.recordedLabels, encodeJson(labels.slice(from, to)));
  }
  for (const [from, to] of stretches(slices.length, ROWS_PER_FRAME)) {
    add(FRAME_TYPES.recordedSlices, encodeRecordedSlices(slices, from, to));
  }
  for (const [series, counter] of counters.entries()) {
    for (const [from, to] of stretches(counter.time.length, ROWS_PER_FRAME)) {
      add(FRAME_TYPES.counter, encodeCounter(series, counter, from, to));
    }
  }
  const columns = instants as unknown as Columns;
  for (const [from, to] of stretches(instants.length, ROWS_PER_FRAME)) {
    add(FRAME_TYPES.instants, encodeTable('instants', columns, from, to));
  }
  if (allocations) add(FRAME_TYPES.recordedAllocations, encodeAllocations(allocations));
  // packed already
  for (const each of takenSamples) frames.push(kscopeFrame(FRAME_TYPES.takenSamples, each));
  return joinChunks(frames);
}

/** The last frame of the file: as long as every other of its kind, and replaced by new records. */
export function encodeRecordingState(state: RecordingState): Uint8Array {
  const { durationNs, cpuTimeNs, sliceCostNs, heap } = state;
  const inHeap = heap === null ? [] : [heap.usedBytes, heap.limitBytes];
  const text = JSON.stringify([durationNs, cpuTimeNs, sliceCostNs, ...inHeap].map(Math.round));
  const content = new TextEncoder().encode(text.padEnd(STATE_LENGTH));
  return kscopeFrame(FRAME_TYPES.recordedState, content);
}

function* stretches(length: number, most: number): Generator<[from: number, to: number]> {
  for (let from = 0; from < length; from += most) yield [from, Math.min(from + most, length)];
}

/**
 * The content of the file of a recording that had not ended, up to the first damaged frame, without
 * rows that are not possible; null for a file that holds a profile. The meta is not checked.
 *
 * @throws KscopeError if it is not a `.kscope` file, its version differs, it is larger than 1 GiB, or
 *   it contradicts itself.
 */
export function decodeRecording(bytes: Uint8Array, inflate: Inflate): StoredRecording | null {
  if (!isRecording(statedFrames(bytes, 2))) return null;
  const { frames, isIntact } = runSteps(scanKscope(bytes));
  if (!isRecording(frames)) return null;
  const room = new ColumnRoom(contentLimit(bytes));
  const raw: RawFrame[] = [];
  for (const { type, rawBytes, stored } of frames) {
    const content = stored.length === rawBytes ? stored : contentOf(stored, rawBytes, inflate);
    if (content?.length !== rawBytes) return runSteps(storedRecording(raw, true, room));
    raw.push({ type, content });
  }
  return runSteps(storedRecording(raw, !isIntact, room));
}

/**
 * The facts of the run at the beginning of a file, from its first bytes.
 *
 * @throws KscopeError if it is not a `.kscope` file, or its header is damaged or incomplete in `bytes`.
 */
export function readKscopeMeta(
  bytes: Uint8Array,
  inflate: Inflate
): Pick<ProfileMeta, 'status' | 'host' | 'pid'> {
  const { frames } = runSteps(scanKscope(bytes));
  const [first] = frames;
  const content =
    first?.stored.length === first?.rawBytes
      ? first?.stored
      : contentOf(first.stored, first.rawBytes, inflate);
  const { meta } = readHeader(content ? { type: first.type, content } : undefined);
  return meta as Pick<ProfileMeta, 'status' | 'host' | 'pid'>;
}

function contentOf(stored: Uint8Array, rawBytes: number, inflate: Inflate): Uint8Array | null {
  try {
    return inflate(stored, rawBytes);
  } catch {
    return null;
  }
}

function* storedRecording(
  frames: readonly RawFrame[],
  isCutOff: boolean,
  room: ColumnRoom
): Steps<StoredRecording> {
  const { meta, profileVersion } = readHeader(frames[0]);
  if (profileVersion !== PROFILE_VERSION) throw otherVersion(profileVersion);
  const of = (type: keyof typeof FRAME_TYPES) => contentsOf(frames, FRAME_TYPES[type]);
  const damage: string[] = [];
  const refuse = (message: string): void => void damage.push(message);
  const labels = of('recordedLabels').flatMap(labelsOf);
  const slices = yield* orNone(of('recordedSlices'), decodeRecordedSlices, { room, refuse });
  const instants = yield* orNone(of('instants'), decodeInstants, { room, refuse });
  const counters = yield* decodeCounters(of('counter'), room, refuse);
  const all = { labels, slices, counters, instants };
  const known = { ...all, ...soundRows(all) };
  const isWhole =
    known.slices.length === all.slices.length && known.instants.length === all.instants.length;
  const last = of('recordedState').map(stateOf).at(-1) ?? NO_STATE;
  const allocations = soundAllocations(of('recordedAllocations'), refuse);
  const takenSamples = of('takenSamples');
  const durationNs = Math.max(last.durationNs, endOf(known));
  const isDamaged = damage.length > 0 || !isWhole;
  if (isDamaged && isEmpty(known) && allocations === null && takenSamples.length === 0) {
    throw new KscopeError('The recording in the .kscope file contradicts itself.');
  }
  return {
    ...known,
    ...(allocations && { allocations }),
    ...(takenSamples.length > 0 && { takenSamples }),
    ...factsOf(frames[1].content),
    ...last,
    durationNs,
    meta,
    isCutOff: isCutOff || isDamaged
  };
}

const NO_STATE: RecordingState = { durationNs: 0, cpuTimeNs: 0, sliceCostNs: 0, heap: null };

/** The memory that columns may take, and what receives messages about damage. */
interface Decoding {
  readonly room: ColumnRoom;
  readonly refuse: (message: string) => void;
}

/** What `decode` makes of `frames`, or of none where they are damaged. */
function* orNone<T>(
  frames: readonly Uint8Array[],
  decode: (frames: readonly Uint8Array[], room: ColumnRoom) => Steps<T>,
  { room, refuse }: Decoding
): Steps<T> {
  try {
    return yield* decode(frames, room);
  } catch (error) {
    if (!(error instanceof KscopeError)) throw error;
    refuse(error.message);
    return yield* decode([], room);
  }
}

function otherVersion(version: number): KscopeError {
  return new KscopeError(
    `The recording in the .kscope file has version ${version}, this release of Kernelscope reads ` +
      `version ${PROFILE_VERSION}. Open it with the release that wrote it.`
  );
}

function labelsOf(content: Uint8Array): RecordedLabel[] {
  const list = decodeJson(content, 'recordedLabels');
  const isLabel = (each: unknown): each is RecordedLabel =>
    Array.isArray(each) && each.length === 2 && each.every(text => typeof text === 'string');
  if (Array.isArray(list) && list.every(isLabel)) return list;
  throw new KscopeError('A recordedLabels frame of the .kscope file holds no labels.');
}

function factsOf(content: Uint8Array): RecordingFacts {
  const facts = decodeJson(content, 'recording') as Partial<RecordingFacts> | null;
  const { folder, threadId, lateSources } = facts ?? {};
  if (typeof folder === 'string' && isCount(threadId) && Array.isArray(lateSources)) {
    return { folder, threadId, lateSources: lateSources as SourceName[] };
  }
  throw new KscopeError('The recording frame of the .kscope file is damaged.');
}

function stateOf(content: Uint8Array): RecordingState {
  const state = decodeJson(content, 'recordedState');
  const [durationNs, cpuTimeNs, sliceCostNs, ...inHeap] = Array.isArray(state)
    ? (state as unknown[])
    : [];
  if (isCount(durationNs) && isCount(cpuTimeNs) && isCount(sliceCostNs)) {
    return { durationNs, cpuTimeNs, sliceCostNs, heap: heapUseOf(inHeap) };
  }
  throw new KscopeError('A recordedState frame of the .kscope file is damaged.');
}

function heapUseOf([usedBytes, limitBytes]: readonly unknown[]): HeapUse | null {
  return isCount(usedBytes) && isCount(limitBytes) ? { usedBytes, limitBytes } : null;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER;
}

function isEmpty({ slices, instants, counters }: Omit<RecordedPart, 'labels'>): boolean {
  return slices.length + instants.length + counters.length === 0;
}

/** The slices and moments whose labels and times are possible: each row stands for itself. */
function soundRows({
  slices,
  labels,
  instants
}: Omit<RecordedPart, 'counters'>): Pick<RecordedPart, 'slices' | 'instants'> {
  const { start, duration, label } = slices;
  const isSlice = (row: number): boolean =>
    isCount(start[row]) &&
    isCount(duration[row]) &&
    isCount(start[row] + duration[row]) &&
    (label[row] & ~ASYNC_BIT) >>> 0 < labels.length;
  const isInstant = (row: number): boolean => instants.label[row] < labels.length;
  return { slices: rowsThat(isSlice, slices), instants: rowsThat(isInstant, instants) };
}

/** The rows of `table` that `isSound` holds for; the table itself if that is all. */
function rowsThat<T extends { readonly length: number }>(
  isSound: (row: number) => boolean,
  table: T
): T {
  let sound = 0;
  while (sound < table.length && isSound(sound)) sound++;
  if (sound === table.length) return table;
  const all = Array.from({ length: table.length }, (_, row) => row);
  const rows = all.filter(isSound);
  const columns = Object.entries(table as unknown as Columns).flatMap(([name, column]) =>
    name === 'length' ? [] : [[name, pick(column, rows)] as const]
  );
  return { length: rows.length, ...Object.fromEntries(columns) } as unknown as T;
}

function pick(column: Column, rows: readonly number[]): Column {
  const ColumnType = column.constructor as new (length: number) => Column;
  const picked = new ColumnType(rows.length);
  rows.forEach((row, at) => (picked[at] = column[row]));
  return picked;
}

/** The end of the last record in it, nanoseconds. */
function endOf({ slices, instants, counters }: Omit<RecordedPart, 'labels'>): number {
  const times = [instants, ...counters].map(({ time }) => time.at(-1) ?? 0);
  let last = Math.max(0, ...times.filter(isCount));
  for (let row = 0; row < slices.length; row++) {
    last = Math.max(last, slices.start[row] + slices.duration[row]);
  }
  return last;
}

/** The tables of stacks; each refers to the ones before it. */
const STACK_TABLES = ['frames', 'stacks'] as const;

type TableName = (typeof STACK_TABLES)[number] | 'heapSamples';

/** The content of a frame of who allocated. */
function encodeAllocations(allocations: RecordedAllocations): Uint8Array {
  const tables = ([...STACK_TABLES, 'heapSamples'] as const).map(
    name => [name, columnsOf(allocations[name])] as const
  );
  return encodeJson({ strings: allocations.strings, ...Object.fromEntries(tables) });
}

function columnsOf(table: object): Record<string, readonly number[]> {
  return Object.fromEntries(
    Object.entries(table as Columns).flatMap(([column, values]) =>
      column === 'length' ? [] : [[column, Array.from(values, Math.round)] as const]
    )
  );
}

/** Who allocated, by the last of `frames`, each of which says it from the beginning on; null if nothing is known. */
function soundAllocations(
  frames: readonly Uint8Array[],
  refuse: (message: string) => void
): RecordedAllocations | null {
  const last = frames.at(-1);
  if (last === undefined) return null;
  try {
    return allocationsOf(last);
  } catch (error) {
    if (!(error instanceof KscopeError)) throw error;
    refuse(error.message);
    return null;
  }
}

/** @throws KscopeError if a row refers to one that is not there */
function allocationsOf(content: Uint8Array): RecordedAllocations {
  const frame = new StackFrame(content, 'recordedAllocations');
  const { strings, frames, stacks } = frame;
  const heapSamples = frame.table('heapSamples');
  frame.require(heapSamples['stack'].every(stack => stack < stacks['line'].length));
  return { strings, frames, stacks, heapSamples } as unknown as RecordedAllocations;
}

/** What a frame says, with its stacks, which are sound. */
class StackFrame {
  readonly strings: readonly string[];
  readonly frames: Columns;
  readonly stacks: Columns;
  readonly #stored: Record<string, unknown> | null;

  /** @throws KscopeError if its stacks refer to what is not there */
  constructor(
    content: Uint8Array,
    private readonly name: string
  ) {
    this.#stored = decodeJson(content, name) as Record<string, unknown> | null;
    this.strings = this.#list(this.#stored?.['strings']).map(String);
    [this.frames, this.stacks] = STACK_TABLES.map(each => this.table(each));
    const { strings, frames, stacks } = this;
    this.require(
      [...frames['name'], ...frames['file']].every(text => text < strings.length) &&
        stacks['prefix'].every((prefix, row) => prefix < row) &&
        stacks['frame'].every(frame => frame < frames['line'].length)
    );
  }

  /** @throws KscopeError if it is none */
  table(name: TableName): Columns {
    const lists = (this.#stored?.[name] ?? {}) as Readonly<Record<string, unknown>>;
    const { length } = this.#list(Object.values(lists).at(0));
    const table = createTable(name, length) as unknown as Columns;
    for (const [column, values] of Object.entries(table)) {
      if (column === 'length') continue;
      const numbers = this.#list(lists[column]);
      this.require(numbers.length === length);
      numbers.forEach((each, row) => (values[row] = Number(each)));
    }
    return table;
  }

  /** @throws KscopeError unless it holds */
  require(isSound: boolean): void {
    if (!isSound) throw new KscopeError(`The ${this.name} frame of the .kscope file is damaged.`);
  }

  #list(value: unknown): readonly unknown[] {
    this.require(Array.isArray(value));
    return value as readonly unknown[];
  }
}
