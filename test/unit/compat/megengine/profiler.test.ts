import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ProfilerOptionsError } from '../../../../src/compat/mindspore/profiler/profilerErrors';
import { readProfilerSettings } from '../../../../src/compat/mindspore/profiler/profilerSettings';
import { megengine, Profiler } from '../../../../src/index';
import { useTestProfilers } from '../../../support/testProfilers';

const test = useTestProfilers();
const read = (options: unknown) =>
  readProfilerSettings(options, { isFound: false, reason: 'There is no driver.' });

describe('a Profiler with options of MegEngine', () => {
  it.each([
    { path: 'p' },
    { format: 'memory_flow.svg' as const },
    { sampleRate: 5 },
    { compat: 'megengine' as const }
  ])('begins with its block and not before: %j', async options => {
    const { profiler, range, calls, names } = test();
    const made = profiler(options);
    range('before', () => 1);
    expect([made.isStarted, calls]).toEqual([false, []]);
    await made.run(() => range('inside', () => 1));
    range('after', () => 1);
    await made.run(() => range('again', () => 1));
    expect(names()).toEqual([['inside'], ['again']]);
  });

  it('has another name, profile, whose decorator writes its file', async () => {
    const { profile } = megengine;
    const path = test().file('profile');
    const model = { step: (by: number) => by + 1 };
    const method = Object.getOwnPropertyDescriptor(model, 'step')!;
    const decorate = profile({ path }) as (...given: readonly unknown[]) => PropertyDescriptor;
    Object.defineProperty(model, 'step', decorate(model, 'step', method));
    expect([model.step(1), model.step(2)]).toEqual([2, 3]);
    expect(readFileSync(join(path, readdirSync(path)[0]), 'utf8')).toContain('session 1');
    expect(profile({ path })((text: string) => text.length)('abc')).toBe(3);
    const made = profile({ path });
    expect(made).toBeInstanceOf(Profiler);
    expect(await made.run(() => made.isStarted)).toBe(true);
    expect(new profile({ path }).isStarted).toBe(false);
    expect(() => profile({ outputPath: path })).toThrow(ProfilerOptionsError);
  });

  it('begins with start, or at once where that is asked for', async () => {
    const { profiler } = test();
    const made = profiler({ path: 'p' });
    made.start();
    expect(made.isStarted).toBe(true);
    await made.stop();
    const started = profiler({ path: 'p', startProfile: true });
    expect(started.isStarted).toBe(true);
    await started.stop();
  });

  it('has the path and the format of MegEngine where nothing else is said', () => {
    expect(read({ compat: 'megengine' })).toMatchObject({
      startProfile: false,
      output: { kind: 'files', path: 'profile', formats: ['chrome_timeline.json'], sampleRate: 0 }
    });
    expect(read({ compat: 'mindspore' })).toMatchObject({
      startProfile: true,
      output: { kind: 'tree', outputPath: './data' }
    });
  });

  it('refuses the options of the other system', () => {
    expect(() => read({ compat: 'megengine', outputPath: 'a' })).toThrow(ProfilerOptionsError);
    expect(() => read({ compat: 'mindspore', path: 'a' })).toThrow(
      "Profiler was given compat 'mindspore' and path"
    );
    expect(() => read({ compat: 'mxnet' })).toThrow("{'mindspore', 'megengine'}");
  });
});
