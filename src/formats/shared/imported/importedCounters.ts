import { growing, permute } from '../../../model/profile/columns';
import type { CounterSeries, CounterUnit } from '../../../model/profile/profile';
import { IMPORT_LIMITS } from './importLimits';
import type { ImportNotes } from './importNotes';
import { orderByTime } from './traceRows';

/** In place of a counter that is not kept. */
export const NO_COUNTER = -1;

/** The name of a counter of a trace, and its row. */
export interface ImportedCounter {
  readonly name: string;
  readonly category: string;
  readonly unit: CounterUnit;
  readonly row: number;
}

interface Series extends ImportedCounter {
  readonly time: ReturnType<typeof growing.float64>;
  readonly value: ReturnType<typeof growing.float64>;
}

/** The counters of a trace, whose values may come in any order of time. */
export class ImportedCounters {
  readonly #series: Series[] = [];
  #count = 0;

  constructor(private readonly notes: ImportNotes) {}

  /** Adds a counter and returns its number; {@link NO_COUNTER} beyond those that are kept. */
  open(counter: ImportedCounter): number {
    if (this.#series.length >= IMPORT_LIMITS.counters) return NO_COUNTER;
    const columns = { time: growing.float64(), value: growing.float64() };
    return this.#series.push({ ...counter, ...columns }) - 1;
  }

  add(counter: number, time: number, value: number): void {
    if (!Number.isFinite(value)) {
      this.notes.add('values');
      return;
    }
    if (counter === NO_COUNTER || ++this.#count > IMPORT_LIMITS.events) {
      this.notes.add('limit');
      return;
    }
    this.#series[counter].time.push(time);
    this.#series[counter].value.push(value);
  }

  rows(): readonly number[] {
    return this.#series.filter(({ time }) => time.length > 0).map(({ row }) => row);
  }

  /** The counters with values, times minus `origin`; `trackOf` returns the track of a row. */
  finish(origin: number, trackOf: (row: number) => number): CounterSeries[] {
    return this.#series
      .filter(({ time }) => time.length > 0)
      .map(({ name, category, unit, row, time, value }) => {
        const times = time.toColumn();
        const order = orderByTime(times);
        const { length } = order;
        return {
          ...{ name, category, unit, kind: 'set', track: trackOf(row) },
          time: permute(times, order, new Float64Array(length)).map(at => at - origin),
          value: permute(value.toColumn(), order, new Float64Array(length))
        };
      });
  }
}
