import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { profileWithin } from '../../../../../src/engine/members/recordings/profileWithin';
import { emptyTable } from '../../../../../src/columns/tableSchema';
import { validateProfile } from '../../../../../src/model/validate/validate';
import { drawProfile } from '../../../../support/drawProfile';
import { fullProfile } from '../../../../support/fullProfile';

const DRAWING = `
  thread         |[before ][outer       ][after]
                 |          [inner]
  queue {count}  |1        2      3        4
`;

/** A sample in every 10 ns from 0 on, of 10 ns each; the thread is idle in the first. */
const sampled = drawProfile(DRAWING, {
  meta: { originNs: '1000', cpuTimeNs: 20, durationNs: 30 },
  extra: builder => ({
    frames: {
      length: 1,
      name: Uint32Array.of(builder.strings.intern('busy')),
      file: Uint32Array.of(0),
      line: Uint32Array.of(0),
      column: Uint32Array.of(0),
      kind: Uint8Array.of(0)
    },
    stacks: {
      length: 1,
      prefix: Int32Array.of(-1),
      frame: Uint32Array.of(0),
      line: Uint32Array.of(0),
      isAwaited: new Uint8Array(1)
    },
    samples: {
      length: 3,
      time: Float64Array.of(0, 10, 20),
      weight: Float64Array.of(10, 10, 10),
      stack: Int32Array.of(-1, 0, 0),
      track: Uint16Array.of(0, 0, 0)
    },
    allocations: {
      ...emptyTable('allocations'),
      length: 2,
      time: Float64Array.of(4, 10),
      lifetime: Float64Array.of(20, 15),
      isHeld: Uint8Array.of(0, 0),
      bytes: Float64Array.of(8, 8),
      address: Float64Array.of(-1, -1),
      name: new Uint32Array(2),
      scope: new Uint32Array(2),
      device: new Uint32Array(2)
    }
  })
});

describe('profileWithin', () => {
  it('leaves out what began outside the window and cuts what lasts longer than it, on its clock', () => {
    const part = profileWithin(sampled, 1005n, 15);
    const { slices, labels, strings, samples, allocations, counters } = part;
    const rows = Array.from(slices.label, (label, row) => [
      strings[labels.name[label]],
      slices.start[row],
      slices.duration[row]
    ]);
    expect(rows).toEqual([
      ['outer', 4, 11],
      ['inner', 5, 7]
    ]);
    expect([...samples.time]).toEqual([5]);
    expect([...samples.weight]).toEqual([10]);
    expect([...allocations.time]).toEqual([5]);
    expect([...allocations.lifetime]).toEqual([10]);
    expect([...allocations.isHeld]).toEqual([1]);
    expect([...counters[0].time]).toEqual([4, 11]);
    expect([...counters[0].value]).toEqual([2, 3]);
    expect(part.meta).toMatchObject({ originNs: '1005', durationNs: 15 });
    expect(validateProfile(part)).toBe(part);
  });

  it('has the share of the CPU time that busy samples have, or else the time', () => {
    expect(profileWithin(sampled, 1005n, 15).meta.cpuTimeNs).toBe(10);
    const unsampled = { ...sampled, samples: emptyTable('samples') };
    expect(profileWithin(unsampled, 1005n, 15).meta.cpuTimeNs).toBe(10);
    expect(profileWithin(unsampled, 1015n, 100).meta.cpuTimeNs).toBe(10);
    expect(profileWithin(unsampled, 9000n, 15).meta.cpuTimeNs).toBe(0);
  });

  it('is a valid profile of any other within any window', () => {
    fc.assert(
      fc.property(
        fullProfile(),
        fc.integer({ min: -50, max: 90_000 }),
        fc.nat(90_000),
        (profile, late, durationNs) => {
          const originNs = BigInt(profile.meta.originNs) + BigInt(late);
          if (originNs < 0n) return;
          const part = profileWithin(profile, originNs, durationNs);
          expect(validateProfile(part)).toBe(part);
          for (let row = 0; row < part.slices.length; row++) {
            const { start, duration } = part.slices;
            expect(start[row]).toBeGreaterThanOrEqual(0);
            expect(start[row] + duration[row]).toBeLessThanOrEqual(durationNs * (1 + 1e-12));
          }
        }
      )
    );
  });
});
