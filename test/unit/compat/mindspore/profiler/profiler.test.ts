import { describe, expect, it } from 'vitest';
import { schedule } from '../../../../../src/compat/torch/schedule';
import { UnfinishedSessionError } from '../../../../../src/compat/torch/events/eventErrors';
import { useTestProfilers } from '../../../../support/testProfilers';

const test = useTestProfilers();

const ACTIVE_EACH_OTHER = schedule({ wait: 1, active: 1 });

describe('a Profiler without a schedule', () => {
  it('records from its construction to its stop, and saves that before stop returns', () => {
    const { profiler, range, names, calls } = test();
    const made = profiler();
    range('inside', () => 1);
    void made.stop();
    range('outside', () => 1);
    expect(calls).toEqual(['begin', 'save', 'close']);
    expect(names()).toEqual([['inside']]);
    expect(made.functionEvents.map(({ name }) => name)).toEqual(['inside']);
    expect(made.cyclePath).toBe('cycle 1');
  });

  it('waits for start where startProfile is false', () => {
    const { profiler, range, names } = test();
    const made = profiler({ startProfile: false });
    expect(made.isStarted).toBe(false);
    range('before', () => 1);
    made.start();
    range('inside', () => 1);
    void made.stop();
    expect(names()).toEqual([['inside']]);
  });

  it('is started and stopped any number of times, each a cycle with its own work', () => {
    const { profiler, range, names, warnings } = test();
    const made = profiler({ startProfile: false });
    for (const name of ['one', 'two', 'three']) {
      made.start();
      range(name, () => 1);
      void made.stop();
    }
    expect(names()).toEqual([['one'], ['two'], ['three']]);
    expect(made.functionEvents.map(({ name }) => name)).toEqual(['three']);
    expect(warnings).toEqual([]);
  });

  it('has no results before the first cycle is over', () => {
    const made = test().profiler();
    expect(() => made.table()).toThrow(UnfinishedSessionError);
    expect(made.cyclePath).toBeNull();
    made.dispose();
    expect(made.table()).toBe('');
  });

  it('takes one listener of the end of the process together with all others', () => {
    const { profiler, profile } = test();
    const before = process.listenerCount('exit');
    for (let count = 0; count < 12; count++) profiler();
    expect(process.listenerCount('exit')).toBe(before + 1);
    profile.stopAll();
    expect(process.listenerCount('exit')).toBe(before);
  });

  it('is the newest profile of the process after each cycle', () => {
    const { profiler, profile } = test();
    const made = profiler();
    void made.stop();
    expect(profile.last).toBe(made.finished);
  });

  it('ends by dispose, and by the symbols of using, which are safe twice', async () => {
    const { profiler, calls, warnings } = test();
    const one = profiler();
    one.dispose();
    one.dispose();
    const { dispose, asyncDispose } = Symbol as unknown as Record<string, symbol | undefined>;
    const two = profiler();
    const end: unknown = Reflect.get(two, dispose ?? Symbol.for('kernelscope.dispose'));
    Reflect.apply(end as () => void, two, []);
    const three = profiler();
    const key = asyncDispose ?? Symbol.for('kernelscope.asyncDispose');
    const endAsync: unknown = Reflect.get(three, key);
    await Reflect.apply(endAsync as () => Promise<void>, three, []);
    expect(calls.filter(call => call === 'save')).toHaveLength(3);
    expect(warnings).toEqual([]);
  });

  it('gives onTraceReady itself with the results of the cycle, saved before', () => {
    const { profiler, range, calls } = test();
    const seen: unknown[] = [];
    const made = profiler({
      onTraceReady: given => {
        seen.push(given === made, given.functionEvents.length, calls.at(-2));
      }
    });
    range('work', () => 1);
    void made.stop();
    expect(seen).toEqual([true, 1, 'save']);
  });

  it('reports what goes wrong in onTraceReady, and goes on', async () => {
    const { profiler, warnings, cycles } = test();
    const made = profiler({
      onTraceReady: () => {
        throw new Error('no luck');
      }
    });
    await made.stop();
    const later = profiler({ onTraceReady: () => Promise.reject(new Error('no luck later')) });
    await later.stop();
    made.start();
    await made.stop();
    const text = 'onTraceReady failed, and the run goes on: no luck';
    expect(warnings).toEqual([text, `${text} later`, text]);
    expect(cycles).toHaveLength(3);
  });

  it('stop waits for a promise of onTraceReady', async () => {
    let isDone = false;
    const made = test().profiler({
      onTraceReady: async () => {
        await new Promise(resolve => setTimeout(resolve, 5));
        isDone = true;
      }
    });
    const stopped = made.stop();
    expect(isDone).toBe(false);
    await stopped;
    expect(isDone).toBe(true);
  });
});

