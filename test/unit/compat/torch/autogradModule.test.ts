import { describe, expect, it } from 'vitest';
import { EventArgumentError, EventOptionError } from '../../../../src/analysis/events/eventErrors';
import { FunctionEvent } from '../../../../src/analysis/events/functionEvent';
import { DuplicateKeyError } from '../../../../src/formats/nvprof/traceErrors';
import {
  build_table as buildTable,
  EnforceUnique,
  EventList,
  format_time as formatTime,
  GpuKernel,
  Interval,
  Kernel,
  parse_cpu_trace as parseCpuTrace,
  StringTable
} from '../../../../src/index';
import { BARE, useTestSessions } from '../../../support/testSessions';

const test = useTestSessions();

describe('the functions of torch.autograd.profiler', () => {
  it('format a time in microseconds', () => {
    expect(formatTime(4.25)).toBe('4.250us');
    expect(formatTime(1e6)).toBe('1000000.000us');
  });

  it('build the first table, in the order of a key and below a header', () => {
    const events = [new FunctionEvent(1, 'b', 0, 0, 10), new FunctionEvent(2, 'a', 0, 20, 21)];
    const list = new EventList(events);
    const layout = 'autograd';
    expect(buildTable(events)).toBe(list.table({ layout }));
    expect(buildTable(list, 'cpu_time', 'title')).toBe(
      list.table({ layout, sortBy: 'cpu_time', header: 'title' })
    );
    expect(buildTable(list.keyAverages(), { sort_by: 'count' })).toBe(
      list.keyAverages().table({ layout, sortBy: 'count' })
    );
    expect(buildTable([])).toBe('');
    expect(() => buildTable(events, 'total')).toThrow(EventOptionError);
    expect(() => buildTable([5] as never)).toThrow(EventArgumentError);
  });

  it('make events of what was recorded, by start', () => {
    const { profile, range } = test();
    const session = profile(BARE);
    range('outer', () => range('inner', () => 1));
    session.stop();
    const events = parseCpuTrace(session);
    expect(events).toBeInstanceOf(Array);
    expect(events.map(({ name }) => name)).toEqual(['outer', 'inner']);
    expect(parseCpuTrace(profile.last!)).toEqual(events);
    expect(() => parseCpuTrace([[]] as never)).toThrow(EventArgumentError);
  });
});

describe('the classes of torch.autograd.profiler', () => {
  it('have a kernel of a GPU', () => {
    expect(Kernel).toBe(GpuKernel);
    expect(new Kernel('k', 0, new Interval(1, 3)).interval.elapsed_us()).toBe(2);
  });

  it('refuse a key that they have seen', () => {
    const unique = new EnforceUnique();
    unique.see(1);
    unique.see(1, 2);
    unique.see('1');
    expect(() => unique.see(1, 2)).toThrow(DuplicateKeyError);
    expect(() => unique.see(1)).toThrow('duplicate key: (1,)');
    expect(() => unique.see('1')).toThrow("duplicate key: ('1',)");
  });

  it('have a table of demangled names, which it keeps', () => {
    const asked: string[] = [];
    const table = new StringTable(name => {
      asked.push(name);
      return `demangled ${name}`;
    });
    expect(table.get('_Z1fv')).toBe('demangled _Z1fv');
    expect(table.get('_Z1fv')).toBe('demangled _Z1fv');
    expect(asked).toEqual(['_Z1fv']);
    expect([...table]).toEqual([['_Z1fv', 'demangled _Z1fv']]);
    expect(new StringTable().get('plain')).toBe('plain');
  });
});
