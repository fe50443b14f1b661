import { encodeCpuprofile } from 'kernelscope/formats';
import { type Profile, ProfileBuilder } from 'kernelscope/model';
import { expect, test } from 'vitest';
import { cpuTotals } from '../support/functionTotals';
import { exampleMeta, ODD_NAMES } from '../support/richProfile';
import { sampledProfile } from '../support/sampledProfile';
import { readCpuprofile } from './devTools';
import { seen } from './expectedTrace';

const NAMES = ['train', 'matMul', 'größe 大きさ 🚀', 'a;b', '<b>relu</b>', 'with "quotes"'];

/** Totals of the first thread in microseconds, but for the time that it was idle. */
function expectedTotals(profile: Profile): object {
  const totals = [...cpuTotals(profile, [0])].map(([name, { self, total }]) => {
    return [seen(name), { self: self / 1000, total: total / 1000 }] as const;
  });
  return Object.fromEntries(totals);
}

async function readTotals(profile: Profile): Promise<Record<string, unknown>> {
  const { totals } = await readCpuprofile(encodeCpuprofile(profile));
  return Object.fromEntries([...totals].filter(([name]) => name !== '(idle)'));
}

test('Chrome DevTools has the time of every function, its own and in all, to the microsecond', async () => {
  const profile = sampledProfile({ samples: 2000, names: NAMES, gc: false });
  expect(await readTotals(profile)).toEqual(expectedTotals(profile));
  const { samplesMs } = await readCpuprofile(encodeCpuprofile(profile));
  expect(samplesMs).toBeCloseTo(profile.meta.durationNs / 1e6, 3);
});

test('Chrome DevTools knows collections, idle time and the program by their names', async () => {
  const profile = sampledProfile({ samples: 400, names: NAMES, threads: 1 });
  const { totals } = await readCpuprofile(encodeCpuprofile(profile));
  const expected = cpuTotals(profile).get('(garbage collector)');
  expect(totals.get('(garbage collector)')?.self).toBe((expected?.self ?? NaN) / 1000);
  expect(totals.has('(idle)')).toBe(true);
  expect(totals.has('(program)')).toBe(true);
});

test('Chrome DevTools reads functions of any name, and a profile without samples', async () => {
  const odd = sampledProfile({ samples: 2000, names: ODD_NAMES, gc: false });
  expect(await readTotals(odd)).toEqual(expectedTotals(odd));
  expect(await readTotals(new ProfileBuilder().build(exampleMeta(0)))).toEqual({});
});