describe('a Profiler with a schedule', () => {
  it('goes on with the step of its stop when it is started again', async () => {
    const { profiler, names } = test();
    const made = profiler({ schedule: ACTIVE_EACH_OTHER });
    await made.step();
    await made.stop();
    expect(made.stepNumber).toBe(1);
    made.start();
    await made.step();
    expect(made.stepNumber).toBe(2);
    await made.stop();
    expect(names()).toEqual([['ProfilerStep#1'], ['ProfilerStep#1']]);
  });

  it('saves a window that the stop cuts short, and closes its layout after it', async () => {
    const { profiler, calls } = test();
    const made = profiler({ schedule: schedule({ wait: 0, active: 5 }) });
    await made.step();
    await made.stop();
    expect(calls).toEqual(['begin', 'save', 'close']);
  });

  it('saves nothing and calls nobody when it stops in a warm-up', async () => {
    const { profiler, calls } = test();
    let handed = 0;
    const made = profiler({
      schedule: schedule({ wait: 0, warmup: 5, active: 1 }),
      onTraceReady: () => void handed++
    });
    await made.step();
    await made.stop();
    expect([calls, handed]).toEqual([['close'], 0]);
  });

  it('drops a window that its schedule gives up, with a warning', async () => {
    const { profiler, calls, warnings } = test();
    const made = profiler({ schedule: step => (step === 0 ? 'RECORD' : 'NONE') });
    await made.step();
    expect(calls).toEqual(['begin', 'drop']);
    expect(warnings).toEqual(['Incorrect schedule: RECORD followed by NONE']);
    made.dispose();
  });

  it('rejects a step for which the schedule gives no action, and stays at its step', async () => {
    const made = test().profiler({ schedule: step => (step < 1 ? 'NONE' : ('LATER' as 'NONE')) });
    await expect(made.step()).rejects.toThrow(
      'The schedule gave LATER for step 1: an action must be NONE, WARMUP, RECORD or RECORD_AND_SAVE'
    );
    expect(made.stepNumber).toBe(0);
    made.dispose();
  });

  it('passes on what the schedule itself throws', async () => {
    const made = test().profiler({
      schedule: step => {
        if (step === 0) return 'NONE';
        throw new RangeError(`no step ${step}`);
      }
    });
    await expect(made.step()).rejects.toThrow(new RangeError('no step 1'));
    made.dispose();
  });

  it('makes no promise for steps that leave nothing to wait for', async () => {
    const made = test().profiler({ schedule: () => 'NONE' });
    const first = made.step();
    expect(made.step()).toBe(first);
    await first;
    made.dispose();
  });

  it('waits with the next window for a promise of onTraceReady', async () => {
    const { profiler, range, names } = test();
    let release: () => void = () => undefined;
    const made = profiler({
      schedule: schedule({ wait: 0, active: 1 }),
      onTraceReady: () => new Promise<void>(resolve => (release = resolve))
    });
    const stepped = made.step();
    range('between', () => 1);
    release();
    await stepped;
    range('next', () => 1);
    made.dispose();
    expect(names()).toEqual([['ProfilerStep#0'], ['ProfilerStep#1', 'next']]);
  });
});

describe('metadata of a Profiler', () => {
  it('goes to each cycle, JSON as it is and text as text', () => {
    const { profiler, cycles } = test();
    const made = profiler();
    made.addMetadata('model', 'mlp');
    made.addMetadataJson('shape', '[32, 10]');
    void made.stop();
    made.start();
    made.addMetadata('model', 'cnn');
    void made.stop();
    expect(cycles.map(({ metadata }) => metadata)).toEqual([
      { model: '"mlp"', shape: '[32,10]' },
      { model: '"cnn"', shape: '[32,10]' }
    ]);
  });

  it('of more than MAX_META_SIZE is refused, and what was added before stays', () => {
    const { profiler, cycles } = test();
    const made = profiler();
    made.addMetadata('small', 'yes');
    expect(() => made.addMetadata('large', 'x'.repeat(100 * 1024 * 1024 - 6))).toThrow(
      /large is too long/
    );
    void made.stop();
    expect(cycles[0].metadata).toEqual({ small: '"yes"' });
  });
});
