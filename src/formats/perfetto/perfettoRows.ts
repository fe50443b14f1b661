import type { CounterUnit } from '../../model/profile/profile';
import { TripleRows } from '../../model/build/tripleRows';
import { MAX_GPUS } from '../../facts/gpus';
import { clipText } from '../shared/text/clipText';
import { readGpuDescription } from './gpuDescriptions';
import { COUNTER, PROCESS, THREAD, TRACK_DESCRIPTOR } from './perfettoSchema';
import { IMPORT_LIMITS } from '../shared/imported/importLimits';
import { NO_COUNTER } from '../shared/imported/importedCounters';
import type { ImportedTrace } from '../shared/imported/importedTrace';
import type { ProtobufReader } from '../shared/protobufReader';
import { COUNTER_READ, TRACK_READ } from './readSchema';

/** Perfetto's numbers of units that we have as well. */
const UNITS: ReadonlyMap<number, CounterUnit> = new Map([
  [1, 'nanoseconds'],
  [2, 'count'],
  [3, 'bytes']
]);

/** Symbols of the units that Perfetto has no number for. */
const NAMED_UNITS: ReadonlyMap<string, CounterUnit> = new Map([
  ['%', 'percent'],
  ['W', 'watts'],
  ['Hz', 'hertz'],
  ['°C', 'celsius'],
  ['B/s', 'bytesPerSecond']
]);

/** How a counter's values should be read. */
interface CounterFacts {
  category: string;
  unit: CounterUnit;
  multiplier: number;
  isIncremental: boolean;
  /** Number of the counter in the trace, once it has a value. */
  counter: number;
}

/** The rows of a trace by the numbers that its tracks have, and what kind of row each is. */
export class PerfettoRows {
  readonly #uuids = new TripleRows();
  readonly #rows: number[] = [];
  readonly #counters = new Map<number, CounterFacts>();
  readonly #processes = new Map<number, number>();
  readonly #threads = new Map<string, number>();

  constructor(private readonly trace: ImportedTrace) {}

  // hot
  /** The row of the track with a number, given as two halves; made when it is first met. */
  row(low: number, high: number): number {
    const known = this.#uuids.row(low | 0, high | 0, 0);
    if (known === this.#rows.length) this.#rows.push(this.trace.rows.add({ kind: 'asyncLane' }));
    return this.#rows[known];
  }

  /** The row of a thread, by the numbers of process and thread. */
  thread(pid: number, tid: number): number {
    const key = `${pid} ${tid}`;
    const known = this.#threads.get(key);
    if (known !== undefined) return known;
    const row = this.trace.rows.add({ kind: 'thread', pid, tid });
    this.#threads.set(key, row);
    return row;
  }

  process(pid: number): number {
    const known = this.#processes.get(pid);
    if (known !== undefined) return known;
    const row = this.trace.rows.add({ kind: 'process', pid });
    this.#processes.set(pid, row);
    return row;
  }

  /** Takes the description of a track that the reader is at the beginning of. */
  describe(reader: ProtobufReader): void {
    const found = new Description();
    while (reader.next()) found.take(reader, this.#textOf);
    const row = this.row(found.low, found.high);
    const known = this.trace.rows.all[row];
    if (found.name !== '') known.name = found.name;
    known.rank = found.rank;
    this.#describeGpu(row, found);
    if (found.hasParent) known.parent = this.row(found.parentLow, found.parentHigh);
    if (found.process !== null) this.#asProcess(row, found.process);
    if (found.thread !== null) this.#asThread(row, found.thread);
    if (found.counter !== null && !this.#counters.has(row)) this.#counters.set(row, found.counter);
  }

  /** Adds a value of a counter's row; a step adds to the sum in `totals`, those of its sequence. */
  addValue(row: number, time: number, value: number, totals: Map<number, number>): void {
    const facts = this.#counters.get(row) ?? plainCounter();
    this.#counters.set(row, facts);
    const { counters, rows } = this.trace;
    if (facts.counter === NO_COUNTER) {
      const { name, parent } = rows.all[row];
      const { category, unit } = facts;
      const own = { name: name ?? 'counter', category, unit };
      facts.counter = counters.open({ ...own, row: parent < 0 ? row : parent });
    }
    const scaled = value * facts.multiplier;
    const total = facts.isIncremental ? (totals.get(row) ?? 0) + scaled : scaled;
    if (facts.isIncremental) totals.set(row, total);
    counters.add(facts.counter, time, total);
  }

  /** Puts threads below their processes, and assigns the numbers of these to rows. Once, at the end. */
  finish(): void {
    const { all } = this.trace.rows;
    for (const row of all) {
      const process = this.#processes.get(row.pid);
      if (row.kind === 'thread' && row.parent < 0 && process !== undefined) row.parent = process;
    }
    for (const row of all) {
      if (row.pid === 0 && row.parent >= 0) row.pid = all[row.parent].pid;
    }
  }

  /** Takes what our own traces say of a GPU or a stream. */
  #describeGpu(row: number, { name, description }: Description): void {
    const told = readGpuDescription(name, description);
    if (told === null) return;
    const known = this.trace.rows.all[row];
    known.pid = told.pid;
    const { facts } = this.trace;
    const { gpu } = told;
    if (gpu === null) return;
    known.tid = gpu.device;
    const isKnown = facts.gpus.some(({ device }) => device === gpu.device);
    if (!isKnown && facts.gpus.length < MAX_GPUS) facts.gpus = [...facts.gpus, gpu];
  }

  #asProcess(row: number, { pid, name }: NumberedRow): void {
    const known = this.trace.rows.all[row];
    known.kind = 'process';
    known.pid = pid;
    if (name !== '') known.name = name;
    if (!this.#processes.has(pid)) this.#processes.set(pid, row);
  }

  #asThread(row: number, { pid, tid, name }: NumberedRow): void {
    const known = this.trace.rows.all[row];
    known.kind = 'thread';
    known.pid = pid;
    known.tid = tid;
    if (name !== '') known.name = name;
    const key = `${pid} ${tid}`;
    if (!this.#threads.has(key)) this.#threads.set(key, row);
  }

  readonly #textOf = (reader: ProtobufReader): string => {
    const from = reader.content();
    const to = Math.min(reader.at, from + 4 * IMPORT_LIMITS.textLength);
    const text = new TextDecoder().decode(reader.bytes.subarray(from, to));
    return clipText(text, IMPORT_LIMITS.textLength);
  };
}

interface NumberedRow {
  pid: number;
  tid: number;
  name: string;
}

function plainCounter(): CounterFacts {
  return {
    ...{ category: '', unit: 'count', multiplier: 1, isIncremental: false },
    counter: NO_COUNTER
  };
}

type TextReader = (reader: ProtobufReader) => string;

/** The fields of one description of a track. */
class Description {
  low = 0;
  high = 0;
  parentLow = 0;
  parentHigh = 0;
  hasParent = false;
  name = '';
  description = '';
  rank = 0;
  process: NumberedRow | null = null;
  thread: NumberedRow | null = null;
  counter: CounterFacts | null = null;

