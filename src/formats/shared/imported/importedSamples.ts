import { growing, permute } from '../../../model/profile/columns';
import type { LineTickTable, SampleTable } from '../../../model/profile/profile';
import { StackBuilder } from '../../../model/build/stackBuilder';
import { TripleRows } from '../../../model/build/tripleRows';
import { IMPORT_LIMITS, TraceImportError } from './importLimits';
import type { ImportNotes } from './importNotes';
import { orderByTime } from './traceRows';

/** CPU samples of a trace, in any order of time, with their stacks. */
export class ImportedSamples {
  readonly stacks = new StackBuilder();
  readonly #time = growing.float64();
  readonly #stack = growing.int32();
  readonly #row = growing.uint32();
  /** NaN for a sample that lasts until the next one. */
  readonly #weight = growing.float64();
  readonly #usedRows = new Set<number>();
  readonly #lines = new TripleRows();
  readonly #ticks = growing.uint32();
  #end: number | null = null;

  constructor(private readonly notes: ImportNotes) {}

  rows(): ReadonlySet<number> {
    return this.#usedRows;
  }

  /**
   * The row of the stack that has the row `frame` of {@link stacks} on top of the row `caller`, -1 for a root.
   *
   * @throws TraceImportError for too many
   */
  stackOf(caller: number, frame: number, line = 0): number {
    if (this.stacks.stackCount >= IMPORT_LIMITS.events) {
      throw new TraceImportError(`it has more than ${IMPORT_LIMITS.events} stacks`);
    }
    return this.stacks.stack(caller, frame, line);
  }

  /** Number of samples so far. */
  get length(): number {
    return this.#time.length;
  }

  /**
   * Adds a sample; `stack` is a row of {@link stacks}, or -1 for none. `weight` is the time that it
   * stands for, if the file has it.
   */
  add(time: number, stack: number, row: number, weight = NaN): void {
    if (this.length >= IMPORT_LIMITS.events) {
      this.notes.add('limit');
      return;
    }
    this.#time.push(time);
    this.#stack.push(stack);
    this.#row.push(row);
    this.#weight.push(weight);
    this.#usedRows.add(row);
  }

  /** Adds samples of a line, counted from 1, of the file that is the text `file`. */
  addTicks(file: number, line: number, ticks: number): void {
    const row = this.#lines.row(file, line, 0);
    if (row === this.#ticks.length) this.#ticks.push(ticks);
    else this.#ticks.set(row, this.#ticks.at(row) + ticks);
  }

  /** Samples last until the next one, and the last one until `end`. */
  lastUntil(end: number): void {
    this.#end = end;
  }

  lineTicks(): LineTickTable {
    const { length } = this.#lines;
    return {
      length,
      file: this.#lines.column(0, new Uint32Array(length)),
      line: this.#lines.column(1, new Uint32Array(length)),
      ticks: this.#ticks.toColumn()
    };
  }

  /**
   * The table, times minus `origin`. Unless it has a weight or {@link lastUntil} was called, a sample
   * lasts until the next one of its row, but at most twice the usual interval: beyond that, the thread
   * was idle.
   */
  table(origin: number, trackOf: (row: number) => number): SampleTable {
    const times = this.#time.toColumn();
    const order = orderByTime(times);
    const { length } = order;
    const time = permute(times, order, new Float64Array(length)).map(at => at - origin);
    const row = permute(this.#row.toColumn(), order, new Uint32Array(length));
    const given = permute(this.#weight.toColumn(), order, new Float64Array(length));
    return {
      length,
      time,
      weight: withGiven(
        given,
        this.#end === null ? usualWeights(time, row) : weights(time, row, this.#end - origin)
      ),
      stack: permute(this.#stack.toColumn(), order, new Int32Array(length)),
      track: Uint16Array.from(row, trackOf)
    };
  }
}

/** The weights that a file has, and others for samples without. */
function withGiven(given: Float64Array, others: Float64Array): Float64Array {
  return given.map((weight, at) => (Number.isNaN(weight) ? others[at] : weight));
}

function weights(time: Float64Array, row: Uint32Array, end: number): Float64Array {
  const weight = new Float64Array(time.length);
  const last = new Map<number, number>();
  for (let at = 0; at < time.length; at++) {
    const before = last.get(row[at]);
    if (before !== undefined) weight[before] = time[at] - time[before];
    last.set(row[at], at);
  }
  for (const at of last.values()) weight[at] = Math.max(0, end - time[at]);
  return weight;
}

function usualWeights(time: Float64Array, row: Uint32Array): Float64Array {
  const weight = weights(time, row, time.at(-1) ?? 0);
  const known = weight.filter(value => value > 0).sort();
  const usual = known.length === 0 ? 0 : known[known.length >>> 1];
  return weight.map(value => (value > 2 * usual || value === 0 ? usual : value));
}
