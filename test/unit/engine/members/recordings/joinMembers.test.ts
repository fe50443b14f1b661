import { expect, it } from 'vitest';
import { joinMembers } from '../../../../../src/engine/members/recordings/joinMembers';
import type { ProfileMeta } from '../../../../../src/model/profile/profile';
import { validateProfile } from '../../../../../src/model/validate/validate';
import { h200 } from '../../../../support/h200';
import { drawProfile } from '../../../../support/drawProfile';

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
