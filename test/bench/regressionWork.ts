import { sink } from './harness';

/** Work of some milliseconds, in so many of a thousand parts; 1100 is a tenth more. */
export type RegressionWork = (parts: number) => void;

/** Pieces of work of different kinds: arithmetic, text and garbage, and tables of objects. */
export const REGRESSION_WORKS: readonly RegressionWork[] = [
  function arithmetic(parts) {
    for (let turn = 0; turn < parts * 1200; turn++) sink.value += Math.sqrt(turn);
  },
  function text(parts) {
    for (let row = 0; row < parts * 2; row++) {
      sink.value += JSON.stringify(JSON.parse(`{"id":${row},"tags":["a","b"],"on":true}`)).length;
    }
  },
  function tables(parts) {
    const totals = new Map<string, number>();
    for (let row = 0; row < parts * 20; row++) {
      const key = `k${row % 997}`;
      totals.set(key, (totals.get(key) ?? 0) + row);
    }
    const sorted = [...totals].sort((a, b) => b[1] - a[1]);
    sink.value += sorted[0][1];
  }
];
