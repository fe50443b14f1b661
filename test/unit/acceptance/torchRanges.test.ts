import { describe, expect, it } from 'vitest';
import { createInstrumentIterator } from '../../../src/engine/annotate/instrumentIterator';
import { type RangeArgs, RangeArgumentError } from '../../../src/engine/annotate/range';
import { BARE, eventNames, useTestSessions, writtenTrace } from '../../support/testSessions';

const test = useTestSessions();

describe('PyTorch’s cases of ranges', () => {
  it('test_record_function: nests ranges and what runs inside of them', () => {
    const { profile, range, instrument } = test();
    const tensor = { add: () => 1 };
    const { restore } = instrument(tensor);
    const session = profile(BARE);
    range('outer', () => {
      tensor.add();
      range('inner', () => tensor.add());
    });
    session.stop();
    restore();
    expect(eventNames(session)).toEqual(['outer', 'add', 'inner', 'add']);
    const [outer, , inner] = session.functionEvents;
    expect(outer.cpuChildren.map(({ name }) => name)).toEqual(['add', 'inner']);
    expect(inner.cpuChildren.map(({ name }) => name)).toEqual(['add']);
  });

  it('test_record_function: has one input without a shape for each argument, none without', () => {
    const { profile, range } = test();
    const session = profile({ ...BARE, recordShapes: true });
    range('plain', () => 1);
    range('one', () => 1, { args: { text: 'a' } });
    range('three', () => 1, { args: { text: 'a', bytes: 5, files: ['a', 'b'] } });
    session.stop();
    const shapes = session.functionEvents.map(({ inputShapes }) => inputShapes);
    expect(shapes).toEqual([[], [[]], [[], [], []]]);
    expect(session.functionEvents[2].cpuMemoryUsage).toBe(0);
  });

  it('test_record_function_fast: can be begun and ended any number of times', () => {
    const { profile, range } = test();
    const step = range('step');
    const session = profile(BARE);
    for (let time = 0; time < 4; time++) {
      const open = step.begin({ args: { time } });
      open.end();
      open.dispose();
    }
    session.stop();
    expect(eventNames(session)).toEqual(['step', 'step', 'step', 'step']);
  });

  it('test_guarded_record_function_fast: ends with an exception, which goes on', () => {
    const { profile, range } = test();
    const session = profile(BARE);
    const failure = new Error('mine');
    const fail = () => {
      throw failure;
    };
    expect(() => range('fails', fail)).toThrow(failure);
    expect(() => range('fails again').run(fail)).toThrow(failure);
    range('after', () => 1);
    session.stop();
    expect(eventNames(session)).toEqual(['fails', 'fails again', 'after']);
    expect(session.functionEvents.every(({ cpuParent }) => cpuParent === null)).toBe(true);
  });

  it('test_record_function_fast_op_event_kwargs_list_of_strings: writes scalars and lists of text as arguments', () => {
    const { profile, range, file } = test();
    const args = { rows: 3, cold: true, name: 'a', files: ['a', 'b'], scope: 'user_scope' };
    const session = profile(BARE);
    range('load', () => 1, { args });
    session.stop();
    const { traceEvents } = writtenTrace(session, file('trace.json'));
    const [load] = traceEvents.filter(({ name }) => name === 'load');
    expect(load.cat).toBe('user_annotation');
    expect(load.args).toMatchObject({ ...args, files: 'a, b' });
  });

  it('test_record_function_fast_op_event_kwargs: describes arguments that are not values', () => {
    const { profile, range, file } = test();
    const session = profile(BARE);
    const args = { map: {}, make: () => 1 } as unknown as RangeArgs;
    range('load', () => 1, { args });
    session.stop();
    const { traceEvents } = writtenTrace(session, file('trace.json'));
    const [load] = traceEvents.filter(({ name }) => name === 'load');
    expect(load.args).toMatchObject({ map: 'an object', make: 'a function' });
  });

  it('test_user_annotation: marks ranges of the user, and nothing else', () => {
    const { profile, range, instrument, file } = test();
    const tensor = { add: () => 1 };
    const { restore } = instrument(tensor);
    const session = profile(BARE);
    range('test_user_annotation', () => tensor.add());
    session.stop();
    restore();
    const marked = session.functionEvents.map(event => [event.name, event.isUserAnnotation]);
    expect(marked).toEqual([
      ['test_user_annotation', true],
      ['add', false]
    ]);
    const { traceEvents } = writtenTrace(session, file('trace.json'));
    const categories = traceEvents.filter(({ ph }) => ph === 'X').map(({ cat }) => cat);
    expect(categories).toEqual(['Trace', 'user_annotation', 'cpu_op']);
  });

  it('test_high_level_trace: hooks methods of classes once, by the name of the subclass', () => {
    const { profile, instrument } = test();
    class Optimizer {
      step(): number {
        return 1;
      }
    }
    class Sgd extends Optimizer {
      override step(): number {
        return 2;
      }
    }
    class Adam extends Optimizer {}
    const hooks = [Sgd, Sgd, Optimizer].map(target => instrument(target));
    hooks.push(instrument(new Adam()));
    const session = profile(BARE);
    for (const optimizer of [new Sgd(), new Sgd(), new Adam()]) optimizer.step();
    session.stop();
    for (const { restore } of hooks) restore();
    expect(eventNames(session)).toEqual(['Sgd.step', 'Sgd.step', 'Optimizer.step']);
    expect(hooks.map(({ methods }) => methods)).toEqual([['Sgd.step'], [], ['Optimizer.step'], []]);
  });

  it('test_datapipe_with_record_function: names the ranges of iterables after their class', async () => {
    const { profile, range } = test();
    const instrumentIterator = createInstrumentIterator(range);
    class IterDataPipe {
      *[Symbol.iterator]() {
        yield* [1, 2];
      }
    }
    class Batches {
      async *[Symbol.asyncIterator]() {
        yield await Promise.resolve(3);
      }
    }
    const session = profile(BARE);
    const seen = [...instrumentIterator(new IterDataPipe())];
    for await (const batch of instrumentIterator(new Batches())) seen.push(batch);
    session.stop();
    expect(seen).toEqual([1, 2, 3]);
    const averages = session.keyAverages().map(({ key, count }) => [key, count]);
    expect(averages).toEqual([
      ['IterDataPipe.next', 3],
      ['Batches.next', 2]
    ]);
  });

  it('test_datapipe_delegation_with_record_function: leaves methods of iterables working', () => {
    const instrumentIterator = createInstrumentIterator(test().range);
    class Loader {
      #rows = [1, 2, 3];

      *[Symbol.iterator]() {
        yield* this.#rows;
      }

      get length(): number {
        return this.#rows.length;
      }

      add(row: number): number {
        return this.#rows.push(row);
      }
    }
    const loader = instrumentIterator(new Loader());
    expect([loader.add(4), loader.length, [...loader].length]).toEqual([4, 4, 4]);
  });

  it('test_datapipe_with_record_function_fork: lets branches of one source be read on their own', () => {
    const { profile, range } = test();
    const instrumentIterator = createInstrumentIterator(range);
    const source = instrumentIterator(new Set(['a', 'b']));
    const session = profile(BARE);
    const [first, second] = [source[Symbol.iterator](), source[Symbol.iterator]()];
    const read = [first.next(), first.next(), second.next()].map(({ value }): unknown => value);
    session.stop();
    expect(read).toEqual(['a', 'b', 'a']);
    expect(eventNames(session)).toEqual(['Set.next', 'Set.next', 'Set.next']);
  });

  it('test_record_function: refuses anything that is not a name', () => {
    expect(() => test().range(5 as unknown as string)).toThrow(RangeArgumentError);
  });
});
