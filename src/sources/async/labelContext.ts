import { AsyncLocalStorage, AsyncResource, executionAsyncResource } from 'node:async_hooks';
import { withRoom } from '../../base/growing';
import type { SampleLabel } from '../../facts/sampleLabels';
import type { Clock } from '../../base/clock';
import { isFollowingCheap } from './asyncContext';
import { watchAll } from './asyncHooks';

/** Changes of labels that are kept of the recordings that are open together. */
const MAX_CHANGES = 1 << 21;

/** The labels that code runs with; none is an empty list. */
export type Labels = readonly SampleLabel[];

const NONE: Labels = [];

/** Changes of labels of one thread, in order of time. */
export interface LabelChanges {
  /** Clock value from which times count, nanoseconds. */
  readonly originNs: bigint;
  readonly times: Float64Array;
  /** The labels from then on. */
  readonly labels: readonly Labels[];
  /** Changes that were not kept. */
  readonly dropped: number;
}

/**
 * The labels of the code that runs on this thread, which follow it over awaits, timers and callbacks. While somebody
 * records, each change is noted with its time. Before the first label nothing is followed, and nothing costs anything.
 */
export class LabelContext {
  #storage: AsyncLocalStorage<Labels> | null = null;
  /** Where resources have their context; null where Node keeps none there. */
  #frameKey: symbol | null = null;
  readonly #users = new Set<object>();
  #stopHooks: (() => void) | null = null;
  #current = NONE;
  /** The labels around the continuations under way. */
  readonly #outer: Labels[] = [];
  #depth = 0;
  #times = new Float64Array(256);
  #labels: Labels[] = [];
  #used = 0;
  #dropped = 0;
  #originNs = 0n;

  constructor(private readonly clock: Clock) {}

  /** Runs `fn`, and all that it begins, with `given` in addition to the labels around it. */
  run<T>(given: Labels, fn: () => T): T {
    const storage = this.#storage ?? this.#open();
    if (this.#users.size > 0) this.#follow();
    const labels = joined(storage.getStore() ?? NONE, given);
    return storage.run(labels, () => this.#runWith(labels, fn));
  }

  /** Notes changes for one user more. Returns the number of the change that says with which labels it begins. */
  acquire(user: object): number {
    this.#users.add(user);
    if (this.#users.size > 1) return Math.max(0, this.#used - 1);
    this.#used = this.#dropped = this.#depth = 0;
    this.#originNs = this.clock();
    this.#labels = [];
    this.#current = this.#storage?.getStore() ?? NONE;
    if (this.#current !== NONE) this.#note();
    if (this.#storage !== null) this.#follow();
    return 0;
  }

  /** Notes changes for one user less; those from change number `from` on. */
  release(user: object, from: number): LabelChanges {
    const originNs = this.#originNs;
    const used = this.#used;
    const dropped = this.#dropped;
    const [times, labels] = [this.#times.slice(from, used), this.#labels.slice(from, used)];
    const changes = { originNs, times, labels, dropped };
    this.#users.delete(user);
    if (this.#users.size > 0) return changes;
    this.#stopHooks?.();
    this.#stopHooks = null;
    this.#labels = [];
    this.#times = new Float64Array(256);
    return changes;
  }

  #open(): AsyncLocalStorage<Labels> {
    const storage = new AsyncLocalStorage<Labels>();
    this.#frameKey = contextFrameKey(storage);
    return (this.#storage = storage);
  }

  #follow(): void {
    this.#stopHooks ??= watchAll(this, isFollowingCheap());
  }

  #runWith<T>(labels: Labels, fn: () => T): T {
    const before = this.#current;
    this.#change(labels);
    try {
      return fn();
    } finally {
      this.#change(before);
    }
  }

  // hot
  /** A continuation begins. */
  began(): void {
    this.#outer[this.#depth++] = this.#current;
    const storage = this.#storage;
    if (storage !== null) this.#change(this.#ownContext(storage) ?? storage.getStore() ?? NONE);
  }

  // hot
  /** The labels of the resource whose callback begins: from Node 24 on its context is not in force yet. */
  #ownContext(storage: AsyncLocalStorage<Labels>): Labels | null {
    if (this.#frameKey === null) return null;
    const resource = executionAsyncResource() as ResourceWithContext;
    if (!(resource instanceof AsyncResource)) return null;
    return resource[this.#frameKey]?.get(storage) ?? NONE;
  }

  // hot
  /** The newest continuation ends. */
  ended(): void {
    this.#change(this.#depth > 0 ? this.#outer[--this.#depth] : NONE);
  }

  // hot
  #change(labels: Labels): void {
    if (labels === this.#current) return;
    this.#current = labels;
    if (this.#users.size > 0) this.#note();
  }

  #note(): void {
    if (this.#used === MAX_CHANGES) {
      this.#dropped++;
      return;
    }
    this.#times = withRoom(this.#times, this.#used + 1);
    this.#times[this.#used] = Number(this.clock() - this.#originNs);
    this.#labels[this.#used++] = this.#current;
  }
}

interface ResourceWithContext {
  readonly [key: symbol]: ReadonlyMap<unknown, Labels> | undefined;
}

/** The key under which Node keeps the context of a resource, or null. */
function contextFrameKey(storage: AsyncLocalStorage<Labels>): symbol | null {
  const probe: Labels = [];
  const resource = storage.run(probe, () => new AsyncResource('kernelscope'));
  const holdsContext = (key: symbol): boolean => {
    const frame: unknown = Reflect.get(resource, key);
    return isMap(frame) && frame.get(storage) === probe;
  };
  return Object.getOwnPropertySymbols(resource).find(holdsContext) ?? null;
}

/** Node's own maps are none of the program's. */
function isMap(value: unknown): value is ReadonlyMap<unknown, unknown> {
  return typeof value === 'object' && value !== null && 'get' in value;
}

/** Those of `given` instead of others of the same name. */
function joined(around: Labels, given: Labels): Labels {
  if (around.length === 0) return given;
  const kept: SampleLabel[] = [];
  for (let at = 0; at < around.length; at++) {
    if (!has(given, around[at][0])) kept[kept.length] = around[at];
  }
  for (let at = 0; at < given.length; at++) kept[kept.length] = given[at];
  return kept;
}

function has(labels: Labels, name: string): boolean {
  for (let at = 0; at < labels.length; at++) if (labels[at][0] === name) return true;
  return false;
}
