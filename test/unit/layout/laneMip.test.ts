import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LaneMip } from '../../../src/layout/laneMip';

describe('LaneMip', () => {
  it('sums up any range as adding one by one does', () => {
    const durations = fc.array(fc.nat(1000), { maxLength: 1500 });
    fc.assert(
      fc.property(durations, fc.nat(), fc.nat(), (lengths, a, b) => {
        const start = Float64Array.from(lengths, (_, row) => row * 2000);
        const mip = new LaneMip(
          start,
          start.map((time, row) => time + lengths[row])
        );
        const [from, to] = [a, b].map(each => each % (lengths.length + 1)).sort((x, y) => x - y);
        const sum = { coverNs: -1, longest: -2 };
        mip.sumUp(from, to, sum);
        const range = lengths.slice(from, to);
        expect(sum.coverNs).toBe(range.reduce((x, y) => x + y, 0));
        expect(sum.longest).toBe(
          range.length === 0 ? -1 : from + range.indexOf(Math.max(...range))
        );
      })
    );
  });
});
