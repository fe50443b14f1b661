import { describe, expect, it } from 'vitest';
import {
  EventArgumentError,
  EventOptionError
} from '../../../../src/compat/torch/events/eventErrors';
import { FunctionEvent } from '../../../../src/compat/torch/events/functionEvent';
import { DuplicateKeyError } from '../../../../src/formats/nvprof/cudaTrace';
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

/** A record as PyTorch's profiler makes them. */
class TestRecord {
  constructor(
    private readonly us: number,
    private readonly is: 'mark' | 'push' | 'pop',
    private readonly called: string,
    private readonly more: {
      readonly thread?: number;
      readonly device?: number;
      readonly deviceUs?: number;
    }
  ) {}

  name(): string {
    return this.called;
  }

  kind(): 'mark' | 'push' | 'pop' {
    return this.is;
  }

  thread_id(): number {
    return this.more.thread ?? 1;
  }

  cpu_elapsed_us(other: TestRecord): number {
    return other.us - this.us;
  }

  has_cuda(): boolean {
    return this.more.deviceUs !== undefined;
  }

  device(): number {
    return this.more.device ?? -1;
  }

  cuda_elapsed_us(other: TestRecord): number {
    return (other.more.deviceUs ?? NaN) - (this.more.deviceUs ?? NaN);
  }
}

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

  it('make events of records of threads, with the time on devices', () => {
    const at = (us: number, kind: 'mark' | 'push' | 'pop', name: string, more = {}): TestRecord =>
      new TestRecord(us, kind, name, more);
    const gpu = { device: 0, deviceUs: 1000 };
    const events = parseCpuTrace([
      [
        at(5, 'push', 'outer', { thread: 7 }),
        at(8, 'push', 'add', { ...gpu, deviceUs: 1011 }),
        at(10, 'pop', '', { ...gpu, deviceUs: 1015 }),
        at(20, 'pop', '', { thread: 7 })
      ],
      new Set([at(3, 'mark', '__start_profile'), at(4, 'mark', '__cuda_start_event', gpu)])
    ]);
    expect(events.map(({ id, thread, cpuInterval }) => [id, thread, cpuInterval])).toEqual([
      [0, 7, new Interval(2, 17)],
      [1, 1, new Interval(5, 7)]
    ]);
    expect(events[1].kernels).toEqual([new GpuKernel('add', 0, new Interval(12, 16))]);
    const start = at(0, 'mark', '__start_profile');
    for (const wrong of [[], [5], [[5]], [[at(1, 'push', 'f')]], [[start, at(1, 'pop', '')]]]) {
      expect(() => parseCpuTrace(wrong as never)).toThrow(EventArgumentError);
    }
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
