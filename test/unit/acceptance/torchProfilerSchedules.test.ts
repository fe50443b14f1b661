import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { tensorboardTraceHandler } from '../../../src/compat/mindspore/profiler/tensorboardTraceHandler';
import { schedule } from '../../../src/compat/torch/schedule';
import type { ProfilerAction } from '../../../src/engine/sessions/schedule';
import { useTestProfilers } from '../../support/testProfilers';

const test = useTestProfilers();

const GOLDEN = new URL('../../golden/torch/schedules.json', import.meta.url);

/** PyTorch's actions by the arguments of its schedules. */
const recorded = JSON.parse(readFileSync(GOLDEN, 'utf8')) as Readonly<
  Record<string, readonly ProfilerAction[]>
>;

/** The steps of each window of so many actions, the last of which may be cut short. */
function windowsOf(actions: readonly ProfilerAction[]): string[][] {
  const windows: string[][] = [];
  let open: string[] | null = null;
  for (const [step, action] of actions.entries()) {
    if (action !== 'RECORD' && action !== 'RECORD_AND_SAVE') continue;
    if (open === null) windows.push((open = []));
    open.push(`ProfilerStep#${step}`);
    if (action === 'RECORD_AND_SAVE') open = null;
  }
  return windows;
}

/** Names of the slices of each cycle of so many steps, each of which has one `work N`. */
async function cyclesOf(action: (step: number) => ProfilerAction, steps: number) {
  const { profiler, range, names } = test();
  const made = profiler({ schedule: action });
  for (let step = 0; step < steps; step++) {
    range(`work ${step}`, () => step);
    if (step + 1 < steps) await made.step();
  }
  await made.stop();
  return names();
}

describe('PyTorch’s cases of schedules, with a Profiler', () => {
  it.each(Object.entries(recorded))('has the windows of PyTorch for %s', async (_, actions) => {
    const cycles = await cyclesOf(step => actions[step], actions.length);
    const steps = cycles.map(names => names.filter(name => name.startsWith('ProfilerStep#')));
    expect(steps).toEqual(windowsOf(actions));
    const works = cycles.map(names => names.filter(name => name.startsWith('work')));
    expect(works).toEqual(
      windowsOf(actions).map(names => names.map(name => name.replace('ProfilerStep#', 'work ')))
    );
  });

  it.each([
    [[0, 1, 1], 1, 1],
    [[0, 5, 0], 100, 0],
    [[0, 5, 10], 50, 5],
    [[1, 5, 0], 83, 3],
    [[10, 10, 4], 40, 10],
    [[50, 1, 0], 1, 1]
  ])(
    'test_schedule_function_count: of 100 steps with %j has %i events in all cycles, %i in the last',
    async ([warmup, active, repeat], ofAll, ofLast) => {
      const { profiler, range, cycles } = test();
      const made = profiler({ schedule: schedule({ wait: 0, warmup, active, repeat }) });
      for (let step = 0; step < 100; step++) {
        range('add', () => step);
        await made.step();
      }
      await made.stop();
      const counts = cycles.map(
        ({ profile }) => profile.functionEvents.filter(({ name }) => name === 'add').length
      );
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(ofAll);
      expect(counts.at(-1)).toBe(ofLast);
      expect(made.functionEvents.filter(({ name }) => name === 'add')).toHaveLength(ofLast);
    }
  );

  it('test_skip_first_wait: leaves out the first wait', async () => {
    const options = { skipFirst: 3, wait: 5, warmup: 1, active: 2, repeat: 2, skipFirstWait: 1 };
    const cycles = await cyclesOf(schedule(options), 20);
    const steps = cycles.map(names => names.filter(name => name.startsWith('ProfilerStep#')));
    expect(steps).toEqual([
      ['ProfilerStep#4', 'ProfilerStep#5'],
      ['ProfilerStep#12', 'ProfilerStep#13']
    ]);
  });

  it('test_kineto_profiler_api: calls the handler when each window is complete', async () => {
    const { profiler, range } = test();
    const seen: string[][] = [];
    const made = profiler({
      schedule: schedule({ wait: 1, warmup: 1, active: 2 }),
      onTraceReady: given => seen.push(given.functionEvents.map(({ name }) => name))
    });
    for (let step = 0; step < 8; step++) {
      range(`work ${step}`, () => step);
      await made.step();
    }
    expect(seen).toEqual([
      ['ProfilerStep#2', 'work 2', 'ProfilerStep#3', 'work 3'],
      ['ProfilerStep#6', 'work 6', 'ProfilerStep#7', 'work 7']
    ]);
    await made.stop();
    expect(seen).toHaveLength(2);
  });

  it('test_kineto_profiler_api: has everything in one window without a schedule', async () => {
    const { profiler, range } = test();
    let calls = 0;
    const made = profiler({ startProfile: false, onTraceReady: () => void calls++ });
    await made.run(() => range('work', () => 1));
    expect(calls).toBe(1);
    expect(made.functionEvents.map(({ name }) => name)).toEqual(['work']);
  });

  it.each([false, true])(
    'test_tensorboard_trace_handler: writes one file a cycle, with gzip %s',
    async gzip => {
      const { profiler, range, file } = test();
      const folder = file('log');
      const made = profiler({
        schedule: schedule({ wait: 1, warmup: 1, active: 2, repeat: 3 }),
        onTraceReady: tensorboardTraceHandler(folder, { worker: 'rank1', gzip })
      });
      for (let step = 0; step < 18; step++) {
        range('work', () => step);
        await made.step();
      }
      await made.stop();
      const names = readdirSync(folder);
      expect(names).toHaveLength(3);
      const ending = gzip ? '\\.json\\.gz' : '\\.json';
      for (const name of names) {
        expect(name).toMatch(new RegExp(`^rank1\\.\\d+\\.pt\\.trace${ending}$`));
        expect(readFileSync(path.join(folder, name)).length).toBeGreaterThan(0);
      }
    }
  );
});
