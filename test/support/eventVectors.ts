import { readFileSync } from 'node:fs';
import path from 'node:path';
import { FunctionEvent } from '../../src/compat/torch/events/functionEvent';
import { EventList } from '../../src/compat/torch/eventList';
import type { EventTableOptions } from '../../src/compat/torch/events/tableOptions';

/** An event as `makeEvents.py` invents it; times in microseconds. */
interface EventVector {
  readonly id: number;
  readonly name: string;
  readonly thread: number;
  readonly start: number;
  readonly end: number;
  readonly memory: number;
  readonly deviceMemory: number;
  readonly shapes: readonly (readonly number[])[] | null;
  readonly stack: readonly string[];
  readonly flops: number | null;
  readonly isUser: boolean;
  readonly kernels: readonly [string, number, number, number][];
}

/** Options by their names in Python. */
type PythonOptions = Readonly<Record<string, string | number | boolean | null>>;

/** Events, and what two releases of PyTorch print of them. */
export interface EventCase {
  readonly events: readonly EventVector[];
  readonly first: Readonly<
    Record<'sortBy' | 'table' | 'averagesTable' | 'repr' | 'averages' | 'total' | 'trace', string>
  >;
  readonly modern: {
    readonly recorded: { readonly profileMemory: boolean; readonly withFlops: boolean };
    readonly children: readonly (readonly number[])[];
    readonly selfTimes: readonly number[];
    readonly options: PythonOptions;
    readonly table: string;
    readonly groups: { readonly group_by_input_shapes: boolean; readonly group_by_stack_n: number };
    readonly averageOptions: PythonOptions;
    readonly averagesTable: string;
    readonly stacks: readonly [string, string];
    readonly total: readonly number[];
  };
}

/** A name, what was expected under it, and what we give. */
export type Comparison = readonly [name: string, expected: unknown, actual: unknown];

/** Everything that PyTorch 1.0.1 printed, beside what we print. `folder` takes files. */
export function compareFirst({ events, first }: EventCase, folder: string): readonly Comparison[] {
  const list = new EventList(events.map(vector => plainEvent(vector)));
  const averages = list.keyAverages();
  const { sortBy } = first;
  const layout = 'autograd';
  const header = 'größe 🚀';
  const trace = path.join(folder, 'trace.json');
  list.exportChromeTrace(trace, { layout });
  return [
    ['repr', first.repr, list.repr()],
    ['averages', first.averages, averages.repr()],
    ['total', first.total, list.totalAverage().repr()],
    ['table', first.table, list.table({ layout, sortBy })],
    ['averages table', first.averagesTable, averages.table({ layout, sortBy, header })],
    ['trace', first.trace, readFileSync(trace, 'utf8')]
  ];
}

/** Everything that PyTorch 2.13 printed, beside what we print. `folder` takes files. */
export function compareModern({ events, modern }: EventCase, folder: string): Comparison[] {
  const { withFlops } = modern.recorded;
  const vectors = withFlops ? events.map(event => ({ ...event, stack: [] })) : events;
  const list = new EventList(
    vectors.map(vector => detailedEvent(vector)),
    modern.recorded
  );
  const averages = list.keyAverages({
    groupByInputShape: modern.groups.group_by_input_shapes,
    groupByStackN: modern.groups.group_by_stack_n
  });
  const total = list.totalAverage();
  return [
    ['children', modern.children, list.map(event => event.cpuChildren.map(({ id }) => id))],
    ['self times', modern.selfTimes.map(rounded), list.map(e => rounded(e.selfCpuTimeTotal))],
    ['table', withoutSign(modern.table), list.table(camelOptions(modern.options))],
    [
      'averages table',
      withoutSign(modern.averagesTable),
      averages.table(camelOptions(modern.averageOptions))
    ],
    ['CPU stacks', modern.stacks[0], stacksText(list, 'self_cpu_time_total', folder)],
    ['GPU stacks', modern.stacks[1], stacksText(list, 'selfCudaTimeTotal', folder)],
    [
      'total',
      modern.total.map(rounded),
      [
        total.count,
        total.cpuTimeTotal,
        total.selfCpuTimeTotal,
        total.deviceTimeTotal,
        total.selfDeviceTimeTotal,
        total.cpuMemoryUsage,
        total.selfCpuMemoryUsage,
        total.flops
      ].map(rounded)
    ]
  ];
}

function plainEvent({ id, name, thread, start, end, kernels }: EventVector): FunctionEvent {
  const event = new FunctionEvent(id, name, thread, start, end);
  for (const kernel of kernels) event.appendKernel(...kernel);
  return event;
}

function detailedEvent(vector: EventVector): FunctionEvent {
  const { id, name, thread, start, end } = vector;
  const event = new FunctionEvent(id, name, thread, start, end, {
    cpuMemoryUsage: vector.memory,
    deviceMemoryUsage: vector.deviceMemory,
    inputShapes: vector.shapes,
    stack: vector.stack,
    flops: vector.flops,
    isUserAnnotation: vector.isUser
  });
  for (const kernel of vector.kernels) event.appendKernel(...kernel);
  return event;
}

function stacksText(
  list: EventList,
  metric: 'self_cpu_time_total' | 'selfCudaTimeTotal',
  folder: string
): string {
  const file = path.join(folder, 'stacks.txt');
  list.exportStacks(file, metric);
  return readFileSync(file, 'utf8');
}

function camelOptions(options: PythonOptions): EventTableOptions {
  const camel = (name: string): string =>
    name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const entries = Object.entries(options).map(([name, value]) => [camel(name), value]);
  return Object.fromEntries(entries) as EventTableOptions;
}

/** Where PyTorch's self times are below zero by rounding alone, ours are 0: `-0.000us` is `0.000us`. */
function withoutSign(table: string): string {
  return table.replace(/-(0\.0+(?:us|ms|s|%))/g, ' $1');
}

/** What rounding leaves of a number that is zero counts as zero. */
function rounded(value: number): number {
  return Math.abs(value) < 1e-9 ? 0 : value;
}
