import { shapesText } from './eventTexts';
import type { FunctionEvent } from './functionEvent';
import { FunctionEventAvg } from './functionEventAvg';

/** What averages tell apart besides names. */
export interface AverageOptions {
  /** Events of different input shapes. */
  readonly groupByInputShape?: boolean;
  /** Events whose innermost so many lines of stack differ; 0: none. */
  readonly groupByStackN?: number;
}

/** An event or a sum of events. */
export type AnyEvent = FunctionEvent | FunctionEventAvg;

/**
 * One average for each key, in order of first appearance. User annotations and other events of one
 * name are two averages.
 */
export function keyAverages(
  events: Iterable<AnyEvent>,
  { groupByInputShape = false, groupByStackN = 0 }: AverageOptions = {}
): FunctionEventAvg[] {
  const isGrouped = groupByInputShape || groupByStackN > 0;
  const extraKey = (event: AnyEvent): string =>
    JSON.stringify([
      groupByInputShape ? shapesText(event.inputShapes) : '',
      event.stack.slice(0, groupByStackN)
    ]);
  const groups = new Map<string, Map<string, FunctionEventAvg>>();
  const averages: FunctionEventAvg[] = [];
  for (const event of events) {
    const group = groupOf(groups, isGrouped ? extraKey(event) : '', event.isUserAnnotation);
    const key = String(event.key);
    let average = group.get(key);
    if (average === undefined) {
      average = new FunctionEventAvg();
      group.set(key, average);
      averages.push(average);
    }
    average.add(event);
  }
  for (const average of averages) {
    average.stack = average.stack.slice(0, groupByStackN);
    if (!groupByInputShape) average.inputShapes = '';
  }
  return averages;
}

function groupOf(
  groups: Map<string, Map<string, FunctionEventAvg>>,
  extraKey: string,
  isUserAnnotation: boolean
): Map<string, FunctionEventAvg> {
  const key = isUserAnnotation ? `user ${extraKey}` : extraKey;
  let group = groups.get(key);
  if (group === undefined) {
    group = new Map();
    groups.set(key, group);
  }
  return group;
}

/** The sum over all events, with the key `Total`. */
export function totalAverage(events: Iterable<AnyEvent>): FunctionEventAvg {
  const total = new FunctionEventAvg();
  for (const event of events) {
    total.add(event);
    total.key = null;
  }
  total.key = 'Total';
  return total;
}
