import { describe, expect, it } from 'vitest';
import {
  EventArgumentError,
  EventOptionError,
  UnfinishedSessionError
} from '../../../../src/compat/torch/events/eventErrors';
import { FunctionEvent } from '../../../../src/compat/torch/events/functionEvent';
import { FunctionEventAvg } from '../../../../src/compat/torch/events/functionEventAvg';
import { Interval } from '../../../../src/compat/torch/events/interval';
import { TORCH_NAMES } from '../../../../src/compat/torch/names';
import {
  OptionGivenTwiceError,
  TooManyArgumentsError
} from '../../../../src/engine/arguments/argumentErrors';
import { ProfileSession } from '../../../../src/compat/torch/profileSession';
import { EventList } from '../../../../src/compat/torch/eventList';
import { FinishedProfile } from '../../../../src/compat/torch/finishedProfile';
import { SessionResults } from '../../../../src/compat/torch/sessionResults';
import { schedule } from '../../../../src/compat/torch/schedule';
import { ScheduleError } from '../../../../src/engine/sessions/schedule';
import { BARE, useTestSessions, writtenTrace } from '../../../support/testSessions';

const test = useTestSessions();

const outer = (): FunctionEvent => new FunctionEvent(1, 'outer', 0, 0, 10, { input_shapes: [[2]] });
const inner = (): FunctionEvent => new FunctionEvent(2, 'inner', 0, 2, 5);

describe('names of Python', () => {
  it('are those of events, which follow what they stand for', () => {
    const list = new EventList([outer(), inner()]);
    const [event, child] = list;
    child.append_kernel('kernel', 0, 3, 4);
    expect(event.cpu_time).toBe(10);
    expect(event.self_cpu_time_total).toBe(7);
    expect(event.cpu_time_total_str).toBe('10.000us');
    expect(event.device_time_total).toBe(1);
    expect(event.cpu_interval.elapsed_us()).toBe(10);
    expect(event.cpu_children).toEqual([child]);
    expect(child.cpu_parent).toBe(event);
    expect(event.input_shapes).toEqual([[2]]);
    expect(Object.keys(event)).not.toContain('cpu_time');
    expect(JSON.stringify(event)).not.toContain('cpu_time');
  });

  it('are those of a session, which says what it was made with and has no events before its end', () => {
    const { profile } = test();
    const session = profile(true, false, BARE);
    expect([session.enabled, session.use_cuda, session.useCuda]).toEqual([true, false, false]);
    expect(session.function_events).toBeNull();
    expect(session.functionEvents).toBeNull();
    expect(() => session.table()).toThrow(UnfinishedSessionError);
    expect(() => session.events()).toThrow(UnfinishedSessionError);
    expect(() => session.key_averages()).toThrow(UnfinishedSessionError);
    session.stop();
    expect(session.function_events).toBe(session.events());
    const without = profile(false);
    expect([without.enabled, without.function_events]).toEqual([false, null]);
    const untyped = profile as unknown as (...given: readonly unknown[]) => unknown;
    expect(() => untyped(false, false, false)).toThrow(TooManyArgumentsError);
    expect(() => untyped(true, 1)).toThrow('use');
  });

  it('of += explains that an average is added to by a call', () => {
    const average = new FunctionEventAvg().add(inner());
    let sum = average as unknown as number;
    const add = () => (sum += 1);
    expect(add).toThrow(EventArgumentError);
    expect(add).toThrow('average.add(event)');
    expect(String(average)).toBe(average.repr());
  });

  it('are those of lists, of averages and of their options', () => {
    const list = new EventList([outer(), inner()], { profile_memory: true });
    const averages = list.key_averages({ group_by_input_shape: true });
    expect(averages[0].cpu_time_total).toBe(10);
    expect(averages[0].input_shapes).toEqual([[2]]);
    expect(list.total_average().self_cpu_time_total).toBe(10);
    expect(list.self_cpu_time_total).toBe(10);
    expect(list.table({ sort_by: 'cpu_time', row_limit: 1 })).toBe(
      list.table({ sortBy: 'cpuTime', rowLimit: 1 })
    );
    expect(list.table()).toContain('CPU Mem');
  });

  it('are those of sessions and of the options that they record by', () => {
    const { profile, instrument, file } = test();
    const library = { work: () => 1 };
    instrument(library);
    const session = profile({ ...BARE, profile_memory: true, with_stack: true });
    library.work();
    session.add_metadata('who', 'me');
    session.add_metadata_json('rows', '[1]');
    session.stop();
    expect(session.function_events[0].stack).not.toEqual([]);
    expect(session.table()).toContain('CPU Mem');
    expect(session.function_events).toBe(session.functionEvents);
    expect(session.key_averages()[0].count).toBe(1);
    expect(session.total_average().count).toBe(1);
    expect(session.export_chrome_trace(file('t.json')).sizeBytes).toBeGreaterThan(0);
    expect(session.export_stacks(file('s.txt')).path).toBe(file('s.txt'));
    expect(writtenTrace(session, file('t.json'))).toMatchObject({ who: 'me', rows: [1] });
    expect(profile.last?.function_events).toHaveLength(1);
    expect(profile.last?.key_averages()).toHaveLength(1);
  });

  it('are in one table, whose every name leads to a member', () => {
    const prototypes: Readonly<Record<keyof typeof TORCH_NAMES.classes, object>> = {
      FormattedTimes: FunctionEvent.prototype,
      FunctionEvent: FunctionEvent.prototype,
      FunctionEventAvg: FunctionEventAvg.prototype,
      Interval: Interval.prototype,
      EventList: EventList.prototype,
      SessionResults: SessionResults.prototype,
      ProfileSession: ProfileSession.prototype,
      FinishedProfile: FinishedProfile.prototype
    };
    for (const [name, names] of Object.entries(TORCH_NAMES.classes)) {
      const prototype = prototypes[name as keyof typeof prototypes];
      expect(Object.keys(names).filter(alias => !(alias in prototype))).toEqual([]);
    }
  });

  it('of attributes that events are without are errors that name ours', () => {
    const event: unknown = outer();
    const names = Object.keys(TORCH_NAMES.refused.FunctionEvent);
    expect(names).toContain('trace_name');
    for (const name of names) {
      const read = () => (event as Readonly<Record<string, unknown>>)[name];
      expect(read).toThrow(EventArgumentError);
      expect(read).toThrow(`FunctionEvent has no ${name}: `);
    }
    expect(() => (event as { trace_name: unknown }).trace_name).toThrow('use name');
    const session: unknown = test().profile({ enabled: false });
    expect(
      () => (session as { toggle_collection_dynamic: unknown }).toggle_collection_dynamic
    ).toThrow('A session has no toggle_collection_dynamic: use toggleActivity(activity, on)');
  });

  it('cannot say the same as ours beside them', () => {
    expect(() => test().profile({ with_stack: true, withStack: false })).toThrow(
      OptionGivenTwiceError
    );
    expect(() => new EventList().table({ sort_by: 'count', sortBy: 'count' })).toThrow(
      EventOptionError
    );
    expect(() => schedule({ wait: 1, active: 1, skip_first: 1, skipFirst: 2 })).toThrow(
      ScheduleError
    );
  });
});

