import { describe, expect, it } from 'vitest';
import type { AverageOptions } from '../../../../src/compat/torch/events/averages';
import { EventOptionError } from '../../../../src/compat/torch/events/eventErrors';
import { FunctionEvent } from '../../../../src/compat/torch/events/functionEvent';
import type { FunctionEventAvg } from '../../../../src/compat/torch/events/functionEventAvg';
import { TooManyArgumentsError } from '../../../../src/engine/arguments/argumentErrors';
import { EventIds } from '../../../../src/compat/torch/eventIds';
import { EventList } from '../../../../src/compat/torch/eventList';
import { functionEventsOf } from '../../../../src/compat/torch/functionEventsOf';
import { drawGpuProfile } from '../../../support/drawGpuProfile';

const BY_DEVICE = { groupByDeviceType: true };

/** A range around two calls of `mm`, of other shapes, with a kernel `mm` each, a copy and a fill. */
function launching(): EventList {
  const range = new FunctionEvent(1, 'step', 0, 0, 100, { isUserAnnotation: true });
  const first = new FunctionEvent(2, 'mm', 0, 10, 20, { inputShapes: [[2, 3]], stack: ['a'] });
  const second = new FunctionEvent(3, 'mm', 0, 30, 40, { inputShapes: [[4]], stack: ['b'] });
  range.appendKernel('Memcpy HtoD', 0, 1, 3);
  second.appendKernel('mm', 0, 60, 68);
  second.appendKernel('Memset (Device)', 0, 50, 51);
  first.appendKernel('mm', 0, 20, 24);
  return new EventList([range, first, second]);
}

function figures(averages: Iterable<FunctionEventAvg>): unknown[] {
  return Array.from(
    averages,
    ({ key, deviceType, count, selfDeviceTimeTotal, deviceTimeTotal }) => [
      key,
      deviceType,
      count,
      selfDeviceTimeTotal,
      deviceTimeTotal
    ]
  );
}

const OPERATORS = [
  ['step', 'CPU', 1, 2, 15],
  ['mm', 'CPU', 2, 13, 13]
];
const KERNELS = [
  ['Memcpy HtoD', 'CUDA', 1, 2, 2],
  ['mm', 'CUDA', 2, 12, 12],
  ['Memset (Device)', 'CUDA', 1, 1, 1]
];

