import { beforeEach, describe, expect, it } from 'vitest';
import { aggregate } from '../../../../src/analysis/statistics/aggregate';
import type { Domain } from '../../../../src/compat/mxnet/domain';
import type { Task } from '../../../../src/compat/mxnet/laneObject';
import { ObjectBench } from '../../../support/profilerObjects';
import { sliceLines } from '../../../support/recording';

let bench: ObjectBench;
let domain: Domain;
let task: Task;

beforeEach(() => {
  bench = new ObjectBench();
  domain = new bench.objects.Domain('MyDomain');
  task = domain.newTask('task1');
});

describe('Task', () => {
  it('measures from start to stop in its domain, any number of times (test_profile_task)', () => {
    const profile = bench.record(() => {
      for (const us of [2001, 2007]) {
        task.start();
        bench.wait(us);
        task.stop();
      }
    });
    const [{ category, rows }] = aggregate(profile);
    expect(category).toBe('MyDomain');
    expect(rows).toMatchObject([{ name: 'task1', count: 2, total: 4_008_000, self: 4_008_000 }]);
  });

  it('overlaps others freely, and is neither their parent nor their child', () => {
    const other = new bench.objects.Task(domain, 'task2');
    const label = bench.recorder.label('code', 'range');
    const profile = bench.record(() => {
      const token = bench.recorder.begin(label);
      task.start();
      bench.wait(1);
      other.start();
      bench.wait(1);
      task.stop();
      bench.recorder.end(bench.recorder.begin(label));
      bench.wait(1);
      bench.recorder.end(token);
      other.stop();
    });
    expect(sliceLines(profile)).toEqual([
      'code 0+3000 - @main thread',
      'task1 0+2000 - @MyDomain',
      'task2 1000+2000 - @MyDomain 2',
      'code 2000+0 code @main thread'
    ]);
    const code = aggregate(profile).find(({ category }) => category === 'range')?.rows[0];
    expect(code).toMatchObject({ total: 3000, self: 3000 });
  });

  it('is cut off at the end of a recording, and can be started anew in the next', () => {
    bench.run();
    task.start();
    bench.wait(3);
    expect(sliceLines(bench.stop())).toEqual(['task1 0+3000 - @MyDomain']);
    const next = bench.record(() => {
      task.start();
      bench.wait(4);
      task.stop();
    });
    expect(sliceLines(next)).toEqual(['task1 0+4000 - @MyDomain']);
    expect(bench.warnings).toEqual([]);
  });

  it('leaves a later recording alone when it stops there', () => {
    bench.run();
    task.start();
    bench.stop();
    const next = bench.record(() => {
      domain.newTask('other').start();
      bench.wait(1);
      task.stop();
      bench.wait(1);
    });
    expect(sliceLines(next)).toEqual(['other 0+2000 - @MyDomain']);
    expect(bench.warnings).toEqual([]);
  });
});

describe('misuse of a state', () => {
  it('changes nothing when started twice, and is told once for each object', () => {
    const profile = bench.record(() => {
      task.start();
      bench.wait(1);
      task.start();
      task.start();
      bench.wait(1);
      task.stop();
    });
    expect(sliceLines(profile)).toEqual(['task1 0+2000 - @MyDomain']);
    expect(bench.warnings).toEqual([
      "Task 'task1' was started again before it was stopped; this changes nothing."
    ]);
  });

  it('is told once for each kind of misuse', () => {
    bench.record(() => {
      for (let times = 0; times < 3; times++) {
        task.start();
        task.start();
        task.stop();
        task.stop();
        task.start({ thread: { threadId: -1 } });
        task.stop();
      }
    });
    expect(bench.warnings).toEqual([
      "Task 'task1' was started again before it was stopped; this changes nothing.",
      "Task 'task1' was stopped without having been started; this changes nothing.",
      "Task 'task1' was given a worker that has exited; it is shown under the process."
    ]);
  });

  it('changes nothing when stopped without a start, recording or not', () => {
    task.stop();
    const profile = bench.record(() => {
      task.stop();
      new bench.objects.Event('event1').stop();
    });
    expect(profile.slices.length).toBe(0);
    expect(bench.warnings).toEqual([
      "Task 'task1' was stopped without having been started; this changes nothing.",
      "Event 'event1' was stopped without having been started; this changes nothing."
    ]);
  });

  it('remembers a start that was not recorded, so that its stop is silent', () => {
    const event = new bench.objects.Event('event1');
    task.start();
    event.start();
    const profile = bench.record(() => {
      task.stop();
      event.stop();
      bench.recorder.pause();
      task.start();
      bench.recorder.resume();
      task.stop();
    });
    expect(profile.slices.length).toBe(0);
    expect(bench.warnings).toEqual([]);
  });

  it('goes on through a pause that begins after the start', () => {
    const profile = bench.record(() => {
      task.start();
      bench.recorder.pause();
      bench.wait(5);
      task.stop();
      bench.recorder.resume();
    });
    expect(sliceLines(profile)).toEqual(['task1 0+5000 - @MyDomain']);
  });

  it('stops once when disposed of, however often', () => {
    const profile = bench.record(() => {
      task.dispose();
      task.start();
      bench.wait(1);
      task.dispose();
      task.dispose();
      bench.wait(1);
    });
    expect(sliceLines(profile)).toEqual(['task1 0+1000 - @MyDomain']);
    expect(bench.warnings).toEqual([]);
    const disposed = (task as unknown as Record<symbol, unknown>)[
      (Symbol as unknown as { dispose: symbol }).dispose
    ];
    expect(disposed).toBeTypeOf('function');
  });
});

