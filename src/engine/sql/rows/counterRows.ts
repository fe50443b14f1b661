import { concatenate } from '../../../model/profile/columns';
import type { Profile } from '../../../model/profile/profile';
import { ROW_NUMBERS, type RowTable, column, computed } from './rowTable';

/** The counters, without their values. */
export function seriesRows({ counters }: Profile): RowTable {
  return {
    length: counters.length,
    columns: {
      id: ROW_NUMBERS,
      name: column('VARCHAR', row => counters[row].name),
      category: column('VARCHAR', row => counters[row].category),
      unit: column('VARCHAR', row => counters[row].unit),
      kind: column('VARCHAR', row => counters[row].kind),
      track_id: column('INTEGER', row => counters[row].track)
    }
  };
}

/** The values of all counters, one counter after the other. */
export function counterRows({ counters }: Profile): RowTable {
  const length = counters.reduce((sum, { time }) => sum + time.length, 0);
  return {
    length,
    columns: {
      series_id: computed('INTEGER', () => {
        const series = new Int32Array(length);
        let from = 0;
        counters.forEach(({ time }, at) => series.fill(at, from, (from += time.length)));
        return series;
      }),
      ts_ns: computed('DOUBLE', () => concatenate(counters.map(({ time }) => time))),
      value: computed('DOUBLE', () => concatenate(counters.map(({ value }) => value)))
    }
  };
}
