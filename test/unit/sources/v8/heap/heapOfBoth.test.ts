import { afterEach, expect, test } from 'vitest';
import type { RecordingOptions } from '../../../../../src/engine/arguments/recordingOptions';
import type { Profile } from '../../../../../src/model/profile/profile';
import { obtainCollector } from '../../../../../src/sources/process/garbageCollector';
import { useFolder } from '../../../../support/folders';
import {
  RETAINED,
  aliveByFunction,
  arrays,
  byFunction,
  forget,
  heapRecorder,
  points,
  remember,
  reportOf
} from '../../../../support/heapPrograms';
import { stackTexts } from '../../../../support/stackTexts';

const record = heapRecorder(useFolder());

const BOTH: Partial<RecordingOptions> = { allocationBytes: 524_288, retainedBytes: 65_536 };

/** The innermost functions of all stacks with samples. */
function stackNames({ heapSamples, stacks, frames, strings }: Profile): string[] {
  return Array.from(heapSamples.stack, stack => strings[frames.name[stacks.frame[stack]]]);
}

afterEach(forget);

test('counts in one recording all that was allocated and what of it is still alive', () => {
  const profile = record(() => {
    arrays(4e5);
    remember(2.4e4);
    arrays(4e5);
  }, BOTH);
  const { heapSamples } = profile;
  const [allocated, alive] = [byFunction(profile), aliveByFunction(profile)];
  expect(allocated.arrays.bytes).toBeGreaterThan(0.85 * 8e5 * 816);
  expect(allocated.arrays.bytes).toBeLessThan(1.15 * 8e5 * 864);
  expect(alive.arrays?.bytes ?? 0).toBeLessThan(0.01 * allocated.arrays.bytes);
  for (const { remember: kept } of [allocated, alive]) {
    expect(kept.bytes).toBeGreaterThan(0.8 * 2.4e4 * 848);
    expect(kept.bytes).toBeLessThan(1.2 * 2.4e4 * 864);
  }
  heapSamples.bytes.forEach((bytes, row) => {
    expect(heapSamples.aliveBytes[row]).toBeLessThanOrEqual(bytes * (1 + 1e-9));
  });
  const report = reportOf(profile);
  expect(report).toMatchObject({ status: 'ok', message: '' });
  expect(report?.records).toBeGreaterThan(5000);
});

test('has the same stacks where it samples both as where it samples one', () => {
  const stacksOf = (options: Partial<RecordingOptions>): string[][] => {
    const profile = record(() => remember(1e5), options);
    forget();
    const { stack, aliveBytes } = profile.heapSamples;
    const texts = [...stack].filter((_, row) => aliveBytes[row] > 5e6);
    return texts.map(row => stackTexts(profile, row));
  };
  expect(stacksOf(BOTH)).toEqual(stacksOf(RETAINED));
  expect(stacksOf(BOTH)).toHaveLength(1);
});

test('counts what was allocated before a function lost its last object', () => {
  const profile = record(() => {
    for (let round = 0; round < 5; round++) {
      remember(2e4);
      forget();
      obtainCollector()?.();
    }
  }, BOTH);
  const { bytes } = byFunction(profile).remember;
  expect(bytes).toBeGreaterThan(0.85 * 1e5 * 848);
  expect(bytes).toBeLessThan(1.15 * 1e5 * 864);
  const names = stackNames(profile);
  expect(names.filter(name => name === 'remember')).toHaveLength(1);
  expect(aliveByFunction(profile).remember?.bytes ?? 0).toBeLessThan(1e6);
});

test('gives recordings of both that overlap each its own window', () => {
  let inner: Profile | null = null;
  const outer = record(() => {
    arrays(1e5);
    inner = record(() => {
      points(1e6);
      remember(2e4);
    }, BOTH);
    forget();
  }, BOTH);
  const ofInner = byFunction(inner!);
  expect(ofInner.arrays).toBeUndefined();
  expect(ofInner.points.bytes).toBeGreaterThan(0.7 * 1e6 * 28);
  expect(aliveByFunction(inner!).remember.bytes).toBeGreaterThan(0.7 * 2e4 * 848);
  expect(byFunction(outer).remember.bytes).toBeGreaterThanOrEqual(ofInner.remember.bytes);
  expect(aliveByFunction(outer).remember?.bytes ?? 0).toBeLessThan(1e6);
});

test('gives a recording within one of both what it asks for without a note', () => {
  record(() => {
    expect(reportOf(record(() => arrays(1e4)))?.message).toBe('');
    expect(reportOf(record(() => arrays(1e4), RETAINED))?.message).toBe('');
  }, BOTH);
});
