import { rowNumbers, stableOrder } from '../../../base/stableOrder';
import { DuplicateEventError } from './eventErrors';
import type { EventTree, FunctionEvent } from './functionEvent';
import { timeOfKernels } from './interval';

/** The nesting of events, and figures derived from it. */
interface NestedEvents extends Nesting {
  /** For each row the first event inside, and the one after it in the same event, or -1. */
  readonly firstChild: Int32Array;
  readonly nextSibling: Int32Array;
  readonly childCpuTime: Float64Array;
  /** Null where no event has memory. */
  readonly childCpuMemory: Float64Array | null;
  readonly childDeviceMemory: Float64Array | null;
}

/** The trees of all threads of a list of events, built when somebody first asks about one. */
export class EventForest implements EventTree<FunctionEvent> {
  isOfProfile = false;
  readonly #events: FunctionEvent[] = [];
  #nested: NestedEvents | null = null;
  #deviceTime: Float64Array | null = null;
  #hasKernels = false;
  #areIdsChecked = true;

  /** Adds an event, and sets its place unless it has one in another forest. */
  add(event: FunctionEvent): void {
    this.#nested = null;
    this.#deviceTime = null;
    this.#areIdsChecked = false;
    this.#hasKernels ||= event.kernels.length > 0;
    const row = this.#events.push(event) - 1;
    if (!event.isPlaced) event.placeIn(this, row);
  }

