import { sink } from './harness';

/** Work of some milliseconds, in so many of a thousand parts; 1100 is a tenth more. */
export type RegressionWork = (parts: number) => void;

/** Pieces of work of different kinds. */
export const REGRESSION_WORKS: readonly RegressionWork[] = [arithmetic, texts, tables];

function arithmetic(parts: number): void {
  for (let turn = 0; turn < parts * 1200; turn++) sink.value += Math.sqrt(turn);
}

/** Texts, and garbage. */
function texts(parts: number): void {
  for (let row = 0; row < parts * 2; row++) {
    sink.value += JSON.stringify(JSON.parse(`{"id":${row},"tags":["a","b"],"on":true}`)).length;
  }
}

function tables(parts: number): void {
  const totals = new Map<string, number>();
  for (let row = 0; row < parts * 20; row++) {
    const key = `k${row % 997}`;
    totals.set(key, (totals.get(key) ?? 0) + row);
  }
  const sorted = [...totals].sort((a, b) => b[1] - a[1]);
  sink.value += sorted[0][1];
}
