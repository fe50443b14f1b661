import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allocationsByScope } from '../../../../src/analysis/statistics/allocationsByScope';
import { type Piece, allocationProfile } from '../../../support/allocationProfile';

const piece = (scope: string, from: number, to: number, bytes: number, device = 'a'): Piece => {
  return { scope, from, to, bytes, device };
};

/** Rows as `device scope: count, bytes at the peak, bytes at the end`. */
function told(pieces: readonly Piece[], window?: { fromNs: number; toNs: number }): string[] {
  return allocationsByScope(allocationProfile(pieces), window).rows.map(
    ({ device, scope, count, peakBytes, endBytes }) =>
      `${device} ${scope} ${count}, ${peakBytes}, ${endBytes}`
  );
}

describe('allocations by scope', () => {
  test('say who held memory when the device held the most, and at the end', () => {
    const pieces = [
      piece('encoder:', 0, 50, 100),
      piece('decoder:', 10, Infinity, 40),
      piece('encoder:', 20, Infinity, 5),
      piece('decoder:', 60, 70, 90)
    ];
    expect(told(pieces)).toEqual(['a encoder: 2, 105, 5', 'a decoder: 2, 40, 40']);
    expect(allocationsByScope(allocationProfile(pieces)).devices).toEqual([
      { device: 'a', bytes: 145, timeNs: 20 }
    ]);
  });

  test('keep devices apart, the largest first', () => {
    const pieces = [
      piece('x:', 0, 50, 10, 'small'),
      piece('x:', 60, 70, 30, 'large'),
      piece('y:', 60, 70, 40, 'large')
    ];
    expect(told(pieces)).toEqual(['large y: 1, 40, 0', 'large x: 1, 30, 0', 'small x: 1, 10, 0']);
  });

  test('count nothing twice where one piece takes the place of another', () => {
    const pieces = [piece('x:', 0, 10, 100), piece('y:', 10, 20, 100), piece('z:', 10, 10, 100)];
    expect(allocationsByScope(allocationProfile(pieces)).devices[0].bytes).toBe(100);
    expect(told(pieces)).toEqual(['a x: 1, 100, 0', 'a y: 1, 0, 0', 'a z: 1, 0, 0']);
  });

  test('of a window have what was held in it, and count what was asked for in it', () => {
    const pieces = [
      piece('gone:', 0, 10, 500),
      piece('before:', 0, 90, 70),
      piece('in:', 30, 40, 20),
      piece('after:', 60, 70, 900)
    ];
    const window = { fromNs: 20, toNs: 50 };
    expect(told(pieces, window)).toEqual(['a before: 0, 70, 70', 'a in: 1, 20, 0']);
    const { devices } = allocationsByScope(allocationProfile(pieces), window);
    expect(devices).toEqual([{ device: 'a', bytes: 90, timeNs: 30 }]);
  });

  test('of a window without any change have what was held all along', () => {
    const pieces = [piece('x:', 0, 5, 900), piece('x:', 2, Infinity, 7)];
    expect(told(pieces, { fromNs: 20, toNs: 30 })).toEqual(['a x: 0, 7, 7']);
  });

  test('are empty without allocations', () => {
    expect(allocationsByScope(allocationProfile([]))).toEqual({ rows: [], devices: [] });
  });

  test('of all scopes add up to the peak of their device', () => {
    const anyPiece = fc.record({
      scope: fc.constantFrom('x:', 'y:', 'z:'),
      device: fc.constantFrom('a', 'b'),
      from: fc.nat(60),
      length: fc.oneof(fc.nat(60), fc.constant(Infinity)),
      bytes: fc.nat(100)
    });
    const anyWindow = fc.tuple(fc.nat(60), fc.nat(60));
    fc.assert(
      fc.property(fc.array(anyPiece, { maxLength: 20 }), anyWindow, (made, [fromNs, length]) => {
        const pieces = made.map(each => ({ ...each, to: each.from + each.length }));
        const window = { fromNs, toNs: fromNs + length };
        const { rows, devices } = allocationsByScope(allocationProfile(pieces, 200), window);
        for (const { device, bytes, timeNs } of devices) {
          const own = rows.filter(row => row.device === device);
          expect(own.reduce((sum, { peakBytes }) => sum + peakBytes, 0)).toBe(bytes);
          expect(bytes).toBe(highest(pieces, device, window));
          expect(timeNs).toBeGreaterThanOrEqual(fromNs);
          expect(timeNs).toBeLessThanOrEqual(window.toNs);
        }
      })
    );
  });
});

/** The most that `device` held at a whole nanosecond of the window. */
function highest(
  pieces: readonly Piece[],
  device: string,
  { fromNs, toNs }: { readonly fromNs: number; readonly toNs: number }
): number {
  const heldAt = (time: number): number =>
    pieces
      .filter(each => each.device === device && each.from <= time && each.to > time)
      .reduce((sum, { bytes }) => sum + bytes, 0);
  const times = Array.from({ length: toNs - fromNs + 1 }, (_, at) => fromNs + at);
  return times.reduce((most, time) => Math.max(most, heldAt(time)), 0);
}