  /** @throws DuplicateEventError when two events have the same id. */
  checkIds(): void {
    if (!this.#areIdsChecked) checkIds(this.#events);
    this.#areIdsChecked = true;
  }

  /** Sets the place of all events, and builds the trees. @throws DuplicateEventError */
  claim(): void {
    this.#tree();
    for (let row = 0; row < this.#events.length; row++) this.#events[row].placeIn(this, row);
  }

  parentOf(row: number): FunctionEvent | null {
    const parent = this.#tree().parent[row];
    return parent < 0 ? null : this.#events[parent];
  }

  childrenOf(row: number): readonly FunctionEvent[] {
    const { firstChild, nextSibling } = this.#tree();
    const children: FunctionEvent[] = [];
    for (let child = firstChild[row]; child >= 0; child = nextSibling[child]) {
      children.push(this.#events[child]);
    }
    return children;
  }

  childCpuTimeOf(row: number): number {
    return this.#tree().childCpuTime[row];
  }

  childCpuMemoryOf(row: number): number {
    return this.#tree().childCpuMemory?.[row] ?? 0;
  }

  childDeviceMemoryOf(row: number): number {
    return this.#tree().childDeviceMemory?.[row] ?? 0;
  }

  deviceTimeOf(row: number): number {
    if (!this.#hasKernels) return 0;
    this.#deviceTime ??= deviceTimes(this.#tree(), this.#events);
    return this.#deviceTime[row];
  }

  forgetKernels(): void {
    this.#deviceTime = null;
    this.#hasKernels = true;
  }

  #tree(): NestedEvents {
    this.#nested ??= this.#nest();
    return this.#nested;
  }

  #nest(): NestedEvents {
    this.checkIds();
    const placed = placedEvents(this.#events);
    return linkChildren(nestEvents(placed), placed);
  }
}

/**
 * Children come after their parents in the order, so each sum is ready when it is needed. Kernels of
 * inner events are those of children, unless the events partly overlap: then they count separately.
 */
function deviceTimes(
  { order, firstChild, nextSibling }: NestedEvents,
  events: readonly FunctionEvent[]
): Float64Array {
  const times = new Float64Array(events.length);
  for (let row = 0; row < events.length; row++) times[row] = events[row].selfDeviceTimeTotal;
  for (let at = order.length - 1; at >= 0; at--) {
    let inside = 0;
    for (let child = firstChild[order[at]]; child >= 0; child = nextSibling[child]) {
      inside += times[child];
    }
    const all = times[order[at]] + inside;
    times[order[at]] = Math.max(all, timeOfKernels(events[order[at]].kernels));
  }
  return times;
}

/** The places of events, and whether any has memory. */
interface PlacedEvents extends EventPlaces {
  readonly events: readonly FunctionEvent[];
  readonly hasMemory: boolean;
}

// hot
function placedEvents(events: readonly FunctionEvent[]): PlacedEvents {
  const start = new Float64Array(events.length);
  const end = new Float64Array(events.length);
  const thread = new Float64Array(events.length);
  let hasMemory = false;
  for (let row = 0; row < events.length; row++) {
    const event = events[row];
    const { cpuInterval } = event;
    start[row] = cpuInterval.start;
    end[row] = cpuInterval.end;
    thread[row] = event.isAsync ? NO_THREAD : event.thread;
    hasMemory ||= event.cpuMemoryUsage !== 0 || event.deviceMemoryUsage !== 0;
  }
  return { start, end, thread, events, hasMemory };
}

// hot
/** Lists of children and sums over them, in the order in which they start. */
function linkChildren(nesting: Nesting, placed: PlacedEvents): NestedEvents {
  const { order, parent } = nesting;
  const { start, end, events, hasMemory } = placed;
  const firstChild = new Int32Array(order.length).fill(-1);
  const lastChild = new Int32Array(order.length).fill(-1);
  const nextSibling = new Int32Array(order.length).fill(-1);
  const childCpuTime = new Float64Array(order.length);
  for (let at = 0; at < order.length; at++) {
    const row = order[at];
    const outer = parent[row];
    if (outer < 0) continue;
    if (lastChild[outer] < 0) firstChild[outer] = row;
    else nextSibling[lastChild[outer]] = row;
    lastChild[outer] = row;
    childCpuTime[outer] += end[row] - start[row];
  }
  const sums = (read: (event: FunctionEvent) => number) =>
    hasMemory ? childSums(nesting, events, read) : null;
  return {
    ...nesting,
    firstChild,
    nextSibling,
    childCpuTime,
    childCpuMemory: sums(event => event.cpuMemoryUsage),
    childDeviceMemory: sums(event => event.deviceMemoryUsage)
  };
}

function childSums(
  { order, parent }: Nesting,
  events: readonly FunctionEvent[],
  read: (event: FunctionEvent) => number
): Float64Array {
  const sums = new Float64Array(order.length);
  for (let at = 0; at < order.length; at++) {
    const outer = parent[order[at]];
    if (outer >= 0) sums[outer] += read(events[order[at]]);
  }
  return sums;
}

/** Throws a {@link DuplicateEventError} when two events have the same id. */
function checkIds(events: readonly FunctionEvent[]): void {
  let at = 1;
  while (at < events.length && events[at].id > events[at - 1].id) at++;
  if (at >= events.length) return;
  const seen = new Set<number>();
  for (const { id } of events) {
    if (seen.has(id)) throw new DuplicateEventError(id);
    seen.add(id);
  }
}

/** The places of events: columns of equal length, in any order. All times in the same unit. */
interface EventPlaces {
  readonly start: Float64Array;
  readonly end: Float64Array;
  /** Number of the thread; events of {@link NO_THREAD} neither enclose others nor are enclosed. */
  readonly thread: Float64Array;
}

/** In place of a thread. */
export const NO_THREAD = NaN;

interface Nesting {
  /** Rows by start; of equal starts the longest first, of equal intervals the first row first. */
  readonly order: Uint32Array;
  /** For each row that of the enclosing event, or -1. */
  readonly parent: Int32Array;
}

/**
 * Nests the events of each thread: an event is inside the last one that began before it and has not
 * ended. One that outlasts it, so that the two overlap in part, ends its turn: from then on nothing
 * is inside it. What starts where another ends is not inside. Linear for events that are in order,
 * else O(n log n).
 */
export function nestEvents(places: EventPlaces): Nesting {
  const { start, end, thread } = places;
  const order = orderByStart(start, end);
  const parent = new Int32Array(start.length).fill(-1);
  const innermost = new Map<number, number>();
  let current = NO_THREAD;
  let outer = -1;
  for (let at = 0; at < order.length; at++) {
    const row = order[at];
    const own = thread[row];
    if (Number.isNaN(own)) continue;
    if (own !== current) {
      innermost.set(current, outer);
      outer = innermost.get(own) ?? -1;
      current = own;
    }
    while (outer >= 0 && (start[row] >= end[outer] || end[row] > end[outer])) outer = parent[outer];
    parent[row] = outer;
    outer = row;
  }
  return { order, parent };
}

function orderByStart(start: Float64Array, end: Float64Array): Uint32Array {
  if (isInOrder(start, end)) return rowNumbers(start.length);
  return stableOrder(start, stableOrder(end.map(time => -time)));
}

function isInOrder(start: Float64Array, end: Float64Array): boolean {
  for (let row = 1; row < start.length; row++) {
    if (start[row] < start[row - 1]) return false;
    if (start[row] === start[row - 1] && end[row] > end[row - 1]) return false;
  }
  return true;
}