describe('run', () => {
  it('measures a function and returns its value', () => {
    let value = 0;
    const profile = bench.record(() => {
      value = task.run(() => {
        bench.wait(2);
        return 7;
      });
    });
    expect(value).toBe(7);
    expect(sliceLines(profile)).toEqual(['task1 0+2000 - @MyDomain']);
  });

  it('ends when the function throws, and throws the same', () => {
    const failure = new Error('no');
    const profile = bench.record(() => {
      const body = (): never => {
        bench.wait(1);
        throw failure;
      };
      expect(() => task.run(body)).toThrow(failure);
      bench.wait(1);
    });
    expect(sliceLines(profile)).toEqual(['task1 0+1000 - @MyDomain']);
  });

  it('lasts until a promise settles; several at once do not disturb each other', async () => {
    const gates: (() => void)[] = [];
    const gate = () => new Promise<void>(resolve => gates.push(resolve));
    bench.run();
    const first = task.run(async () => {
      await gate();
      return 'first';
    });
    bench.wait(1);
    const second = task.run(async () => {
      await gate();
      throw new Error('second');
    });
    bench.wait(1);
    gates[1]();
    await expect(second).rejects.toThrow('second');
    bench.wait(1);
    gates[0]();
    expect(await first).toBe('first');
    bench.wait(1);
    expect(sliceLines(bench.stop())).toEqual([
      'task1 0+3000 - @MyDomain',
      'task1 1000+1000 - @MyDomain 2'
    ]);
    expect(bench.warnings).toEqual([]);
  });

  it('only calls the function while nothing is recorded', () => {
    expect(task.run(() => 3)).toBe(3);
    expect(bench.record(() => undefined).slices.length).toBe(0);
  });

  it('puts an event on a lane while its promise is pending', async () => {
    const event = new bench.objects.Event('event1');
    bench.run();
    const pending = event.run(() => Promise.resolve(1));
    const token = bench.recorder.begin(bench.recorder.label('code', 'range'));
    bench.wait(1);
    expect(await pending).toBe(1);
    bench.recorder.end(token);
    expect(sliceLines(bench.stop())).toEqual([
      'event1 0+1000 - @async',
      'code 0+1000 - @main thread'
    ]);
  });
});

describe('Event', () => {
  const begin = (name: string) => bench.recorder.begin(bench.recorder.label(name, 'range'));

  it('stands on its thread, inside and around other slices (test_profile_event)', () => {
    const event = new bench.objects.Event('event1');
    const profile = bench.record(() => {
      const outer = begin('outer');
      event.start();
      bench.recorder.end(begin('inner'));
      bench.wait(1);
      event.stop();
      bench.recorder.end(outer);
    });
    expect(sliceLines(profile)).toEqual([
      'outer 0+1000 - @main thread',
      'event1 0+1000 outer @main thread',
      'inner 0+0 event1 @main thread'
    ]);
    expect(aggregate(profile).map(({ category }) => category)).toContain('event');
  });

  it('gets a lane when it stops before what began inside it', () => {
    const [a, b] = ['a', 'b'].map(name => new bench.objects.Event(name));
    const profile = bench.record(() => {
      a.start();
      bench.wait(1);
      b.start();
      bench.wait(1);
      a.stop();
      bench.wait(1);
      b.stop();
      bench.recorder.end(begin('after'));
    });
    expect(sliceLines(profile)).toEqual([
      'a 0+2000 - @async',
      'b 1000+2000 a @main thread',
      'after 3000+0 - @main thread'
    ]);
  });

  it('gets a lane when it ends after the slice in which it began', () => {
    const event = new bench.objects.Event('event1');
    const profile = bench.record(() => {
      const outer = begin('outer');
      bench.wait(1);
      event.start();
      bench.wait(1);
      bench.recorder.end(outer);
      bench.wait(1);
      event.stop();
    });
    expect(sliceLines(profile)).toEqual([
      'outer 0+2000 - @main thread',
      'event1 1000+2000 outer @async'
    ]);
  });
});
