import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { FunctionEventOptions } from '../../../../../src/compat/torch/events/eventDetails';
import { EventArgumentError } from '../../../../../src/compat/torch/events/eventErrors';
import { FunctionEvent } from '../../../../../src/compat/torch/events/functionEvent';
import { FunctionEventAvg } from '../../../../../src/compat/torch/events/functionEventAvg';
import { GpuKernel, Interval } from '../../../../../src/compat/torch/events/interval';

describe('Interval', () => {
  it('knows its length', () => {
    const interval = new Interval(2.5, 4);
    expect([interval.start, interval.end, interval.elapsedUs()]).toEqual([2.5, 4, 1.5]);
    expect(new Interval(-3, -3).elapsedUs()).toBe(0);
  });

  it.each([
    [NaN, 1],
    [0, NaN],
    [0, Infinity],
    [-Infinity, 0],
    [2, 1],
    [-1e308, 1e308]
  ])('refuses %d to %d', (start, end) => {
    expect(() => new Interval(start, end)).toThrow(EventArgumentError);
  });

  it('refuses times that are no numbers', () => {
    const [start, end] = ['1', '2'] as unknown as [number, number];
    expect(() => new Interval(start, end)).toThrow('A time is a finite number of microseconds');
  });
});

describe('FunctionEvent', () => {
  it('has the members of its kind', () => {
    const event = new FunctionEvent(7, 'conv', 1, 10, 20.5);
    expect(event).toMatchObject({ id: 7, name: 'conv', key: 'conv', thread: 1, count: 1 });
    expect([event.cpuInterval.start, event.cpuInterval.end]).toEqual([10, 20.5]);
    expect([event.cpuTime, event.cpuTimeTotal, event.selfCpuTimeTotal]).toEqual([10.5, 10.5, 10.5]);
    expect([event.cudaTime, event.cudaTimeTotal, event.deviceTimeTotal]).toEqual([0, 0, 0]);
    expect([event.cpuTimeStr, event.cpuTimeTotalStr]).toEqual(['10.500us', '10.500us']);
    expect([event.cudaTimeStr, event.cudaTimeTotalStr]).toEqual(['0.000us', '0.000us']);
    expect([event.kernels, event.cpuChildren, event.cpuParent]).toEqual([[], [], null]);
    expect([event.inputShapes, event.stack, event.flops, event.sequenceNr]).toEqual([
      null,
      [],
      null,
      -1
    ]);
  });

  it('adds up the kernels it started', () => {
    const event = new FunctionEvent(0, 'conv', 0, 0, 1);
    event.appendKernel('k1', 0, 5, 7);
    event.appendKernel('k2', 1, 6, 9.5);
    expect(event.kernels).toEqual([
      new GpuKernel('k1', 0, new Interval(5, 7)),
      new GpuKernel('k2', 1, new Interval(6, 9.5))
    ]);
    expect([event.cudaTimeTotal, event.cudaTimeTotalStr]).toEqual([5.5, '5.500us']);
  });

  it('says what it is in one line, to consoles as well', () => {
    const event = new FunctionEvent(3, 'relu', 2, 1, 5.25);
    const text = '<FunctionEvent id=3 cpu_time=4.250us cuda_time=0.000us name=relu thread=2>';
    expect([event.repr(), String(event), inspect(event)]).toEqual([text, text, text]);
  });

  it.each([
    ['id', ['1', 'a', 0, 0, 1]],
    ['id', [1.5, 'a', 0, 0, 1]],
    ['name', [1, null, 0, 0, 1]],
    ['thread', [1, 'a', NaN, 0, 1]]
  ])('refuses a wrong %s', (what, values) => {
    const [id, name, thread, start, end] = values as [number, string, number, number, number];
    const create = () => new FunctionEvent(id, name, thread, start, end);
    expect(create).toThrow(EventArgumentError);
    expect(create).toThrow(`The ${what} of an event is`);
  });

  it.each<[string, unknown]>([
    ['cpuMemoryUsage', NaN],
    ['deviceMemoryUsage', '1'],
    ['inputShapes', [1, 2]],
    ['inputShapes', [['2']]],
    ['stack', 'main'],
    ['stack', [1]],
    ['flops', -1],
    ['sequenceNr', 0.5],
    ['isUserAnnotation', 1],
    ['isAsync', 'yes'],
    ['metadata', { Addr: {} }]
  ])('refuses %s = %j', (name, value) => {
    const create = () => new FunctionEvent(1, 'a', 0, 0, 1, { [name]: value });
    expect(create).toThrow(EventArgumentError);
    expect(create).toThrow(`${name} must be`);
  });

  it('refuses options that it does not know, and takes those that are undefined as absent', () => {
    const unknown = { shapes: [] } as FunctionEventOptions;
    expect(() => new FunctionEvent(1, 'a', 0, 0, 1, unknown)).toThrow('no option shapes');
    expect(new FunctionEvent(1, 'a', 0, 0, 1, { cpuMemoryUsage: undefined }).cpuMemoryUsage).toBe(
      0
    );
  });

  it.each([
    ['k', 0, 2, 1],
    ['k', 0, NaN, 1],
    ['k', 0.5, 0, 1],
    [7, 0, 0, 1]
  ])('refuses the kernel (%s, %d, %d, %d)', (name, device, start, end) => {
    const event = new FunctionEvent(1, 'a', 0, 0, 1);
    expect(() => event.appendKernel(name as string, device, start, end)).toThrow(
      EventArgumentError
    );
    expect(event.kernels).toEqual([]);
  });

  it('can be written as JSON in a list', () => {
    expect(JSON.parse(JSON.stringify(new FunctionEvent(1, 'a', 0, 0, 1)))).toEqual({
      id: 1,
      name: 'a',
      thread: 0,
      cpuInterval: { start: 0, end: 1 }
    });
  });
});

describe('FunctionEventAvg', () => {
  const event = (name: string, end: number) => new FunctionEvent(end, name, 0, 0, end);

  it('has averages of nothing as 0', () => {
    const average = new FunctionEventAvg();
    expect([average.key, average.count, average.cpuTime, average.cudaTime]).toEqual([
      null,
      0,
      0,
      0
    ]);
    expect(average.repr()).toBe('<FunctionEventAvg cpu_time=0.000us cuda_time=0.000us key=None>');
  });

  it('adds events, and other averages, of one key', () => {
    const first = new FunctionEventAvg().add(event('a', 1)).add(event('a', 4));
    expect([first.count, first.cpuTimeTotal, first.cpuTime]).toEqual([2, 5, 2.5]);
    const both = new FunctionEventAvg().add(first).add(event('a', 1));
    expect([both.key, both.count, both.cpuTimeTotal]).toEqual(['a', 3, 6]);
  });

  it('refuses another key, and leaves its sums as they were', () => {
    const average = new FunctionEventAvg().add(event('a', 1));
    expect(() => average.add(event('b', 1))).toThrow(EventArgumentError);
    expect(() => average.add(event('b', 1))).toThrow('Expected keys to match, but got b vs a');
    expect([average.count, average.cpuTimeTotal]).toEqual([1, 1]);
  });

  it.each([[null], [undefined], [{ key: 'a' }], ['a'], [new Interval(0, 1)]])(
    'refuses %s, which is no event',
    value => {
      const average = new FunctionEventAvg();
      expect(() => average.add(value as FunctionEvent)).toThrow(EventArgumentError);
      expect([average.key, average.count]).toEqual([null, 0]);
    }
  );
});