describe('averages by type of device', () => {
  it('have kernels, copies and fills by name after the events, in order of their start', () => {
    expect(figures(launching().keyAverages(BY_DEVICE))).toEqual([...OPERATORS, ...KERNELS]);
    expect(figures(launching().key_averages({ group_by_device_type: true }))).toHaveLength(5);
  });

  it('are those of the events alone unless asked for', () => {
    expect(figures(launching().keyAverages())).toEqual(OPERATORS);
    expect(figures(launching().keyAverages({ groupByDeviceType: false }))).toEqual(OPERATORS);
  });

  it('have no CPU time, stack, memory or parent of kernels', () => {
    const rows = launching().keyAverages({ ...BY_DEVICE, groupByStackN: 1 });
    const kernels = rows.filter(row => row.device_type === 'CUDA');
    expect(kernels).toHaveLength(3);
    for (const row of kernels) {
      expect(row).toMatchObject({ cpuTimeTotal: 0, selfCpuTimeTotal: 0, cpuMemoryUsage: 0 });
      expect(row).toMatchObject({ stack: [], cpuParent: null, isUserAnnotation: false, flops: 0 });
    }
    expect(kernels[1]).toMatchObject({ cudaTime: 6, selfCudaTimeTotal: 12, cudaTimeTotal: 12 });
  });

  it('tell shapes of operators apart, of which kernels have none', () => {
    const rows = launching().keyAverages({ ...BY_DEVICE, groupByInputShape: true });
    expect(rows.map(({ key, inputShapes }) => [key, inputShapes])).toEqual([
      ['step', null],
      ['mm', [[2, 3]]],
      ['mm', [[4]]],
      ['Memcpy HtoD', []],
      ['mm', []],
      ['Memset (Device)', []]
    ]);
  });

  it('count a kernel that an inner event started once', () => {
    const outer = new FunctionEvent(1, 'outer', 0, 0, 10);
    const inner = new FunctionEvent(2, 'inner', 0, 1, 2);
    outer.appendKernelOfInner('gemm', 0, 3, 7);
    inner.appendKernel('gemm', 0, 3, 7);
    const rows = new EventList([outer, inner]).keyAverages(BY_DEVICE);
    expect(figures(rows).at(-1)).toEqual(['gemm', 'CUDA', 1, 4, 4]);
  });

  it('stay apart in averages of averages, whose total counts each kernel once', () => {
    const rows = launching().keyAverages(BY_DEVICE);
    expect(figures(rows.keyAverages())).toEqual([...OPERATORS, ...KERNELS]);
    expect(figures(rows.keyAverages(BY_DEVICE))).toEqual([...OPERATORS, ...KERNELS]);
    expect(rows.totalAverage()).toEqual(launching().keyAverages().totalAverage());
    const kernels = rows.filter(({ deviceType }) => deviceType === 'CUDA');
    expect(kernels.totalAverage()).toMatchObject({ count: 4, selfDeviceTimeTotal: 15 });
  });

  it('are made of kernels of a profile', () => {
    const profile = drawGpuProfile(`
      main    |[step                    ]
              |  [add>a] [matMul>b]
      gpu 0/7 |      [K<a]    [K<b ]`);
    const rows = functionEventsOf(profile, new EventIds()).keyAverages(BY_DEVICE);
    const kernel = rows.find(({ deviceType }) => deviceType === 'CUDA');
    expect([kernel?.key, kernel?.count]).toEqual(['gemm', 2]);
    expect(kernel?.selfDeviceTimeTotal).toBeCloseTo(0.011, 9);
  });

  it('refuse anything but true and false, and a third argument by position', () => {
    const given = { groupByDeviceType: 'CUDA' } as unknown as AverageOptions;
    expect(() => launching().keyAverages(given)).toThrow(EventOptionError);
    expect(() => launching().keyAverages(given)).toThrow('groupByDeviceType must be true or false');
    const list = launching();
    const untyped = list.keyAverages.bind(list) as (...all: readonly unknown[]) => unknown;
    expect(() => untyped(false, 0, true)).toThrow(TooManyArgumentsError);
  });
});

describe('a table with rows of kernels', () => {
  const rows = launching().keyAverages(BY_DEVICE);

  it('has the total of GPUs once, and shares of it', () => {
    const text = rows.table();
    expect(text).toContain('Self CUDA time total: 15.000us\n');
    expect(text).toContain('Self CPU time total: 100.000us\n');
    expect(text).toMatch(/^ +Memset \(Device\) +0\.00% +0\.000us .* 1\.000us +6\.67% /m);
    expect(launching().keyAverages().table()).toContain('Self CUDA time total: 15.000us\n');
  });

  it('has that of the events without the rows of kernels', () => {
    const operators = rows.filter(({ deviceType }) => deviceType === 'CPU');
    expect(operators.table()).toContain('Self CUDA time total: 15.000us\n');
  });

  it('sorts them among the others, and has them among the outermost', () => {
    const names = (text: string) =>
      text.split('\n').flatMap(line => /^ +(step|mm|Mem\w+)/.exec(line)?.[1] ?? []);
    const all = ['mm', 'mm', 'step', 'Memcpy', 'Memset'];
    expect(names(rows.table({ sortBy: 'self_cuda_time_total' }))).toEqual(all);
    const outermost = rows.table({ topLevelEventsOnly: true });
    expect(names(outermost)).toEqual(['step', 'Memcpy', 'mm', 'Memset']);
  });
});