describe('arguments by position, as in Python', () => {
  it('choose the order and the rows of a table', () => {
    const list = new EventList([inner(), outer()]);
    expect(list.table('cpu_time_total')).toBe(list.table({ sortBy: 'cpu_time_total' }));
    expect(list.table('cpuTimeTotal', 1)).toBe(list.table({ sortBy: 'cpuTimeTotal', rowLimit: 1 }));
    expect(list.table(null, 1, 75, 55, 80, 'title', true, 'ms')).toBe(
      list.table({ rowLimit: 1, header: 'title', topLevelEventsOnly: true, timeUnit: 'ms' })
    );
    expect(list.table(null)).toBe(list.table());
    expect(() => list.table('total')).toThrow(EventOptionError);
    const untyped = list.table.bind(list) as (...given: readonly unknown[]) => string;
    expect(untyped('count', { row_limit: 1 })).toBe(list.table('count', 1));
    expect(() => untyped(...new Array<null>(9).fill(null))).toThrow(TooManyArgumentsError);
  });

  it('choose what averages tell apart', () => {
    const list = new EventList([outer(), new FunctionEvent(3, 'outer', 0, 20, 21)]);
    expect(list.keyAverages(true)).toHaveLength(2);
    expect(list.key_averages(false, 0)).toHaveLength(1);
  });

  it('are those of a session as of its events', () => {
    const { profile, range } = test();
    const session = profile(BARE);
    range('work', () => 1);
    session.stop();
    expect(session.table('cpu_time', 5)).toBe(session.table({ sortBy: 'cpu_time', rowLimit: 5 }));
    expect(session.keyAverages(true, 1)).toHaveLength(1);
  });

  it('make a schedule of wait, warmup, active and repeat', () => {
    const actions = (steps: (step: number) => string) =>
      Array.from({ length: 6 }, (_, at) => steps(at));
    const named = schedule({ wait: 1, warmup: 1, active: 2, repeat: 1, skip_first: 1 });
    expect(actions(schedule(1, 1, 2, 1, 1))).toEqual(actions(named));
    expect(actions(named)).toEqual(['NONE', 'NONE', 'WARMUP', 'RECORD', 'RECORD_AND_SAVE', 'NONE']);
    expect(() => schedule(1, 1, 0)).toThrow(ScheduleError);
    const untyped = schedule as (...given: readonly unknown[]) => unknown;
    expect(() => untyped(1)).toThrow('active=undefined');
    expect(() => untyped(1, 1, 1, 1, 1, 1, 1)).toThrow(ScheduleError);
  });
});
