import { growing } from '../profile/columns';
import type { LineTickTable, LineTotalTable, SampleTable } from '../profile/profile';
import type { RecordedSamples, RecordedStacks } from '../profile/recordedPart';
import { StackBuilder } from './stackBuilder';
import { StringTable } from './stringTable';

/** The tables that rows of recorded stacks are to refer to. */
export interface JoinedTables {
  readonly strings: StringTable;
  readonly stacks: StackBuilder;
}

/** Adds recorded stacks to tables; the row there of each. */
export function addStacks(
  { strings, frames, stacks }: RecordedStacks,
  tables: JoinedTables
): readonly number[] {
  const text = (row: number): number => tables.strings.intern(strings[row]);
  const frameRows = Array.from(frames.name, (name, row) =>
    tables.stacks.frame({
      name: text(name),
      file: text(frames.file[row]),
      line: frames.line[row],
      column: frames.column[row],
      kind: frames.kind[row]
    })
  );
  const rows: number[] = [];
  stacks.prefix.forEach((prefix, row) => {
    const below = prefix < 0 ? -1 : rows[prefix];
    const isAwaited = stacks.isAwaited[row] === 1;
    const frame = frameRows[stacks.frame[row]];
    rows.push(tables.stacks.stack(below, frame, stacks.line[row], isAwaited));
  });
  return rows;
}

/** The samples of stretches of time, in order of time, by rows of `tables`; all on `track`. */
export function addSamples(
  parts: readonly RecordedSamples[],
  tables: JoinedTables,
  track: number
): Omit<RecordedSamples, keyof RecordedStacks> {
  const samples: SampleRow[] = [];
  const waits = { time: growing.float64(), value: growing.float64() };
  const ticks = new LineSums(1);
  const totals = new LineSums(3);
  for (const part of parts) {
    const rows = addStacks(part, tables);
    const { lineTicks, lineTotals, coreWaits, strings } = part;
    part.samples.stack.forEach((own, row) => {
      const { time, weight } = part.samples;
      samples.push({ time: time[row], weight: weight[row], stack: own < 0 ? own : rows[own] });
    });
    coreWaits?.time.forEach((each, row) => {
      waits.time.push(each);
      waits.value.push(coreWaits.value[row]);
    });
    const file = (row: number): number => tables.strings.intern(strings[row]);
    lineTicks.file.forEach((each, row) => {
      ticks.add(file(each), lineTicks.line[row], [lineTicks.ticks[row]]);
    });
    const { self, total, own } = lineTotals;
    lineTotals.file.forEach((each, row) => {
      totals.add(file(each), lineTotals.line[row], [self[row], total[row], own[row]]);
    });
  }
  return {
    samples: samplesOf(samples, track),
    lineTicks: ticksOf(ticks.sorted()),
    lineTotals: totalsOf(totals.sorted()),
    coreWaits: parts.every(({ coreWaits }) => coreWaits !== null)
      ? { time: waits.time.toColumn(), value: waits.value.toColumn() }
      : null
  };
}

/** Stretches of time as one. */
export function joinRecordedSamples(parts: readonly RecordedSamples[]): RecordedSamples {
  const tables = { strings: new StringTable(), stacks: new StackBuilder() };
  const joined = addSamples(parts, tables, 0);
  const { strings, stacks } = tables;
  return {
    ...joined,
    strings: strings.toArray(),
    frames: stacks.frames(),
    stacks: stacks.stacks()
  };
}

interface SampleRow {
  readonly time: number;
  readonly weight: number;
  readonly stack: number;
}

/** V8 may deliver the last sample of a stretch with the next one. */
function samplesOf(samples: SampleRow[], track: number): SampleTable {
  samples.sort((a, b) => a.time - b.time);
  return {
    length: samples.length,
    time: Float64Array.from(samples, ({ time }) => time),
    weight: Float64Array.from(samples, ({ weight }) => weight),
    stack: Int32Array.from(samples, ({ stack }) => stack),
    track: new Uint16Array(samples.length).fill(track)
  };
}

/** A line of a file, and sums of it. */
interface LineRow {
  readonly file: number;
  readonly line: number;
  readonly sums: number[];
}

/** Sums by line. */
class LineSums {
  readonly #rows = new Map<string, LineRow>();

  constructor(private readonly width: number) {}

  add(file: number, line: number, values: readonly number[]): void {
    const key = `${file} ${line}`;
    const row = this.#rows.get(key) ?? { file, line, sums: Array<number>(this.width).fill(0) };
    this.#rows.set(key, row);
    values.forEach((value, at) => (row.sums[at] += value));
  }

  sorted(): readonly LineRow[] {
    return [...this.#rows.values()].sort((a, b) => a.file - b.file || a.line - b.line);
  }
}

function ticksOf(rows: readonly LineRow[]): LineTickTable {
  return { ...placesOf(rows), ticks: Uint32Array.from(rows, ({ sums }) => sums[0]) };
}

function totalsOf(rows: readonly LineRow[]): LineTotalTable {
  const [self, total, own] = [0, 1, 2].map(at => Float64Array.from(rows, ({ sums }) => sums[at]));
  return { ...placesOf(rows), self, total, own };
}

function placesOf(rows: readonly LineRow[]): Pick<LineTickTable, 'length' | 'file' | 'line'> {
  return {
    length: rows.length,
    file: Uint32Array.from(rows, ({ file }) => file),
    line: Uint32Array.from(rows, ({ line }) => line)
  };
}
