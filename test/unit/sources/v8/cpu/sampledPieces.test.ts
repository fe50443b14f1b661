import { expect, test } from 'vitest';
import type { RecordedSamples } from '../../../../../src/model/profile/recordedPart';
import type { SampledColumns } from '../../../../../src/native/v8Addon';
import { SampledPieces } from '../../../../../src/sources/v8/cpu/sampledPieces';
import { identityMapper } from '../../../../../src/sources/v8/scripts/sourceMapper';

const SAMPLES = 4;

/** A piece that lasts 4 ms, on line 11 of `work`, which line 2 of the program calls. */
function piece(number: number): SampledColumns {
  const startTime = 1000 + number * SAMPLES * 1000;
  const times = Float64Array.from({ length: SAMPLES }, (_, at) => startTime + at * 1000);
  const samples = new Int32Array(SAMPLES).fill(2);
  const ticks = Int32Array.of(2, 11, SAMPLES);
  const tree = (line: number) => ({
    nodes: Int32Array.of(...[-1, 0, 1, 0, 0, 0], ...[0, 1, 3, 7, 1, 1], ...[1, 2, 3, 7, line, 5]),
    ticks,
    samples
  });
  return {
    startTime,
    endTime: startTime + SAMPLES * 1000,
    times,
    intervals: Float64Array.of(startTime, 1000),
    functions: tree(10),
    lines: tree(2),
    strings: ['(root)', '', 'work', '/app/a.js']
  };
}

/** What reads pieces, of which there are so many new ones at each call. */
function reader(...counts: readonly number[]): SampledPieces {
  const left = [...counts];
  let next = 0;
  const takePieces = () => Array.from({ length: left.shift() ?? 0 }, () => piece(next++));
  const place = { handle: 1, folder: '/app', originNs: 1_000_000n };
  return new SampledPieces({ ...place, sampler: { takePieces }, mapper: identityMapper });
}

const ms = (parts: readonly RecordedSamples[]): number[] =>
  parts.flatMap(({ samples }) => Array.from(samples.time, time => time / 1e6));

test('pieces have the samples, lines and total times of their stretch of time', () => {
  const [first, second] = reader(2).take();
  expect(ms([first, second])).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  const { samples, stacks, frames, strings, lineTicks, lineTotals } = second;
  expect([...samples.weight]).toEqual([1e6, 1e6, 1e6, 1e6]);
  expect(strings[frames.name[stacks.frame[samples.stack[0]]]]).toBe('work');
  expect([...lineTicks.line]).toEqual([11]);
  expect([...lineTicks.ticks]).toEqual([4]);
  const totals = Array.from(lineTotals.line, (line, row) => [line, lineTotals.total[row] / 1e6]);
  expect(totals).toEqual([
    [2, 4],
    [11, 4]
  ]);
});

test('each call has what is new, and all of it is kept in few stretches', () => {
  const pieces = reader(1, 0, ...Array<number>(62).fill(1), 1);
  const taken = Array.from({ length: 65 }, () => pieces.take()).flat();
  expect(taken).toHaveLength(64);
  expect(ms(pieces.all)).toEqual(ms(taken));
  expect(pieces.all.length).toBeLessThanOrEqual(6);
  const ticks = pieces.all.flatMap(({ lineTicks }) => [...lineTicks.ticks]);
  expect(ticks.reduce((sum, each) => sum + each)).toBe(64 * SAMPLES);
});
