import { type InspectOptions, inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { AverageOptions } from '../../../../src/compat/torch/events/averages';
import {
  DuplicateEventError,
  EventArgumentError,
  EventOptionError
} from '../../../../src/compat/torch/events/eventErrors';
import type { FunctionEventOptions } from '../../../../src/compat/torch/events/eventDetails';
import { FunctionEvent } from '../../../../src/compat/torch/events/functionEvent';
import { EventList, type EventListOptions } from '../../../../src/compat/torch/eventList';
import type { ResultDisplay } from '../../../../src/model/output/resultDisplay';
import type { EventTableOptions } from '../../../../src/compat/torch/events/tableOptions';

let nextId = 0;

function event(
  name: string,
  [start, end]: readonly [number, number],
  options?: FunctionEventOptions
): FunctionEvent {
  return new FunctionEvent(nextId++, name, 0, start, end, options);
}

/** How a list is shown as the last line of a cell. */
function displayOf(list: object): ResultDisplay | null {
  const key = Symbol.for('kernelscope.display');
  return (list as Record<symbol, () => ResultDisplay | null>)[key]();
}

/** `outer` around `inner` and `other`, the last on its own. */
function nested(): EventList {
  return new EventList([
    event('outer', [0, 10]),
    event('inner', [1, 4]),
    event('other', [5, 6]),
    event('last', [20, 30])
  ]);
}

describe('EventList as an array', () => {
  it('is one, equal to an array of its events', () => {
    const list = nested();
    expect(Array.isArray(list)).toBe(true);
    expect([...list].map(({ name }) => name)).toEqual(['outer', 'inner', 'other', 'last']);
    expect(list).toHaveLength(4);
    expect(Object.keys(list)).toEqual(['0', '1', '2', '3']);
    expect(new EventList()).toHaveLength(0);
  });

  it('gives lists from filter and slice, whose events keep their parents and self times', () => {
    const list = nested();
    const some = list.filter(({ name }) => name !== 'inner');
    expect(some).toBeInstanceOf(EventList);
    expect(some[0].selfCpuTimeTotal).toBe(6);
    expect(some.slice(1)).toBeInstanceOf(EventList);
    expect(some.slice(1)[0].cpuParent).toBe(list[0]);
    expect(some.slice(0, 1).table()).toContain('outer');
  });

  it('gives plain arrays from map, flatMap, concat and splice', () => {
    const list = nested();
    const made = [list.map(({ id }) => id), list.flatMap(({ id }) => [id]), list.concat([])];
    for (const array of [...made, list.splice(0, 1)]) expect(array).not.toBeInstanceOf(EventList);
    expect(list).toBeInstanceOf(EventList);
  });

  it('nests what is pushed later', () => {
    const list = nested();
    const late = event('late', [2, 3]);
    expect(list.push(late)).toBe(5);
    expect(late.cpuParent).toBe(list[1]);
    expect(list[1].selfCpuTimeTotal).toBe(2);
  });

  it('nests events in the first list they are put into, until another is asked to', () => {
    const list = nested();
    const alone = new EventList([list[1]]);
    expect(alone[0].cpuParent).toBe(list[0]);
    expect(alone.populateCpuChildren()[0].cpuParent).toBe(null);
  });

  it('nests what came by index when it is next asked for anything', () => {
    const put = EventList.from([event('outer', [0, 4]), event('inner', [1, 2])]) as EventList;
    put.unshift(event('outermost', [0, 5]));
    expect(put.selfCpuTimeTotal).toBe(5);
    expect(put[1].cpuParent).toBe(put[0]);
    put[3] = 'no event' as unknown as FunctionEvent;
    expect(() => put.table()).toThrow(EventArgumentError);
    put.length = 3;
    put.length = 4;
    expect(() => put.keyAverages()).toThrow('not undefined');
  });

  it('keeps its trees when it is sorted', () => {
    const list = nested();
    list.sort((a, b) => b.id - a.id);
    expect(list[3].cpuChildren.map(({ name }) => name)).toEqual(['inner', 'other']);
  });
});

describe('an EventList of bad input', () => {
  it('refuses two events of one id', () => {
    const one = event('one', [0, 1]);
    const same = new FunctionEvent(one.id, 'same', 1, 0, 1);
    expect(() => new EventList([one, same])).toThrow(DuplicateEventError);
    expect(() => new EventList([one, same])).toThrow(`duplicate key: (${one.id},)`);
    const pushed = new EventList([event('first', [0, 1]), one]);
    pushed.push(new FunctionEvent(one.id, 'same', 1, 0, 1));
    expect(() => pushed.populateCpuChildren()).toThrow(DuplicateEventError);
  });

  it.each([[5], ['text'], [null], [{}], [[1, 2]], [[null]]])('refuses %j', value => {
    expect(() => new EventList(value as unknown as FunctionEvent[])).toThrow(EventArgumentError);
  });

  it('refuses unknown options', () => {
    const options = { profileMemories: true } as EventListOptions;
    expect(() => new EventList([], options)).toThrow('Did you mean profileMemory?');
  });

  it('puts a self time that overlapping children would make negative to 0, and says so', () => {
    const list = new EventList([
      event('outer', [0, 10]),
      event('a', [0, 9]),
      event('b', [1, 10]),
      event('a', [20, 21])
    ]);
    expect(list.map(one => one.selfCpuTimeTotal)).toEqual([0, 9, 9, 1]);
    expect(list.table()).toContain('\nSelf time put to 0 where children overlap: 1 event\n');
    expect(list.keyAverages().table()).toContain('where children overlap: 1 event\n');
    expect(list.table()).not.toContain('-0');
    expect(nested().table()).not.toContain('overlap');
  });

  it('shows events without length, and a share of nothing', () => {
    const text = new EventList([event('a', [1, 1])]).table();
    expect(text).toContain('NaN');
    expect(text).toContain('0.000us');
  });
});

describe('the table of an EventList', () => {
  it('is empty for no events, in both layouts', () => {
    expect(new EventList().table()).toBe('');
    expect(new EventList().table({ layout: 'autograd' })).toBe('');
    expect(String(new EventList())).toBe('');
  });

  it('is its text', () => {
    const list = nested();
    expect(list.toString()).toBe(list.table());
  });

  it('sorts by keys in snake case and in camel case, of both versions', () => {
    const list = nested();
    const keys = [
      ['self_cpu_time_total', 'selfCpuTimeTotal'],
      ['cpu_time', 'cpuTime'],
      ['cuda_time_total', 'device_time_total'],
      ['self_cuda_memory_usage', 'selfDeviceMemoryUsage'],
      ['xpu_time', 'cudaTime']
    ];
    for (const [snake, camel] of keys) {
      expect(list.table({ sortBy: camel })).toBe(list.table({ sortBy: snake }));
    }
    const names = /last|outer|inner|other/g;
    const sorted = list.table({ sortBy: 'selfCpuTimeTotal' }).match(names);
    expect(sorted).toEqual(['last', 'outer', 'inner', 'other']);
  });

  it('shows 100 rows unless told, all with -1, and none with 0', () => {
    const list = new EventList(Array.from({ length: 120 }, (_, at) => event('a', [at, at + 1])));
    const rows = (options: EventTableOptions) => list.table(options).match(/^ +a /gm)?.length ?? 0;
    expect([
      rows({}),
      rows({ rowLimit: -1 }),
      rows({ rowLimit: 3 }),
      rows({ rowLimit: 0 })
    ]).toEqual([100, 120, 3, 0]);
    expect(list.table({ layout: 'autograd' }).match(/^a /gm)).toHaveLength(120);
    expect(list.table({ layout: 'autograd', rowLimit: 2 }).match(/^a /gm)).toHaveLength(2);
  });

  it.each<[string, unknown]>([
    ['sortBy', 'bogus'],
    ['sortBy', 7],
    ['sortBy', 'toString'],
    ['rowLimit', 1.5],
    ['rowLimit', '5'],
    ['rowLimit', -2],
    ['header', 5],
    ['layout', 'modern'],
    ['timeUnit', 'ns'],
    ['topLevelEventsOnly', 1],
    ['maxNameColumnWidth', 3]
  ])('refuses %s = %j', (name, value) => {
    const options = { [name]: value } as EventTableOptions;
    expect(() => nested().table(options)).toThrow(EventOptionError);
    expect(() => nested().table(options)).toThrow(name);
    expect(() => new EventList().table(options)).toThrow(EventOptionError);
  });

  it('lists the keys it can be sorted by, and the one that was meant', () => {
    const sort = (sortBy: string) => () => nested().table({ sortBy });
    expect(sort('cpu_tme')).toThrow('Support: cpu_time, cpu_time_total, self_cpu_time_total');
    expect(sort('cpu_tme')).toThrow('Did you mean cpu_time?');
  });

  it('refuses options that it does not know', () => {
    expect(() => nested().table({ sort: 'count' } as EventTableOptions)).toThrow(
      'table has no option sort'
    );
    expect(() => nested().table([] as unknown as EventTableOptions)).toThrow(EventOptionError);
  });

  it('has columns of the GPU where kernels ran, with those of children in the total', () => {
    const list = nested();
    list[0].appendKernel('k', 0, 0, 1);
    list[1].appendKernel('k', 1, 5, 8);
    const text = list.table();
    expect(text).toContain('Self CUDA   Self CUDA %    CUDA total  CUDA time avg');
    expect(text).toMatch(/outer .* 1\.000us +25\.00% +4\.000us +4\.000us/);
    expect(text).toContain('Self CUDA time total: 4.000us\n');
    list[2].appendKernel('late', 0, 0, 6);
    expect(list.table()).toContain('Self CUDA time total: 10.000us\n');
    expect(list[0].deviceTimeTotal).toBe(10);
    expect(list.table({ layout: 'autograd' })).toMatch(/outer .* 1\.000us$/m);
  });

  it('has both the place in the source and operations, each below its own title', () => {
    const options = { stack: ['a.ts:1 f', 'b.ts:2 g'], flops: 2500 };
    const list = new EventList([event('mul', [0, 1], options)], { withFlops: true });
    const lines = list.table().split('\n');
    expect(lines[1]).toMatch(/Source Location {2,}Total KFLOPs {2}$/);
    expect(lines[3]).toMatch(/a\.ts:1 f +2\.500 {2}$/);
    expect(lines[4].trim()).toBe('b.ts:2 g');
    expect(lines[5].trim()).toBe('');
  });
});

describe('averages of an EventList', () => {
  const shaped = (shapes: readonly (readonly number[])[], stack: readonly string[]) =>
    event('mul', [0, 1], { inputShapes: shapes, stack });

  it('tell input shapes and lines of stack apart when asked to', () => {
    const list = new EventList([
      shaped([[2]], ['a', 'x']),
      shaped([[2]], ['a', 'y']),
      shaped([[3]], ['a', 'x'])
    ]);
    expect(list.keyAverages()).toHaveLength(1);
    expect(list.keyAverages({ groupByInputShape: true })).toHaveLength(2);
    expect(list.keyAverages({ groupByStackN: 1 })).toHaveLength(1);
    expect(list.keyAverages({ groupByStackN: 2 }).map(({ stack }) => stack)).toEqual([
      ['a', 'x'],
      ['a', 'y']
    ]);
  });

  it('keep user annotations apart from operators of the same name', () => {
    const list = new EventList([
      event('mul', [0, 1]),
      event('mul', [1, 2], { isUserAnnotation: true }),
      event('mul', [2, 3])
    ]);
    const averages = list.keyAverages();
    expect(averages.map(({ count, isUserAnnotation }) => [count, isUserAnnotation])).toEqual([
      [2, false],
      [1, true]
    ]);
  });

  it('have keys that are names of objects’ members', () => {
    const list = new EventList([event('constructor', [0, 1]), event('__proto__', [1, 2])]);
    expect(list.keyAverages().map(({ key }) => key)).toEqual(['constructor', '__proto__']);
  });

  it('are of no events an empty list, and a total of nothing', () => {
    expect(new EventList().keyAverages()).toHaveLength(0);
    expect(new EventList().totalAverage()).toMatchObject({ key: 'Total', count: 0 });
    expect(nested().keyAverages().totalAverage().count).toBe(4);
  });

  it('refuse options that do not exist', () => {
    const average = (options: unknown) => () => nested().keyAverages(options as AverageOptions);
    expect(average({ groupByInputShapes: true })).toThrow('Did you mean groupByInputShape?');
    expect(average({ groupByInputShape: 1 })).toThrow(EventOptionError);
    expect(average({ groupByStackN: -1 })).toThrow(EventOptionError);
    expect(average({ groupByStackN: 'all' })).toThrow(EventOptionError);
  });
});

describe('an EventList in a console', () => {
  const listOf = (length: number): EventList =>
    new EventList(Array.from({ length }, (_, at) => event('a', [at, at + 1])));

  it('is its table, and its events in one line to any depth', () => {
    const list = listOf(3);
    expect(inspect(list)).toBe(list.table());
    expect(inspect(list, { depth: null })).toBe(list.repr());
    expect(inspect(new EventList())).toBe('[]');
  });

  it('is its events in one line within other values, as many as the console shows', () => {
    const list = listOf(3);
    const within = (options: InspectOptions): string =>
      inspect({ list }, { breakLength: Infinity, ...options });
    expect(within({})).toBe(`{ list: ${list.repr()} }`);
    expect(within({ maxArrayLength: 1 })).toBe(`{ list: [${list[0].repr()}, ... 2 more] }`);
  });
});

describe('an EventList as the last line of a cell', () => {
  it('is its table alone where it is not all of a profile', () => {
    const list = nested();
    expect(displayOf(list)).toEqual({ html: expect.any(String) as string, text: list.table() });
    expect(displayOf(list.keyAverages())?.html).toContain('Averages of events');
    expect(displayOf(list)?.html).toContain('>Events<');
  });

  it('has nothing that is markup in the names of its events', () => {
    const html = displayOf(new EventList([event('<img onerror=x>', [0, 1])]))?.html;
    expect(html).toContain('&lt;img onerror=x&gt;');
    expect(html).not.toContain('<img');
  });

  it('is computed only then', () => {
    const list = nested();
    expect(Object.keys(list)).toHaveLength(list.length);
    expect(Object.getOwnPropertySymbols(list)).toEqual([]);
    expect(displayOf(new EventList())).toBeNull();
  });
});
