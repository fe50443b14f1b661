import type { InputShapes } from './eventDetails';
import { shapesText } from './eventTexts';
import type { FunctionEvent } from './functionEvent';
import { FunctionEventAvg } from './functionEventAvg';

/** The properties besides the name by which averages are grouped. */
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
  const extraKey = extraKeyOf(groupByInputShape, groupByStackN);
  const groups = new Map<string, AverageGroup>();
  const averages: FunctionEventAvg[] = [];
  for (const event of events) {
    const group = groupOf(groups, extraKey(event));
    const byKey = event.isUserAnnotation ? group.user : group.other;
    let average = byKey.get(event.key);
    if (average === undefined) {
      average = new FunctionEventAvg();
      byKey.set(event.key, average);
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

/** Averages by key, of events that do not differ in any other grouping property. */
interface AverageGroup {
  readonly user: Map<string | null, FunctionEventAvg>;
  readonly other: Map<string | null, FunctionEventAvg>;
}

function groupOf(groups: Map<string, AverageGroup>, extraKey: string): AverageGroup {
  const known = groups.get(extraKey);
  if (known) return known;
  const group = { user: new Map(), other: new Map() };
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
