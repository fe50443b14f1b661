import { partitionPoint } from '../../../base/partitionPoint';
import { MAX_INLINED_CALLS } from '../scripts/scriptFunctions';

/** A function on sampled stacks. */
export interface Called {
  readonly name: string;
  readonly script: string;
  /** One-based column at which it begins; 0 if unknown. */
  readonly column: number;
}

/** A line of a function. */
export interface Step {
  readonly called: Called;
  readonly line: number;
}

/** A path from a function to one that it called, outermost line first. */
export interface Way {
  readonly steps: readonly Step[];
  readonly to: Called;
  /** The time of samples on this path. */
  readonly timeNs: number;
  /** The number of loops around its calls, if the calls are in the text. */
  readonly loops: number | null;
  /** The samples on this path in the function itself; absent if they are not known. */
  readonly taken?: readonly number[];
}

/** A line on sampled stacks, below the lines that called its function, with its self time. */
export interface TimedNode {
  readonly name: string;
  readonly scriptName: string;
  readonly lineNumber: number;
  readonly columnNumber?: number;
  readonly selfNs: number;
  /** Whether the line awaited what is below it: V8 inlines nothing there. */
  readonly isAwaited?: boolean;
  /** Of the outermost node: whether inlined code has its own function and line already. */
  readonly knowsInlined?: boolean;
  /**
   * For a line with self time, the numbers of the samples in its function, on any line, when called from there; absent
   * if they are not known.
   */
  readonly taken?: readonly number[];
  readonly children: readonly TimedNode[];
}

/** The function of a node, which is below `parent`. */
export function calledBy(parent: TimedNode, { name, scriptName }: TimedNode): Called {
  return { name, script: scriptName, column: parent.columnNumber ?? 0 };
}

/** A text that identifies a function. */
export function keyOf({ name, script, column }: Called): string {
  return `${name}\u0000${column}\u0000${script}`;
}

/** All nodes below `root`, each after its parent. */
export function* calls<N extends TimedNode & { readonly children: readonly N[] }>(
  root: N
): Generator<readonly [parent: N, node: N]> {
  const open = [root];
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    for (const node of parent.children) {
      open.push(node);
      yield [parent, node];
    }
  }
}

/** The calls that samples saw from some functions, and the lines of all functions. */
export class SeenCalls {
  readonly #ways = new Map<string, Map<string, Way>>();
  readonly #lines = new Map<string, { least: number; most: number }>();
  /** The self time of lines, by function and line. */
  readonly #times = new Map<string, Map<number, number>>();

  constructor(root: TimedNode, callers: ReadonlySet<string>) {
    for (const [parent, node] of calls(root)) {
      const called = calledBy(parent, node);
      const key = keyOf(called);
      this.#noteLine(key, node);
      if (callers.has(key)) this.#follow(key, node, [{ called, line: node.lineNumber }]);
    }
  }

  /** The paths from a function to everything that it called. */
  from(caller: Called): readonly Way[] {
    return [...(this.#ways.get(keyOf(caller))?.values() ?? [])];
  }

  /** True if samples of a function were on `line`, or on lines both before and after it. */
  reaches(called: Called, line: number): boolean {
    const lines = this.#lines.get(keyOf(called));
    return lines !== undefined && lines.least <= line && line <= lines.most;
  }

  /** The self time of samples that named a function and a line of it. */
  selfNs(called: Called, line: number): number {
    return this.#times.get(keyOf(called))?.get(line) ?? 0;
  }

  /** The self time of all lines that samples of a function named. */
  linesOf(called: Called): ReadonlyMap<number, number> {
    return this.#times.get(keyOf(called)) ?? new Map<number, number>();
  }

  #follow(caller: string, node: TimedNode, steps: readonly Step[]): void {
    if (node.children.length === 0 || node.isAwaited === true) return;
    const to = calledBy(node, node.children[0]);
    const taken = node.children.find(child => child.taken !== undefined)?.taken;
    this.#add(caller, { steps, to, timeNs: timeOf(node), loops: null, taken });
    if (steps.length === MAX_INLINED_CALLS) return;
    for (const child of node.children) {
      this.#follow(caller, child, [...steps, { called: to, line: child.lineNumber }]);
    }
  }

  #add(caller: string, way: Way): void {
    const ways = this.#ways.get(caller) ?? new Map<string, Way>();
    this.#ways.set(caller, ways);
    const key = wayKey(way);
    const known = ways.get(key);
    const taken = known?.taken ? [...known.taken, ...(way.taken ?? [])] : way.taken;
    ways.set(key, { ...way, timeNs: way.timeNs + (known?.timeNs ?? 0), taken });
  }

  #noteLine(key: string, { lineNumber: line, selfNs }: TimedNode): void {
    const times = this.#times.get(key) ?? new Map<number, number>();
    this.#times.set(key, times.set(line, (times.get(line) ?? 0) + selfNs));
    const { least, most } = this.#lines.get(key) ?? { least: line, most: line };
    this.#lines.set(key, { least: Math.min(least, line), most: Math.max(most, line) });
  }
}

/** A text that identifies a path. */
export function wayKey({ steps, to }: Pick<Way, 'steps' | 'to'>): string {
  return [...steps.map(({ called, line }) => `${keyOf(called)} ${line}`), keyOf(to)].join('\n');
}

function timeOf(node: TimedNode): number {
  return node.children.reduce((sum, child) => sum + timeOf(child), node.selfNs);
}

/** In a stretch without calls that is this many times as long as usual, the calls were inlined. */
const LONG = 5;

/** The least part of the samples that such a stretch has. */
const LEAST_PART = 0.05;

/**
 * The part of the samples in a function that can belong to another one inlined in it: samples in unusually long
 * stretches between two samples of that other function, or after its last one. 0 if every call was seen; 1 if it is not
 * known when the samples were taken. The numbers of samples are in order of time.
 */
export function partInlined(
  around: readonly number[] | undefined,
  called: readonly number[] | undefined
): number {
  if (around === undefined || called === undefined || around.length === 0) return 1;
  const [all, calls] = [around, called].map(taken => Float64Array.from(taken).sort());
  const begins = Array.from(calls, call => partitionPoint(0, all.length, at => all[at] < call));
  const lengths = begins.map((from, at) => (begins[at + 1] ?? all.length) - from);
  const stretches = lengths.filter(length => length > 0).sort((a, b) => a - b);
  const usual = stretches.length < 2 ? 0 : stretches[(stretches.length - 1) >> 1];
  const least = Math.max(LONG * usual, LEAST_PART * all.length);
  const long = stretches.filter(length => length > least);
  return long.reduce((sum, length) => sum + length, 0) / all.length;
}
