import { DuplicateEventError } from './eventErrors';
import type { EventTree } from './eventTree';
import type { FunctionEvent } from './functionEvent';
import type { Nesting } from './nestEvents';
import { nestEvents, NO_THREAD } from './nestEvents';

/** What follows from how events nest. */
interface NestedEvents extends Nesting {
  /** For each row the first event inside, and the one after it in the same event, or -1. */
  readonly firstChild: Int32Array;
  readonly nextSibling: Int32Array;
  readonly childCpuTime: Float64Array;
  readonly childCpuMemory: Float64Array;
  readonly childDeviceMemory: Float64Array;
}

/** The trees of all threads of a list of events, built when somebody first asks about one. */
export class EventForest implements EventTree<FunctionEvent> {
  private readonly events: FunctionEvent[] = [];
  private nested: NestedEvents | null = null;
  private deviceTime: Float64Array | null = null;

  /** Adds an event, and gives it its place unless it has one in another forest. */
  add(event: FunctionEvent): void {
    this.nested = null;
    this.deviceTime = null;
    const row = this.events.push(event) - 1;
    if (!event.isPlaced) event.placeIn(this, row);
  }

  /** Gives all events their place, and builds the trees. @throws DuplicateEventError */
  claim(): void {
    this.tree();
    this.events.forEach((event, row) => event.placeIn(this, row));
  }

  parentOf(row: number): FunctionEvent | null {
    const parent = this.tree().parent[row];
    return parent < 0 ? null : this.events[parent];
  }

  childrenOf(row: number): readonly FunctionEvent[] {
    const { firstChild, nextSibling } = this.tree();
    const children: FunctionEvent[] = [];
    for (let child = firstChild[row]; child >= 0; child = nextSibling[child]) {
      children.push(this.events[child]);
    }
    return children;
  }

  childCpuTimeOf(row: number): number {
    return this.tree().childCpuTime[row];
  }

  childCpuMemoryOf(row: number): number {
    return this.tree().childCpuMemory[row];
  }

  childDeviceMemoryOf(row: number): number {
    return this.tree().childDeviceMemory[row];
  }

  deviceTimeOf(row: number): number {
    this.deviceTime ??= this.deviceTimes();
    return this.deviceTime[row];
  }

  forgetKernels(): void {
    this.deviceTime = null;
  }

  private tree(): NestedEvents {
    this.nested ??= this.nest();
    return this.nested;
  }

  private nest(): NestedEvents {
    const { events } = this;
    checkIds(events);
    const start = new Float64Array(events.length);
    const end = new Float64Array(events.length);
    const thread = new Float64Array(events.length);
    for (let row = 0; row < events.length; row++) {
      const event = events[row];
      start[row] = event.cpuInterval.start;
      end[row] = event.cpuInterval.end;
      thread[row] = event.isAsync ? NO_THREAD : event.thread;
    }
    return childSums(nestEvents({ start, end, thread }), events);
  }

  /** Children come behind their parents in `order`, so that each sum is ready when it is needed. */
  private deviceTimes(): Float64Array {
    const { order, firstChild, nextSibling } = this.tree();
    const times = Float64Array.from(this.events, event => event.cudaTimeTotal);
    for (let at = order.length - 1; at >= 0; at--) {
      let inside = 0;
      for (let child = firstChild[order[at]]; child >= 0; child = nextSibling[child]) {
        inside += times[child];
      }
      times[order[at]] += inside;
    }
    return times;
  }
}

/** Sums over children in the order in which they start. */
function childSums(nesting: Nesting, events: readonly FunctionEvent[]): NestedEvents {
  const { order, parent } = nesting;
  const { length } = events;
  const firstChild = new Int32Array(length).fill(-1);
  const lastChild = new Int32Array(length).fill(-1);
  const nextSibling = new Int32Array(length).fill(-1);
  const childCpuTime = new Float64Array(length);
  const childCpuMemory = new Float64Array(length);
  const childDeviceMemory = new Float64Array(length);
  for (let at = 0; at < length; at++) {
    const row = order[at];
    const outer = parent[row];
    if (outer < 0) continue;
    if (lastChild[outer] < 0) firstChild[outer] = row;
    else nextSibling[lastChild[outer]] = row;
    lastChild[outer] = row;
    childCpuTime[outer] += events[row].cpuTimeTotal;
    childCpuMemory[outer] += events[row].cpuMemoryUsage;
    childDeviceMemory[outer] += events[row].deviceMemoryUsage;
  }
  return { ...nesting, firstChild, nextSibling, childCpuTime, childCpuMemory, childDeviceMemory };
}

/**
 * Throws when two events have the same id.
 *
 * @throws DuplicateEventError
 */
export function checkIds(events: readonly FunctionEvent[]): void {
  let at = 1;
  while (at < events.length && events[at].id > events[at - 1].id) at++;
  if (at >= events.length) return;
  const seen = new Set<number>();
  for (const { id } of events) {
    if (seen.has(id)) throw new DuplicateEventError(id);
    seen.add(id);
  }
}
