import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { packPlain, unpackPlain } from '../../../../src/base/plainData';
import { RecordingHost } from '../../../../src/engine/recording/recordingHost';
import {
  type CollectedThread,
  completeThread
} from '../../../../src/engine/results/collectedThread';
import { WAITING_CATEGORY } from '../../../../src/model/profile/categories';
import type { Profile } from '../../../../src/model/profile/profile';
import { validateProfile } from '../../../../src/model/validate/validate';
import { FileMapper } from '../../../../src/sources/v8/scripts/fileMapper';

/** Uses the CPU for so long, at least, and reads its own source. */
function busy(ms: number): number {
  let sum = 0;
  const { user } = process.cpuUsage();
  while (process.cpuUsage().user - user < ms * 1000) {
    for (let i = 0; i < 100_000; i++) sum += Math.sqrt(i % 100);
    sum += readFileSync(__filename).length;
  }
  return sum;
}

/** Waits until the event loop has been idle for so long: a busy machine may wake it late, or not let it sleep. */
async function idle(ms: number): Promise<void> {
  const { idleTime } = performance.nodeTiming;
  while (performance.nodeTiming.idleTime - idleTime < ms) await sleep(30);
}

/** Counts how often each of a mapper's methods is called. */
function counted(mapper: FileMapper) {
  const calls = new Map<string | symbol, number>();
  const proxy = new Proxy(mapper, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        calls.set(name, (calls.get(name) ?? 0) + 1);
        return Reflect.apply(value, target, args);
      };
    }
  });
  return { mapper: proxy, calls };
}

/** What a recording of busy code with a wait leaves, and what its end has asked for of scripts. */
async function collected() {
  const host = new RecordingHost();
  const { mapper, calls } = counted(new FileMapper());
  host.configure({ mapper });
  const recording = host.startAlone({
    cpuIntervalUs: 1000,
    lines: true,
    waits: true,
    workers: false
  });
  busy(60);
  await idle(5);
  busy(60);
  calls.clear();
  const { folder } = host;
  const { profile, thread } = recording.collect('complete', { mapper, folder });
  return { profile, thread: thread!, asked: Object.fromEntries(calls) };
}

const sourcesOf = ({ sources }: Profile): string[] => sources.map(({ source }) => source);

test('the end of a recording that is collected reads no script and places no sample', async () => {
  const { profile, asked } = await collected();
  expect(asked).toEqual({ processMaps: 1 });
  expect(validateProfile(profile)).toBe(profile);
  const { samples, frames, stacks, lineTotals, sourceTexts } = profile;
  const made = [samples, frames, stacks, lineTotals, sourceTexts].map(({ length }) => length);
  expect(made).toEqual([0, 0, 0, 0, 0]);
});

test('what was collected makes the profile whole, wherever it is sent before', async () => {
  const { profile, thread } = await collected();
  const sent = unpackPlain(packPlain(thread)) as CollectedThread;
  const whole = validateProfile(completeThread(profile, sent));
  expect(whole).toEqual(completeThread(profile, thread));
  expect(sourcesOf(whole)).toEqual([...sourcesOf(profile), 'cpuSampler', 'callSites', 'waits']);
  const own = 'test/unit/engine/results/collectedThread.test.ts';
  const files = Array.from(whole.lineTotals.file, file => whole.strings[file]);
  expect(files).toContain(own);
  expect(whole.samples.length).toBeGreaterThan(20);
  const waits = Array.from(
    whole.slices.label,
    label => whole.strings[whole.labels.category[label]]
  );
  expect(waits).toContain(WAITING_CATEGORY);
  expect(whole.meta.overheadNs).toBeGreaterThan(profile.meta.overheadNs);
});
