import { expect, it, describe } from 'vitest';
import fc from 'fast-check';
import {
  joinMembers,
  profileWithin,
  linkMessages
} from '../../../../src/engine/members/joinMembers';
import type { ProfileMeta } from '../../../../src/model/profile/profile';
import { validateProfile } from '../../../../src/model/validate/validate';
import { h200 } from '../../../support/h200';
import { drawProfile, sampleMeta } from '../../../support/drawProfile';
import { emptyTable } from '../../../../src/columns/tableSchema';
import { fullProfile } from '../../../support/fullProfile';
import { ProfileBuilder } from '../../../../src/model/build/profileBuilder';

const REPORT = { source: 'workers', status: 'ok', message: '', records: 3 } as const;
const NO_CHANNELS: ReadonlySet<string> = new Set();
const OWN = '  own  |[mine    ]';

function join(members: readonly Partial<ProfileMeta>[]) {
  const cell = { file: 'Cell [5]', executionCount: 5, source: 'work()' };
  const options = { memory: 'true' };
  const mine = { originNs: '1000', cpuTimeNs: 7, cell, options, startedAtMs: 5 };
  const own = drawProfile(OWN, { meta: mine });
  const profiles = members.map((meta, at) => {
    const drawn = drawProfile(`member ${at}|[before ][within]`, { meta });
    return { ...drawn, tracks: drawn.tracks.map(track => ({ ...track, tid: at + 7 })) };
  });
  return {
    own,
    joined: joinMembers(own, { profiles, report: REPORT, soundChannels: NO_CHANNELS })
  };
}

it('has the clock, the facts and the tracks of its own first, whoever began to record before', () => {
  const early = { originNs: '995', cpuTimeNs: 17, startedAtMs: 3, host: 'theirs', pid: 41 };
  const { own, joined } = join([early]);
  expect(joined.meta).toEqual({ ...own.meta, cpuTimeNs: expect.any(Number) as number });
  expect(joined.tracks.map(({ name }) => name)).toEqual(['own', 'member 0']);
  const names = Array.from(joined.slices.label, row => joined.strings[joined.labels.name[row]]);
  expect(names).toEqual(['mine', 'within']);
  expect([...joined.slices.start]).toEqual([0, 4]);
  expect([...joined.slices.duration]).toEqual([10, 6]);
  expect(validateProfile(joined)).toBe(joined);
});

it('adds the CPU time of other processes, and of threads none', () => {
  const child = { pid: 43, originNs: '1000', durationNs: 10, cpuTimeNs: 20 };
  const thread = { pid: 42, originNs: '1000', durationNs: 10, cpuTimeNs: 9 };
  expect(join([thread]).joined.meta.cpuTimeNs).toBe(7);
  expect(join([thread, child]).joined.meta.cpuTimeNs).toBe(27);
});

it('adds the facts that are of all of them, and no others', () => {
  const child = { pid: 43, originNs: '1000', durationNs: 10, cpuTimeNs: 20 };
  const facts = { helperCpuNs: 3, gpus: [h200()], startUp: { runs: [], lines: [] } };
  const { meta } = join([{ ...child, ...facts }]).joined;
  expect(meta).toMatchObject({ helperCpuNs: 3, gpus: [h200()] });
  expect(meta).not.toHaveProperty('startUp');
});

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

  it('has the times of facts on its clock, and from its beginning on', () => {
    const at = { function: 'f', file: 'a.ts', line: 3, kind: 'eager', reason: 'Smi', count: 1 };
    const facts = {
      deopts: { rows: [{ ...at, firstNs: 2, lastNs: 9 }], more: 0 },
      startUp: { runs: [{ pid: 42, fromNs: 1, untilNs: 8 }], lines: [] },
      cpuIntervals: [3, 7].map(fromNs => ({ pid: 42, fromNs, intervalNs: 1 }))
    };
    const recorded = { ...sampled, meta: { ...sampled.meta, ...facts } };
    const timesWithin = (originNs: bigint) => {
      const { meta } = validateProfile(profileWithin(recorded, originNs, 15));
      const [{ firstNs, lastNs }] = meta.deopts!.rows;
      const [{ fromNs, untilNs }] = meta.startUp!.runs;
      return [firstNs, lastNs, fromNs, untilNs, ...meta.cpuIntervals!.map(each => each.fromNs)];
    };
    expect(timesWithin(BigInt(sampled.meta.originNs) - 10n)).toEqual([12, 19, 11, 18, 13, 17]);
    expect(timesWithin(BigInt(sampled.meta.originNs) + 5n)).toEqual([0, 4, 0, 3, 0, 2]);
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

/** A profile of messages: `name channel number`, one slice each. */
function profileOf(lines: readonly string[]) {
  const builder = new ProfileBuilder();
  const track = builder.addTrack({ name: 'main', kind: 'thread' });
  lines.forEach((line, row) => {
    const [name, channel, message] = line.split(' ');
    const args = { channel, message: Number(message) };
    builder.addSlice({ name, category: 'message', track, start: row, duration: 1, args });
  });
  builder.addSlice({ name: 'other', category: 'range', track, start: lines.length, duration: 1 });
  return builder.build(sampleMeta(lines.length + 1));
}

const linksOf = (lines: readonly string[], sound: readonly string[]) => {
  const profile = validateProfile(linkMessages(profileOf(lines), new Set(sound)));
  const { flows, labels, strings } = profile;
  expect([...flows.label].every(label => strings[labels.category[label]] === 'message')).toBe(true);
  return Array.from({ length: flows.length }, (_, row) => [flows.from[row], flows.to[row]]);
};

describe('linkMessages', () => {
  it('leads from each message to where it was handled, by channel and number', () => {
    const lines = ['postMessage a 1', 'postMessage a 2', 'postMessage b 1', 'onmessage a 2'];
    const more = [...lines, 'onmessage b 1', 'onmessage a 1', 'onmessage a 3'];
    expect(linksOf(more, ['a', 'b'])).toEqual([
      [0, 5],
      [1, 3],
      [2, 4]
    ]);
  });

  it('leads nowhere on channels that are not sound, and changes nothing then', () => {
    const lines = ['postMessage a 1', 'onmessage a 1'];
    expect(linksOf(lines, ['b'])).toEqual([]);
    const profile = profileOf(lines);
    expect(linkMessages(profile, new Set())).toBe(profile);
  });
});
