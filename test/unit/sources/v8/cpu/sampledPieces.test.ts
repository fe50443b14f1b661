import { expect, test } from 'vitest';
import { KeptSamples } from '../../../../../src/engine/live/threadSamples';
import type { SampledColumns, SampledTree } from '../../../../../src/native/v8Addon';
import { joinPieces, placePieces } from '../../../../../src/sources/v8/cpu/sampledPieces';
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

const packed = (...pieces: readonly unknown[]): readonly Uint8Array[] =>
  new KeptSamples({ takePieces: () => pieces as readonly SampledColumns[] }, 1).take();

const PLACE = { folder: '/app', originNs: 1_000_000n, mapper: identityMapper };

test('pieces have the samples, lines and total times of all their time', () => {
  const { samples: placed, isDamaged } = placePieces(packed(piece(0), piece(1)), PLACE);
  expect(isDamaged).toBe(false);
  const { samples, stacks, frames, strings, lineTicks, lineTotals } = placed!;
  expect([...samples.time].map(time => time / 1e6)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(new Set(samples.weight)).toEqual(new Set([1e6]));
  expect(strings[frames.name[stacks.frame[samples.stack[0]]]]).toBe('work');
  expect(new Set(samples.stack).size).toBe(1);
  expect([...lineTicks.line]).toEqual([11]);
  expect([...lineTicks.ticks]).toEqual([2 * SAMPLES]);
  const totals = Array.from(lineTotals.line, (line, row) => [line, lineTotals.total[row] / 1e6]);
  expect(totals).toEqual([
    [2, 8],
    [11, 8]
  ]);
});

test('texts and nodes that only some pieces have are told apart', () => {
  const [first, second] = [piece(0), piece(1)];
  const renamed = { ...second, strings: ['(root)', 'other', '', '/app/a.js'] };
  const swap = (tree: SampledTree): SampledTree => ({
    ...tree,
    nodes: tree.nodes.map((value, at) => (at === 2 || at === 7 ? 2 : at === 13 ? 1 : value))
  });
  const { functions, strings, samples } = joined(first, {
    ...renamed,
    functions: swap(second.functions)
  });
  expect(strings).toEqual(['(root)', '', 'work', '/app/a.js', 'other']);
  expect(samples).toEqual(['work', 'work', 'work', 'work', 'other', 'other', 'other', 'other']);
  expect(functions.nodes).toHaveLength(4 * 6);
});

/** Pieces as one, with the name of the function of each sample. */
function joined(...pieces: readonly SampledColumns[]) {
  const { functions, strings } = joinPieces(pieces);
  const samples = [...functions.samples].map(row => strings[functions.nodes[row * 6 + 1]]);
  return { functions, strings, samples };
}

test('the clocks of pieces are one, unless one has none', () => {
  const clock = (from: number) => {
    const [times, ranNs] = [Float64Array.of(from, from + 4000), Float64Array.of(from, from + 3)];
    return { times, ranNs, queuedNs: Float64Array.of(0, from) };
  };
  const told = [piece(0), piece(1)].map((each, at) => ({
    ...each,
    clock: clock(1000 + at * 4000)
  }));
  const { times, ranNs, queuedNs } = joinPieces(told).clock!;
  expect([...times]).toEqual([1000, 5000, 5000, 9000]);
  expect([...ranNs]).toEqual([1000, 1003, 5000, 5003]);
  expect([...queuedNs!]).toEqual([0, 1000, 0, 5000]);
  expect(joinPieces([told[0], piece(1)]).clock).toBeUndefined();
});

const SOUND = piece(0);

function changed<Column extends Int32Array | Float64Array>(
  column: Column,
  at: number,
  value: number
) {
  const copy = column.slice() as Column;
  copy[at] = value;
  return copy;
}

test.each<readonly [string, unknown]>([
  ['a parent that comes later', tree({ nodes: changed(SOUND.functions.nodes, 6, 2) })],
  ['a text that is not there', tree({ nodes: changed(SOUND.functions.nodes, 7, 4) })],
  [
    'a sample of a node that is not there',
    tree({ samples: changed(SOUND.functions.samples, 0, 3) })
  ],
  ['fewer times than samples', { ...SOUND, times: SOUND.times.subarray(1) }],
  ['a time that is none', { ...SOUND, times: changed(SOUND.times, 0, NaN) }],
  ['ticks of a node that is not there', tree({ ticks: Int32Array.of(7, 1, 1) })],
  ['half a node', tree({ nodes: SOUND.functions.nodes.subarray(1) })],
  ['texts that are none', { ...SOUND, strings: [1, 2, 3, 4] }],
  ['columns of another kind', { ...SOUND, times: new Uint8Array(SAMPLES) }],
  ['a clock that is none', { ...SOUND, clock: { times: SOUND.times, ranNs: new Float64Array(1) } }],
  ['an interval without a time', { ...SOUND, intervals: Float64Array.of(1) }],
  ['nothing', null],
  ['a list', []]
])('a piece with %s is left out', (_, damaged) => {
  const { samples, isDamaged } = placePieces(packed(piece(0), damaged), PLACE);
  expect(isDamaged).toBe(true);
  expect(samples!.samples.length).toBe(SAMPLES);
});

function tree(damage: Partial<SampledTree>): SampledColumns {
  return { ...SOUND, functions: { ...SOUND.functions, ...damage } };
}

test('bytes that are no pieces are left out', () => {
  const [sound] = packed(piece(0));
  for (const bytes of [new Uint8Array(0), sound.subarray(0, sound.length / 2), Uint8Array.of(9)]) {
    expect(placePieces([bytes], PLACE)).toEqual({ samples: null, isDamaged: true });
  }
});

test('each call has what is new, and all of it is kept', () => {
  const left = [1, 0, 2];
  let next = 0;
  const takePieces = () => Array.from({ length: left.shift() ?? 0 }, () => piece(next++));
  const kept = new KeptSamples({ takePieces }, 1);
  const taken = Array.from({ length: 4 }, () => kept.take());
  expect(taken.map(({ length }) => length)).toEqual([1, 0, 2, 0]);
  expect(kept.all).toEqual(taken.flat());
});

test('a piece whose stacks are deeper than those of V8 is left out', () => {
  const deep = Array.from({ length: 400 }, (_, row) => [row, 2, 3, 7, 1, 1]).flat();
  const nodes = Int32Array.from([-1, 0, 1, 0, 0, 0, ...deep]);
  expect(placePieces(packed(tree({ nodes })), PLACE).isDamaged).toBe(true);
});
