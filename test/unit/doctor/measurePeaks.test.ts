import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parsePeaks } from '../../../src/analysis/operators/roofline';
import {
  lastLevelCacheBytes,
  loadWasmProduct,
  measurePeak
} from '../../../src/doctor/measurePeaks';
import { runCommand } from '../../support/runCommand';

/** A clock on which the rounds of a measurement take these times, nanoseconds. */
function clockOf(rounds: readonly number[]): () => bigint {
  let now = 0;
  const reads = rounds.flatMap(length => [now, (now += length)]);
  return () => BigInt(reads.shift() ?? now);
}

describe('a peak', () => {
  test('is the best round, certain where the better half of them agrees', () => {
    const rounds = [100, 105, 110, 100, 101, 900, 900, 900, 102];
    const peak = measurePeak({ name: 'a', run: () => 1000 }, clockOf(rounds));
    expect(peak).toMatchObject({ name: 'a', value: 1e10, isCertain: true, why: '' });
  });

  test('is uncertain where rounds are far apart, or for a reason given', () => {
    const apart = [100, 200, 300, 400, 500, 600, 700, 800, 900];
    const peak = measurePeak({ name: 'a', run: () => 1000 }, clockOf(apart));
    expect(peak).toMatchObject({ isCertain: false, why: 'rounds were 80 % apart' });
    const even = Array.from({ length: 9 }, () => 100);
    const doubted = measurePeak({ name: 'a', run: () => 1, doubt: 'small' }, clockOf(even));
    expect(doubted).toMatchObject({ isCertain: false, why: 'small' });
  });
});

test('the WebAssembly module multiplies and adds in eight vectors', () => {
  const run = loadWasmProduct();
  const expected = (turns: number): number => {
    let one = 0;
    for (let turn = 0; turn < turns; turn++) one = Math.fround(one * 0.5 + 0.25);
    return 8 * one;
  };
  for (const turns of [1, 2, 5]) expect(run(turns)).toBe(expected(turns));
});

test('the last-level cache is the largest one that Linux tells of', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kernelscope-caches-'));
  expect(lastLevelCacheBytes(folder)).toBeNull();
  ['32K', '1M', '48M'].forEach((size, at) => {
    mkdirSync(join(folder, `index${at}`));
    writeFileSync(join(folder, `index${at}`, 'size'), `${size}\n`);
  });
  expect(lastLevelCacheBytes(folder)).toBe(48 << 20);
  rmSync(folder, { recursive: true });
  expect(lastLevelCacheBytes(folder)).toBeNull();
});

test('doctor --peaks measures the machine and saves what it found', async () => {
  const file = join(tmpdir(), `kernelscope-peaks-${process.pid}.json`);
  const { out, err } = await runCommand('doctor', '--peaks', '--save', file);
  const { compute, memory } = parsePeaks(readFileSync(file, 'utf8'));
  rmSync(file);
  expect(err).toContain(`Saved the peaks as ${file}`);
  expect(out).toContain('GFLOP/s');
  const [scalar, vector] = compute;
  expect(vector.value).toBeGreaterThan(scalar.value);
  expect(memory.value).toBeGreaterThan(1e8);
});
