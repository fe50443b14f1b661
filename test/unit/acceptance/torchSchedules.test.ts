import { describe, expect, it } from 'vitest';
import { schedule } from '../../../src/compat/torch/schedule';
import { BARE, eventNames, useTestSessions } from '../../support/testSessions';

const test = useTestSessions();

/** How many `add` are in the events of a session over so many steps, each of which has one. */
async function counted(
  [warmup, active, repeat]: readonly number[],
  accEvents: boolean
): Promise<number> {
  const { profile, range } = test();
  const { session } = await profile.run(
    async run => {
      for (let step = 0; step < 100; step++) {
        range('add', () => step);
        await run.step();
      }
    },
    {
      ...BARE,
      operators: false,
      schedule: schedule({ wait: 0, warmup, active, repeat }),
      accEvents
    }
  );
  return session.functionEvents.filter(({ name }) => name === 'add').length;
}

describe('PyTorch’s cases of schedules', () => {
  it.each([
    [[0, 1, 1], 1, 1],
    [[0, 5, 0], 100, 0],
    [[0, 5, 10], 50, 5],
    [[1, 5, 0], 83, 3],
    [[10, 10, 4], 40, 10],
    [[50, 1, 0], 1, 1]
  ])(
    'test_schedule_function_count: of 100 steps with %j has %i events of all windows, %i of the last',
    async (steps, ofAll, ofLast) => {
      expect(await counted(steps, true)).toBe(ofAll);
      expect(await counted(steps, false)).toBe(ofLast);
    }
  );

  it('test_skip_first_wait: leaves out the first wait', () => {
    const actions = schedule({
      skipFirst: 3,
      wait: 5,
      warmup: 1,
      active: 2,
      repeat: 2,
      skipFirstWait: 1
    });
    const cycle = ['WARMUP', 'RECORD', 'RECORD_AND_SAVE'];
    const none = (count: number) => Array.from({ length: count }, () => 'NONE');
    const expected = [...none(3), ...cycle, ...none(5), ...cycle, ...none(6)];
    expect(expected.map((_, step) => actions(step))).toEqual(expected);
  });

  it.each([
    [{ skipFirst: 3, wait: 2, warmup: 1, active: 4, repeat: 2 }, 'NNNNNWRRRSNNWRRRSNNNN'],
    [{ skipFirst: 2, wait: 1, warmup: 1, active: 2, repeat: 2 }, 'NNNWRSNWRSNNNN']
  ])('test_kineto_profiler_api: gives the actions of %o', (options, letters) => {
    const actions = schedule(options);
    const given = Array.from(letters, (_, step) => actions(step));
    const letter = (action: string) => (action === 'RECORD_AND_SAVE' ? 'S' : action[0]);
    expect(given.map(letter).join('')).toBe(letters);
  });

  it('test_kineto_profiler_api: calls the handler when each window is complete', async () => {
    const { profile, range } = test();
    const seen: string[][] = [];
    await profile.run(
      async session => {
        for (let step = 0; step < 8; step++) {
          range(`work ${step}`, () => step);
          await session.step();
        }
      },
      {
        ...BARE,
        schedule: schedule({ wait: 1, warmup: 1, active: 2 }),
        onTraceReady: session => seen.push(session.functionEvents.map(({ name }) => name))
      }
    );
    expect(seen).toEqual([
      ['ProfilerStep#2', 'work 2', 'ProfilerStep#3', 'work 3'],
      ['ProfilerStep#6', 'work 6', 'ProfilerStep#7', 'work 7']
    ]);
  });

  it('test_kineto_profiler_api: has everything in one window without a schedule', async () => {
    const { profile, range } = test();
    let calls = 0;
    const { session } = await profile.run(() => range('work', () => 1), {
      ...BARE,
      onTraceReady: () => void calls++
    });
    expect(calls).toBe(1);
    expect(eventNames(session)).toEqual(['work']);
  });
});
