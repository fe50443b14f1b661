import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { ProfileOptions } from '../../../../src/compat/torch/profileOptions';
import { UnfinishedSessionError } from '../../../../src/compat/torch/events/eventErrors';
import { schedule } from '../../../../src/compat/torch/schedule';
import type { SessionResults } from '../../../../src/compat/torch/sessionResults';
import { SAMPLED } from '../../../support/sampledTests';
import { spin } from '../../../support/spin';
import { BARE, eventNames, useTestSessions } from '../../../support/testSessions';

const test = useTestSessions();

/** Records `steps` steps with one range each; ends after the last `step()`. */
async function record(steps: number, options: ProfileOptions) {
  const { profile, range } = test();
  const { session } = await profile.run(
    async run => {
      for (let step = 0; step < steps; step++) {
        range(`work ${step}`, () => step);
        await run.step();
      }
    },
    { ...BARE, ...options }
  );
  return session;
}

const workOf = (session: SessionResults): string[] =>
  session.functionEvents.map(({ name }) => name).filter(name => name.startsWith('work'));

describe('a session with a schedule', () => {
  it('has the events of the last window, each inside its step', async () => {
    const session = await record(6, { schedule: schedule({ wait: 1, active: 2 }) });
    expect(eventNames(session)).toEqual(['ProfilerStep#4', 'work 4', 'ProfilerStep#5', 'work 5']);
    const [step] = session.functionEvents;
    expect(step.isUserAnnotation).toBe(true);
    expect(step.cpuChildren.map(({ name }) => name)).toEqual(['work 4']);
  });

  it('has the events of all windows with accEvents, on one clock', async () => {
    const session = await record(6, {
      schedule: schedule({ wait: 1, active: 1 }),
      accEvents: true
    });
    expect(workOf(session)).toEqual(['work 1', 'work 3', 'work 5']);
    const starts = session.functionEvents.map(({ cpuInterval }) => cpuInterval.start);
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
    expect(session.finished).toBe(test().profile.last);
  });

  it('leaves out what began in a warm-up, asynchronous work too', async () => {
    const { profile, range } = test();
    const { session } = await profile.run(
      async run => {
        const slow = range('slow', () => sleep(5));
        range('warm', () => 1);
        await run.step();
        range('active', () => 1);
        await slow;
        await run.step();
      },
      { ...BARE, schedule: schedule({ wait: 0, warmup: 1, active: 1, repeat: 1 }) }
    );
    expect(eventNames(session)).toEqual(['ProfilerStep#1', 'active']);
  });

  it('records nothing while it waits', async () => {
    const { profile, host } = test();
    const session = profile({ ...BARE, schedule: schedule({ wait: 1, active: 1 }) });
    expect([profile.isActive(), host.openRecordings().length]).toEqual([false, 0]);
    await session.step();
    expect([profile.isActive(), host.openRecordings().length]).toEqual([true, 1]);
    await session.step();
    expect([profile.isActive(), host.openRecordings().length]).toEqual([false, 0]);
    session.stop();
  });

  it('records into no more than one window while it warms up', async () => {
    const { profile, host } = test();
    const session = profile({ ...BARE, schedule: schedule({ wait: 0, warmup: 1, active: 1 }) });
    expect(host.openRecordings()).toHaveLength(1);
    await session.step();
    expect(host.openRecordings()).toHaveLength(1);
    session.stop();
    expect(host.openRecordings()).toHaveLength(0);
  });

  it('leaves a window all the slices that it may have, whatever the warm-up had', async () => {
    const { profile, range } = test();
    const { session } = await profile.run(
      async run => {
        for (let at = 0; at < 1000; at++) range('warm', () => at);
        await run.step();
        for (let at = 0; at < 50; at++) range('active', () => at);
        await run.step();
      },
      {
        ...BARE,
        limit: { mode: 'keepFirst', slices: 100 },
        schedule: schedule({ wait: 0, warmup: 1, active: 1, repeat: 1 })
      }
    );
    expect(session.functionEvents).toHaveLength(51);
    expect(session.profile.meta.dropped.slices).toBe(0);
  });

  it('calls onTraceReady inside the step that ends a window, and waits for it', async () => {
    const { profile, range } = test();
    const log: string[] = [];
    const session = profile({
      ...BARE,
      schedule: schedule({ wait: 0, active: 1 }),
      onTraceReady: async ready => {
        log.push(`begin ${workOf(ready).join()}`);
        await sleep(2);
        range('of the handler', () => 1);
        log.push('end');
      }
    });
    range('work 0', () => 1);
    const stepped = session.step();
    expect(log).toEqual(['begin work 0']);
    await stepped;
    expect(log).toEqual(['begin work 0', 'end']);
    range('work 1', () => 1);
    await session.finish();
    expect(log).toEqual(['begin work 0', 'end', 'begin work 1', 'end']);
    expect(eventNames(session)).toEqual(['ProfilerStep#1', 'work 1']);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('disk full');
      }
    ],
    ['rejects', async () => Promise.reject(new Error('disk full'))]
  ])('reports an onTraceReady that %s, and goes on', async (_how, onTraceReady) => {
    const session = await record(2, { schedule: schedule({ wait: 0, active: 1 }), onTraceReady });
    const text = 'onTraceReady failed, and the run goes on: disk full';
    expect(test().warnings).toEqual([text, text, text]);
    expect(session.functionEvents).toHaveLength(1);
  });

  it.each([
    ['RECORD', { wait: 0, active: 3 }, 1],
    ['RECORD_AND_SAVE', { wait: 0, active: 1, warmup: 0, repeat: 1 }, 1],
    ['WARMUP', { wait: 0, warmup: 2, active: 1 }, 0]
  ])('ends early from %s', async (_action, options, calls) => {
    let called = 0;
    const onTraceReady = () => void called++;
    const session = await record(0, { schedule: schedule(options), onTraceReady });
    expect(called).toBe(calls);
    if (calls > 0) expect(eventNames(session)).toEqual(['ProfilerStep#0']);
    else expect(() => session.events()).toThrow(UnfinishedSessionError);
  });

  it('keeps one profile of the whole session', async () => {
    await record(10, { schedule: schedule({ wait: 0, active: 1 }), name: 'cycles' });
    expect(
      test()
        .profile.list()
        .map(({ name }) => name)
    ).toEqual(['cycles']);
  });

  it('follows any function of the step', async () => {
    const session = await record(4, {
      schedule: step => (step === 2 ? 'RECORD_AND_SAVE' : 'NONE')
    });
    expect(workOf(session)).toEqual(['work 2']);
  });

  it('names a value from a schedule that is not an action', async () => {
    const { profile } = test();
    const schedule = () => 'SAVE' as 'NONE';
    expect(() => profile({ ...BARE, schedule })).toThrow('The schedule gave SAVE for step 0');
  });

  it('warns once of a step without a schedule, or after the end', async () => {
    const { profile, warnings } = test();
    const plain = profile(BARE);
    await plain.step();
    await plain.step();
    plain.stop();
    const session = await record(1, { schedule: () => 'RECORD' });
    await session.step();
    expect(warnings).toEqual([
      'With no schedule in the session, step() takes no effect: give profile a schedule',
      'step() after the end of a session takes no effect'
    ]);
  });

  it('keeps what is off out of each window', async () => {
    const { profile, range } = test();
    const session = profile({ ...BARE, schedule: () => 'RECORD_AND_SAVE', accEvents: true });
    session.toggleActivity('CPU', false);
    range('off', () => 1);
    await session.step();
    range('off still', () => 1);
    session.toggleActivity('CPU', true);
    range('on', () => 1);
    await session.finish();
    expect(eventNames(session)).toEqual(['ProfilerStep#0', 'on']);
  });

  it(
    'samples the CPU in each window, also after a warm-up',
    { ...SAMPLED, tags: 'night' },
    async () => {
      const { profile } = test();
      const samples: number[] = [];
      await profile.run(
        async session => {
          for (let step = 0; step < 4; step++) {
            spin(60);
            await session.step();
          }
        },
        {
          memoryPeriodMs: null,
          lines: false,
          schedule: schedule({ wait: 0, warmup: 1, active: 1, repeat: 2 }),
          onTraceReady: session => samples.push(session.profile.samples.length)
        }
      );
      expect(samples).toHaveLength(2);
      for (const count of samples) expect(count).toBeGreaterThan(2);
    }
  );
});