  /** Takes the field that the reader has come to. */
  take(reader: ProtobufReader, textOf: TextReader): void {
    switch (reader.field) {
      case TRACK_DESCRIPTOR.uuid:
        reader.uint();
        this.low = reader.low;
        this.high = reader.high;
        return;
      case TRACK_DESCRIPTOR.parentUuid:
        reader.uint();
        this.parentLow = reader.low;
        this.parentHigh = reader.high;
        this.hasParent = true;
        return;
      case TRACK_DESCRIPTOR.name:
      case TRACK_READ.staticName:
      case TRACK_READ.atraceName:
        this.name = textOf(reader);
        return;
      case TRACK_DESCRIPTOR.description:
        this.description = textOf(reader);
        return;
      case TRACK_DESCRIPTOR.siblingOrderRank:
        this.rank = reader.int();
        return;
      default:
        this.#takeKind(reader, textOf);
    }
  }

  #takeKind(reader: ProtobufReader, textOf: TextReader): void {
    const { field } = reader;
    const isKind =
      field === TRACK_DESCRIPTOR.process ||
      field === TRACK_DESCRIPTOR.thread ||
      field === TRACK_DESCRIPTOR.counter;
    if (!isKind) {
      reader.skip();
      return;
    }
    reader.within(() => {
      if (field === TRACK_DESCRIPTOR.process) this.process = numberedRow(reader, PROCESS, textOf);
      else if (field === TRACK_DESCRIPTOR.thread) this.thread = numberedRow(reader, THREAD, textOf);
      else this.counter = counterFacts(reader, textOf);
    });
  }
}

function numberedRow(
  reader: ProtobufReader,
  fields: { readonly pid: number; readonly tid?: number; readonly name: number },
  textOf: TextReader
): NumberedRow {
  const row = { pid: 0, tid: 0, name: '' };
  while (reader.next()) {
    if (reader.field === fields.pid) row.pid = Math.max(0, reader.int());
    else if (reader.field === fields.tid) row.tid = Math.max(0, reader.int());
    else if (reader.field === fields.name) row.name = textOf(reader);
    else reader.skip();
  }
  return row;
}

function counterFacts(reader: ProtobufReader, textOf: TextReader): CounterFacts {
  const facts = plainCounter();
  while (reader.next()) {
    const { field } = reader;
    if (field === COUNTER.unit) facts.unit = UNITS.get(reader.uint()) ?? 'count';
    else if (field === COUNTER.categories) facts.category = facts.category || textOf(reader);
    else if (field === COUNTER.unitName) facts.unit = NAMED_UNITS.get(textOf(reader)) ?? 'count';
    else if (field === COUNTER_READ.unitMultiplier) facts.multiplier = reader.int() || 1;
    else if (field === COUNTER_READ.isIncremental) facts.isIncremental = reader.uint() === 1;
    else reader.skip();
  }
  return facts;
}
