import { expect, test } from 'vitest';
import { printedResult } from './printedResult';

/** CPU times of a million ranges, nanoseconds. */
interface Overhead {
  readonly lostNs: number;
  readonly statedNs: number;
}

/** On a busy machine the costs themselves change from one moment to the next. */
const TRIES = 10;

async function shares(): Promise<readonly number[]> {
  const all = await printedResult<readonly Overhead[]>('rangeOverheadProgram.cjs');
  return all.map(({ lostNs, statedNs }) => statedNs / lostNs);
}

test.runIf(process.platform === 'linux')(
  'a million ranges around short work cost about what their profile states',
  async () => {
    let seen: readonly number[] = [];
    for (let i = 0; i < TRIES; i++) {
      seen = await shares();
      if (seen.every(share => share > 0.7 && share < 1.4)) break;
    }
    expect(Math.min(...seen)).toBeGreaterThan(0.7);
    expect(Math.max(...seen)).toBeLessThan(1.4);
  }
);
