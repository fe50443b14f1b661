import { type InputShapes, shapesText } from './eventDetails';
import { FunctionEvent } from './functionEvent';
import { FunctionEventAvg } from './functionEventAvg';
import type { GpuKernel } from './interval';

/** The properties besides the name by which averages are grouped. */
export interface AverageOptions {
  /** Events of different input shapes. */
  readonly groupByInputShape?: boolean;
  /** Events whose innermost so many lines of stack differ; 0: none. */
  readonly groupByStackN?: number;
  /**
   * The work of GPUs from the events of the CPU: kernels, copies and fills have averages of their own, by
   * name, without CPU time and shapes; default false.
   */
  readonly groupByDeviceType?: boolean;
}

/** An event or a sum of events. */
export type AnyEvent = FunctionEvent | FunctionEventAvg;

/**
 * One average for each key, in order of first appearance. User annotations and other events of one
 * name are two averages. With `groupByDeviceType` those of GPU work follow, in order of first start.
 */
export function keyAverages(
  events: Iterable<AnyEvent>,
  { groupByInputShape = false, groupByStackN = 0, groupByDeviceType = false }: AverageOptions = {}
): FunctionEventAvg[] {
  const extraKey = extraKeyOf(groupByInputShape, groupByStackN);
  const groups = new Map<string, AverageGroup>();
  const averages: FunctionEventAvg[] = [];
  const kernels: GpuKernel[] = [];
  for (const event of events) {
    const group = groupOf(groups, extraKey(event));
    const byKey = averagesOf(group, event);
    let average = byKey.get(event.key);
    if (average === undefined) {
      average = new FunctionEventAvg();
      byKey.set(event.key, average);
      averages.push(average);
    }
    average.add(event);
    if (groupByDeviceType) appendKernels(kernels, event);
  }
  addKernels(kernels, averages);
  for (const average of averages) {
    average.stack = average.stack.slice(0, groupByStackN);
    if (!groupByInputShape) average.inputShapes = '';
  }
  return averages;
}

/** Averages by key, of events that do not differ in any other grouping property. */
interface AverageGroup {
  readonly user: Map<string | null, FunctionEventAvg>;
  readonly other: Map<string | null, FunctionEventAvg>;
  readonly device: Map<string | null, FunctionEventAvg>;
}

function averagesOf(
  { user, other, device }: AverageGroup,
  event: AnyEvent
): Map<string | null, FunctionEventAvg> {
  if (isDeviceRow(event)) return device;
  return event.isUserAnnotation ? user : other;
}

function appendKernels(kernels: GpuKernel[], event: AnyEvent): void {
  if (event instanceof FunctionEvent) for (const kernel of event.ownKernels) kernels.push(kernel);
}

/** Adds kernels to the averages of GPU work with their names, and appends those that are missing. */
function addKernels(kernels: GpuKernel[], averages: FunctionEventAvg[]): void {
  const byName = new Map<string | null, FunctionEventAvg>();
  for (const average of averages) if (isDeviceRow(average)) byName.set(average.key, average);
  kernels.sort((a, b) => a.interval.start - b.interval.start);
  for (const kernel of kernels) {
    let average = byName.get(kernel.name);
    if (average === undefined) {
      average = new FunctionEventAvg();
      byName.set(kernel.name, average);
      averages.push(average);
    }
    average.addKernel(kernel);
  }
}

/** True for an average of work of GPUs, whose time is also that of the events that started it. */
function isDeviceRow(event: AnyEvent): boolean {
  return event instanceof FunctionEventAvg && event.deviceType === 'CUDA';
}

/**
 * For each event 1 if its time on GPUs is part of the total, else 0: where some are averages of GPU work,
 * these alone, as in PyTorch.
 */
export function deviceTimeMarks(events: readonly AnyEvent[]): Uint8Array {
  const marks = Uint8Array.from(events, event => Number(isDeviceRow(event)));
  return marks.includes(1) ? marks : marks.fill(1);
}

function groupOf(groups: Map<string, AverageGroup>, extraKey: string): AverageGroup {
  const known = groups.get(extraKey);
  if (known) return known;
  const group = { user: new Map(), other: new Map(), device: new Map() };
  groups.set(extraKey, group);
  return group;
}

/** The text that distinguishes events with the same key; lists shared by many events are read once. */
function extraKeyOf(
  groupByInputShape: boolean,
  groupByStackN: number
): (event: AnyEvent) => string {
  if (!groupByInputShape && groupByStackN === 0) return () => '';
  const stackKey = remembered((stack: AnyEvent['stack']) =>
    JSON.stringify(stack.slice(0, groupByStackN))
  );
  const shapesKey = remembered((shapes: InputShapes) => shapesText(shapes));
  return ({ inputShapes, stack }) => {
    const lines = groupByStackN === 0 ? '' : stackKey(stack);
    if (!groupByInputShape) return lines;
    const isList = inputShapes !== null && inputShapes !== '';
    return `${isList ? shapesKey(inputShapes) : shapesText(inputShapes)} ${lines}`;
  };
}

function remembered<List extends object>(text: (list: List) => string): (list: List) => string {
  const known = new WeakMap<List, string>();
  return list => {
    let found = known.get(list);
    if (found === undefined) {
      found = text(list);
      known.set(list, found);
    }
    return found;
  };
}

/**
 * The sum over all events, with the key `Total`; averages of GPU work count only where there is nothing
 * else, as its time is also that of the events that started it.
 */
export function totalAverage(events: readonly AnyEvent[]): FunctionEventAvg {
  const total = new FunctionEventAvg();
  const isAllDevice = events.every(isDeviceRow);
  for (const event of events) {
    if (isDeviceRow(event) && !isAllDevice) continue;
    total.add(event);
    total.key = null;
  }
  total.key = 'Total';
  return total;
}
