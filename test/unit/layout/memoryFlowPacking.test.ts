import fc from 'fast-check';
import { expect, it } from 'vitest';
import { heldCurve } from '../../../src/layout/memoryFlowCurve';
import { orderOf } from '../../../src/layout/memoryFlowStretches';
import { type HeldPieces, packFirstFit } from '../../../src/layout/memoryFlowPacking';
import { seededRandom } from '../../support/random';

type Piece = readonly [from: number, length: number, bytes: number];

function pieces(list: readonly Piece[]): HeldPieces {
  const rows = [...list].sort((a, b) => a[0] - b[0]);
  const to = Float64Array.from(rows, row => row[0] + row[1]);
  return {
    from: Float64Array.from(rows, row => row[0]),
    to,
    ending: orderOf(to),
    bytes: Float64Array.from(rows, row => row[2])
  };
}

const anyPieces = fc
  .array(fc.tuple(fc.nat(60), fc.nat(30), fc.nat(20)), { maxLength: 60 })
  .map(pieces);

function topOf({ bytes }: HeldPieces, address: Float64Array): number {
  return address.reduce((top, at, row) => Math.max(top, at + bytes[row]), 0);
}

/** The lowest address where a piece fits among those held at `time`, by looking at all of them. */
function lowestFit(
  held: readonly { readonly at: number; readonly bytes: number }[],
  bytes: number
): number {
  let at = 0;
  for (const each of [...held].sort((a, b) => a.at - b.at)) {
    if (each.at - at >= bytes) return at;
    at = Math.max(at, each.at + each.bytes);
  }
  return at;
}

it('never puts two pieces at one address at one time', () => {
  fc.assert(
    fc.property(anyPieces, held => {
      const address = packFirstFit(held);
      const { from, to, bytes } = held;
      for (let a = 0; a < from.length; a++) {
        for (let b = 0; b < a; b++) {
          const inTime = from[a] < to[b] && from[b] < to[a];
          const inSpace = address[a] < address[b] + bytes[b] && address[b] < address[a] + bytes[a];
          expect(inTime && inSpace).toBe(false);
        }
      }
    })
  );
});

it('puts each piece at the lowest address where it fits', () => {
  fc.assert(
    fc.property(anyPieces, held => {
      const address = packFirstFit(held);
      const { from, to, bytes } = held;
      for (let row = 0; row < from.length; row++) {
        if (bytes[row] === 0) continue;
        const others = [...from.keys()]
          .filter(each => each < row && to[each] > from[row] && to[each] > from[each])
          .filter(each => bytes[each] > 0)
          .map(each => ({ at: address[each], bytes: bytes[each] }));
        expect(address[row]).toBe(lowestFit(others, bytes[row]));
      }
    })
  );
});

it('needs no more room than what is held at once where pieces are of one size', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 30 })), { minLength: 1 }),
      list => {
        const held = pieces(list.map(([from, length]) => [from, length, 8]));
        expect(topOf(held, packFirstFit(held))).toBe(heldCurve(held).peak.bytes);
      }
    )
  );
});

it('sums what is held at each time', () => {
  fc.assert(
    fc.property(anyPieces, held => {
      const { time, value, peak } = heldCurve(held);
      const { from, to, bytes } = held;
      time.forEach((at, row) => {
        const sum = bytes.reduce(
          (all, each, i) => all + (from[i] <= at && at < to[i] ? each : 0),
          0
        );
        expect(value[row]).toBe(sum);
      });
      expect(peak.bytes).toBe(Math.max(0, ...value));
    })
  );
});

it('packs 100,000 pieces of which half are held at once in well under a second of CPU time', () => {
  const random = seededRandom(7);
  const held = pieces(
    Array.from({ length: 100_000 }, (_, at): Piece => [at, 50_000 * random(), 1 + 1000 * random()])
  );
  const begun = process.cpuUsage();
  const address = packFirstFit(held);
  expect(process.cpuUsage(begun).user).toBeLessThan(2_000_000);
  expect(topOf(held, address)).toBeLessThan(1.5 * heldCurve(held).peak.bytes);
});
