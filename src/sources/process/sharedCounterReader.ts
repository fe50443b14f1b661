import type { CounterSeries } from '../../model/profile/profile';
import type {
  ContributionContext,
  Contributor,
  SharedCounter
} from '../../record/build/contribution';
import { readSharedSeries } from './sharedSeries';

/** Contributes, on another thread than the one that records, what its sources share. */
export function sharedCounterReader(counters: readonly SharedCounter[]): Contributor {
  return {
    contribute(context) {
      const read = counters.map(counter => readCounter(counter, context));
      const records = read.reduce((sum, { time }) => sum + time.length, 0);
      return { report: { source: 'memory', status: 'ok', message: '', records }, counters: read };
    }
  };
}

function readCounter(
  { head, series, originNs }: SharedCounter,
  { originNs: profileOrigin, endNs, mainTrack }: ContributionContext
): CounterSeries {
  const { time, value } = readSharedSeries(series);
  const shift = Number(originNs - profileOrigin);
  const lengthNs = Number(endNs - profileOrigin);
  const rows = [...time.keys()].filter(
    row => time[row] + shift >= 0 && time[row] + shift <= lengthNs
  );
  return {
    ...head,
    track: mainTrack,
    time: Float64Array.from(rows, row => time[row] + shift),
    value: Float64Array.from(rows, row => value[row])
  };
}
