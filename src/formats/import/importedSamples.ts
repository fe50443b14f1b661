import { growing, permute } from '../../model/columns';
import type { SampleTable } from '../../model/profile';
import { StackBuilder } from '../../model/stackBuilder';
import { IMPORT_LIMITS } from './importLimits';
import type { ImportNotes } from './importNotes';
import { orderByTime } from './timeOrder';

/** CPU samples of a trace, in any order of time, with their stacks. */
export class ImportedSamples {
  readonly stacks = new StackBuilder();
  private readonly time = growing.float64();
  private readonly stack = growing.int32();
  private readonly row = growing.uint32();
  private readonly usedRows = new Set<number>();

  constructor(private readonly notes: ImportNotes) {}

  /** Rows with samples. */
  rows(): ReadonlySet<number> {
    return this.usedRows;
  }

  /** Number of samples so far. */
  get length(): number {
    return this.time.length;
  }

  /** Adds a sample; `stack` is a row of {@link stacks}. */
  add(time: number, stack: number, row: number): void {
    if (this.length >= IMPORT_LIMITS.events) {
      this.notes.add('limit');
      return;
    }
    this.time.push(time);
    this.stack.push(stack);
    this.row.push(row);
    this.usedRows.add(row);
  }

  /**
   * The table, times less `origin`. A sample stands for the time until the next one of its row, but
   * for no more than twice what lies between two of them as a rule: then the thread was idle.
   */
  table(origin: number, trackOf: (row: number) => number): SampleTable {
    const times = this.time.toColumn();
    const order = orderByTime(times);
    const { length } = order;
    const time = permute(times, order, new Float64Array(length)).map(at => at - origin);
    const row = permute(this.row.toColumn(), order, new Uint32Array(length));
    return {
      length,
      time,
      weight: weightsOf(time, row),
      stack: permute(this.stack.toColumn(), order, new Int32Array(length)),
      track: Uint16Array.from(row, trackOf)
    };
  }
}

function weightsOf(time: Float64Array, row: Uint32Array): Float64Array {
  const weight = new Float64Array(time.length);
  const last = new Map<number, number>();
  for (let at = 0; at < time.length; at++) {
    const before = last.get(row[at]);
    if (before !== undefined) weight[before] = time[at] - time[before];
    last.set(row[at], at);
  }
  const known = weight.filter(value => value > 0).sort();
  const usual = known.length === 0 ? 0 : known[known.length >>> 1];
  for (const at of last.values()) weight[at] = usual;
  return weight.map(value => (value > 2 * usual ? usual : value));
}
