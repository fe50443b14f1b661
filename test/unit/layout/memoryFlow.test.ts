import fc from 'fast-check';
import { expect, it } from 'vitest';
import { byteTicks } from '../../../src/formats/memoryFlow/memoryFlowAxis';
import { layoutMemoryFlow } from '../../../src/layout/memoryFlow';
import { type FlowBox, boxOf } from '../../../src/layout/memoryFlowBox';
import { flowRects } from '../../../src/layout/memoryFlowRects';
import { placeOnStretches, usedStretches } from '../../../src/layout/memoryFlowStretches';
import { type Piece, allocationProfile } from '../../support/allocationProfile';

const DURATION = 1000;

const anyPieces = fc.array(
  fc.record({
    scope: fc.constant('a:'),
    device: fc.constantFrom('cpu', 'gpu'),
    from: fc.nat(DURATION),
    to: fc.constantFrom(DURATION, Infinity),
    bytes: fc.nat(1000)
  }),
  { maxLength: 80 }
);

const FRAME = {
  fromNs: 0,
  toNs: DURATION,
  widthPx: 100,
  heightPx: 50,
  maxSingle: 12,
  maxMerged: 9,
  maxCells: 400
};

const isWithin = ({ x, y, width, height }: FlowBox): boolean =>
  x >= 0 && y >= -1e-6 && x + width <= 100 + 1e-6 && y + height <= 50 + 1e-6;

it('has every allocation in one panel, and draws it once within its bounds', () => {
  fc.assert(
    fc.property(anyPieces, (pieces: readonly Piece[]) => {
      const { allocations } = allocationProfile(pieces, DURATION);
      const panels = layoutMemoryFlow(allocations);
      const rows = panels.flatMap(panel => [...panel.rows]);
      expect(rows.sort((a, b) => a - b)).toEqual(pieces.map((_, row) => row));
      for (const panel of panels) {
        const { single, merged } = flowRects(panel, FRAME);
        const count = merged.reduce((sum, each) => sum + each.count, single.length);
        expect(count).toBe(panel.rows.length);
        expect(single.length).toBeLessThanOrEqual(FRAME.maxSingle);
        expect(merged.length).toBeLessThanOrEqual(FRAME.maxMerged);
        const boxes = [...merged, ...single.map(row => boxOf(panel, row, FRAME))];
        expect(boxes.filter(box => !isWithin(box))).toEqual([]);
      }
    })
  );
});

it('puts the panel that holds most first', () => {
  const { allocations } = allocationProfile([
    { scope: '', device: 'small', from: 0, to: 50, bytes: 10 },
    { scope: '', device: 'large', from: 10, to: 50, bytes: 20 }
  ]);
  expect(layoutMemoryFlow(allocations).map(({ held }) => held.peak.bytes)).toEqual([20, 10]);
});

it('cuts long unused stretches out of the addresses and keeps the order of the rest', () => {
  const address = Float64Array.of(5000, 0, 90, 5050);
  const bytes = Float64Array.of(50, 80, 10, 50);
  const stretches = usedStretches(address, bytes);
  expect(stretches.map(({ from, to }) => [from, to])).toEqual([
    [0, 80],
    [90, 100],
    [5000, 5100]
  ]);
  const placed = placeOnStretches(address, stretches);
  expect(placed[1]).toBe(0);
  expect(placed[3] - placed[0]).toBe(50);
  expect(placed[0]).toBeLessThan(120);
});

it('keeps short unused stretches', () => {
  const stretches = usedStretches(Float64Array.of(0, 102), Float64Array.of(100, 100));
  expect(stretches).toEqual([{ from: 0, to: 202, offset: 0 }]);
});

it('marks round sizes in one unit', () => {
  expect(byteTicks(0, 2500, 3).map(({ text }) => text)).toEqual(['0 kB', '1 kB', '2 kB']);
  expect(byteTicks(95_000, 110_000, 4).map(({ text }) => text)).toEqual([
    ...['95 kB', '100 kB', '105 kB', '110 kB']
  ]);
  expect(byteTicks(0, 0, 4)).toEqual([{ bytes: 0, text: '0 B' }]);
});
