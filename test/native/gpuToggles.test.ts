import { describe, expect, it } from 'vitest';
import { sampleOf } from '../support/tiers';
import type { Profile } from '../../src/model/profile/profile';
import { validateProfile } from '../../src/model/validate/validate';
import { type GpuRun, Slices, runOnGpu } from './recordedGpu';

/**
 * The profiler with state, and a kernel that keeps later ones waiting on its stream: `block()` takes
 * half a second.
 */
const PROFILER = `
const { profile, profiler, schedule } = require('kernelscope');
const block = () => api.launch(busyFor, 1, 1, [500_000_000n]);
const setState = state => {
  profiler.setState(state);
  return state === 'stop' ? profile.last.data : null;
};
profiler.setConfig({ profileAll: true, filename: require('node:path').join(
  require('node:os').tmpdir(), 'unused.json') });
`;

/** How CUPTI treats records of running work where everything is flushed: they are handed over unfinished, or kept. */
const FLUSHES: readonly (readonly [string, GpuRun])[] = [
  ['are handed over unfinished', {}],
  ['come when it is done', { env: { FAKE_GPU_HOLDS_RUNNING: '1' } }]
];

function profilesOf<Name extends string>(script: string, run: GpuRun): Record<Name, Slices> {
  const profiles = runOnGpu<Record<Name, Profile>>(PROFILER + script, run);
  const entries = Object.entries<Profile>(profiles);
  return Object.fromEntries(
    entries.map(([name, profile]) => [name, new Slices(validateProfile(profile))])
  ) as Record<Name, Slices>;
}

const SCALE = 'scale(float*, int)';

/** Kernels by name, in order of start. */
const kernels = (slices: Slices): string[] => slices.of('kernel').map(({ name }) => name);

const scales = (count: number): string[] => Array<string>(count).fill(SCALE);

/** Checks that each kernel has one launch, with its number, and that no number is there twice. */
function expectLaunches(slices: Slices): void {
  const found = slices.of('kernel');
  const numbers = found.map(({ args }) => args['correlation']);
  expect(new Set(numbers).size).toBe(found.length);
  for (const kernel of found) {
    const [source, ...others] = slices.sources(kernel);
    expect(source.args['correlation']).toBe(kernel.args['correlation']);
    expect(others).toEqual([]);
  }
}

/** Runs, with work in flight at each end of the time between them. */
const RUNS = `
  setState('run');
  launch(2);
  block();
  const first = setState('stop');
  launch(3);
  setState('run');
  launch(4);
  api.synchronizeNow();
  const second = setState('stop');
`;

describe.each(FLUSHES)('where records of running work %s', (_name, run) => {
  it('runs of the profiler with state have what was launched in them alone', () => {
    const { first, second } = profilesOf<'first' | 'second'>(
      `${RUNS} finish({ first, second });`,
      run
    );
    expect(kernels(first).slice(0, 2)).toEqual(scales(2));
    expect(kernels(first).length === 3 || first.report.status === 'partial').toBe(true);
    expect(kernels(second)).toEqual(scales(4));
    expect(second.report).toMatchObject({ status: 'ok', message: '' });
    expectLaunches(second);
    const numbers = [first, second].flatMap(slices =>
      slices.of('kernel').map(({ args }) => args['correlation'])
    );
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});

describe.each(sampleOf(FLUSHES, 2))('and where they %s', (_name, run) => {
  it('runs have the same within a recording that goes on, which has everything once', () => {
    const { first, second, whole } = profilesOf<'first' | 'second' | 'whole'>(
      `const outer = record();
      ${RUNS}
      finish({ first, second, whole: (await outer.finish()).data });`,
      run
    );
    expect(kernels(first).slice(0, 2)).toEqual(scales(2));
    expect(kernels(second)).toEqual(scales(4));
    expectLaunches(second);
    expect(kernels(whole).filter(name => name === SCALE)).toHaveLength(9);
    expect(kernels(whole).length === 10 || whole.report.status === 'partial').toBe(true);
    expectLaunches(whole);
  });

  it('a pause leaves out what began in it, and nothing that was launched before', () => {
    const { data } = profilesOf<'data'>(
      `const recording = record();
      const named = op('named', () => launch(4));
      block();
      const before = api.alloc(1000);
      profiler.pause();
      launch(3);
      const during = api.alloc(2000);
      before.dispose();
      profiler.resume();
      named();
      const after = api.alloc(3000);
      finish({ data: (await recording.finish()).data });`,
      run
    );
    expect(kernels(data)).toEqual(['busyFor', ...scales(4)]);
    expectLaunches(data);
    for (const kernel of data.named(SCALE)) {
      expect(data.causeOf(data.sources(kernel)[0], 'operator')?.name).toBe('named');
    }
    const { allocations } = data.profile;
    expect([...allocations.bytes]).toEqual([1000, 3000]);
    expect([...allocations.isHeld]).toEqual([0, 1]);
    const memory = data.profile.counters.find(({ name }) => name === 'Memory: gpu/0');
    expect(Array.from(memory?.value ?? [])).toEqual([1000, 0, 3000]);
    expect(data.report).toMatchObject({ status: 'ok', message: '' });
  });

  it('windows of a schedule have what was launched in them alone', () => {
    const { first, second } = profilesOf<'first' | 'second'>(
      `const windows = [];
      const session = profile({
        activities: ['CPU', 'GPU'],
        schedule: schedule({ wait: 1, warmup: 1, active: 1, repeat: 2 }),
        onTraceReady: ({ finished }) => void windows.push(finished.data)
      });
      for (let step = 0; step < 6; step++) {
        const isActive = step % 3 === 2;
        launch(step + 1);
        if (isActive) api.synchronizeNow();
        else block();
        await session.step();
      }
      await session.finish();
      finish({ first: windows[0], second: windows[1] });`,
      run
    );
    expect(kernels(first)).toEqual(scales(3));
    expect(kernels(second)).toEqual(scales(6));
    for (const window of [first, second]) {
      expect(window.report).toMatchObject({ status: 'ok', message: '' });
    }
  });

  it('the activity of a session has what was launched while it was on', () => {
    const { data } = profilesOf<'data'>(
      `const session = profile({ activities: ['CPU', 'GPU'] });
      launch(2);
      block();
      session.toggleActivity('GPU', false);
      launch(3);
      session.toggleActivity('GPU', true);
      launch(4);
      await session.finish();
      finish({ data: session.finished.data });`,
      run
    );
    expect(kernels(data)).toEqual([...scales(2), 'busyFor', ...scales(4)]);
    expect(data.report).toMatchObject({ status: 'ok', message: '' });
  });
});
