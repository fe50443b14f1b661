import { partitionPoint } from '../../../base/partitionPoint';
import { FrameKind } from '../../../model/profile/profile';
import { classifyScript } from '../../../model/profile/scriptKind';
import type { SourceMapper } from '../scripts/sourceMapper';
import { NS_PER_US } from '../../../base/time';
import {
  NODE_COLUMNS,
  type SampledColumns,
  type SampledTree,
  TICK_COLUMNS
} from '../../../native/v8Addon';

/** A function that awaits, at its `await`; lines and columns are one-based, 0 unknown. */
export interface AwaitingFrame {
  /** The script as V8 names it. */
  readonly script: string;
  /** The function's name, or ''. */
  readonly name: string;
  readonly line: number;
  /** Where the function begins. */
  readonly functionLine: number;
  readonly functionColumn: number;
}

/** Stretches of time in which code ran while others awaited it, in order of time. */
export interface AwaitedStretches {
  /** The first sample of each, and its end, nanoseconds of CLOCK_MONOTONIC. */
  readonly fromNs: Float64Array;
  readonly toNs: Float64Array;
  /** The number of its chain of awaiting functions. */
  readonly chain: Int32Array;
  /** The awaiting functions. Each awaits the next one; the outermost comes first. */
  framesOf(chain: number): readonly AwaitingFrame[];
}

/** {@link AwaitedStretches} as they were seen, with all frames, as plain data. */
export interface CollectedStretches extends Pick<AwaitedStretches, 'fromNs' | 'toNs' | 'chain'> {
  /** The awaiting functions. A chain is the number of its innermost one and continues through `callers`; -1 ends it. */
  readonly stacks: {
    readonly callers: Int32Array;
    readonly places: Int32Array;
    readonly sites: readonly (AwaitingFrame & { readonly isNative: boolean })[];
  };
}

/** The stretches of plain data, without Node's own functions at the outer ends of chains. */
export function awaitedStretches(
  { fromNs, toNs, chain: chains, stacks }: CollectedStretches,
  mapper: SourceMapper
): AwaitedStretches {
  const { callers, places, sites } = stacks;
  const known = new Map<number, readonly AwaitingFrame[]>();
  const read = (chain: number): readonly AwaitingFrame[] => {
    const frames: AwaitingFrame[] = [];
    for (let at = chain; at >= 0; at = callers[at]) {
      const site = sites[places[at]];
      if (!site.isNative) frames.unshift(site);
    }
    const first = frames.findIndex(({ script }) => isCode(script, mapper));
    return first < 0 ? [] : frames.slice(first);
  };
  const framesOf = (chain: number): readonly AwaitingFrame[] => {
    const frames = known.get(chain) ?? read(chain);
    known.set(chain, frames);
    return frames;
  };
  return { fromNs, toNs, chain: chains, framesOf };
}

function isCode(script: string, mapper: SourceMapper): boolean {
  if (mapper.isInternal(script)) return false;
  const kind = classifyScript(mapper.known(script) ? mapper.sourceFile(script) : script);
  return kind === FrameKind.user || kind === FrameKind.library;
}

/** The samples of a recording, some of them below functions that awaited their code. */
export interface AwaitedColumns extends SampledColumns {
  /** Rows of `functions`, and of `lines`, whose function the row above did not call but await. */
  readonly awaited: {
    readonly functions: ReadonlySet<number>;
    readonly lines: ReadonlySet<number>;
  };
}

const NODE = NODE_COLUMNS.length;
const TICK = TICK_COLUMNS.length;
const LINE = NODE_COLUMNS.indexOf('line');
const NO_CHAIN = -1;

/** The native function by which Node's JavaScript has V8 run what follows an `await`. */
const RUN_MICROTASKS = 'runMicrotasks';

/** V8 cuts stacks at this many frames; the outermost one is then not where they begin. */
const MOST_FRAMES = 255;

/**
 * Puts the samples in stretches below the functions that awaited their code, instead of below what had V8 run it.
 * Counts and times stay the same. Returns `columns` themselves if no sample is in a stretch.
 */
export function withAwaits(
  columns: SampledColumns,
  stretches: AwaitedStretches
): SampledColumns | AwaitedColumns {
  const chains = chainsOf(columns, stretches);
  if (chains.every(chain => chain === NO_CHAIN)) return columns;
  const strings = new Texts(columns.strings);
  const functions = new GraftedTree(columns.functions, strings, stretches);
  const lines = columns.lines && new GraftedTree(columns.lines, strings, stretches);
  const grafted = functions.graft(chains, false);
  if (functions.awaited.size === 0) return columns;
  return {
    ...columns,
    functions: grafted,
    ...(lines && { lines: lines.graft(chains, true) }),
    strings: strings.all,
    awaited: { functions: functions.awaited, lines: lines?.awaited ?? new Set() }
  };
}

/** The chain of each sample, or {@link NO_CHAIN}. */
function chainsOf({ times }: SampledColumns, stretches: AwaitedStretches): Int32Array {
  const { fromNs, toNs, chain } = stretches;
  // V8's times are whole microseconds
  const fromUs = fromNs.map(ns => Math.floor(ns / NS_PER_US));
  return Int32Array.from(times, time => {
    const at = partitionPoint(0, fromUs.length, row => fromUs[row] <= time) - 1;
    return at >= 0 && time * NS_PER_US <= toNs[at] ? chain[at] : NO_CHAIN;
  });
}

/** Texts by number, to which more can be added. */
class Texts {
  readonly all: string[];
  readonly #numbers: Map<string, number>;

  constructor(texts: readonly string[]) {
    this.all = [...texts];
    this.#numbers = new Map(texts.map((text, at) => [text, at]));
  }

  numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.all.length);
    return this.all.push(text) - 1;
  }
}

/** A function in a row of a tree: its name, and the name and number of its script. */
type NamedFunction = readonly [name: number, scriptName: number, script: number];

/** The tree of samples, to which rows are added. */
class GraftedTree {
  /** Added rows whose function the row above awaited. */
  readonly awaited = new Set<number>();
  readonly #nodes: number[];
  readonly #paths: OwnPaths;
  #functions: ReadonlyMap<string, NamedFunction> | null = null;
  readonly #added = new Map<string, number>();
  /** For each chain, the row of its innermost awaiting function; 0 for an empty chain. */
  readonly #ends = new Map<number, number>();
  /** By the end of a chain and the line on which it awaits: the rows added below, by the rows that they stand for. */
  readonly #below = new Map<string, Map<number, number>>();
  /** The number of samples of each row before and after. */
  readonly #moved = new Map<number, Map<number, number>>();

  constructor(
    private readonly tree: SampledTree,
    private readonly strings: Texts,
    private readonly stretches: AwaitedStretches
  ) {
    this.#nodes = Array.from(tree.nodes);
    this.#paths = new OwnPaths(tree, strings.all);
  }

  /** The tree with the samples of each chain below it. `hasLines`: its rows are lines, not functions. */
  graft(chains: Int32Array, hasLines: boolean): SampledTree {
    const samples = this.tree.samples.map((row, at) => {
      const to = row < 0 || chains[at] < 0 ? row : this.#placeOf(chains[at], row, hasLines);
      if (row >= 0) this.#count(row, to);
      return to;
    });
    return { nodes: Int32Array.from(this.#nodes), ticks: this.#ticks(), samples };
  }

  /** The row for a sample of `row` below a chain; `row` itself if it cannot be there. */
  #placeOf(chain: number, row: number, hasLines: boolean): number {
    const first = this.#paths.firstOf(row);
    const end = first === 0 ? 0 : this.#endOf(chain, hasLines);
    if (end === 0) return row;
    const awaitedOn = hasLines ? (this.stretches.framesOf(chain).at(-1)?.line ?? 0) : null;
    const key = `${end} ${awaitedOn}`;
    const places = this.#below.get(key) ?? new Map<number, number>();
    this.#below.set(key, places);
    const missing: number[] = [];
    let at = row;
    for (; !places.has(at) && at !== first; at = this.#nodes[at * NODE]) missing.push(at);
    let place = places.get(at) ?? this.#addFirst(first, end, awaitedOn);
    places.set(at, place);
    for (let each = missing.pop(); each !== undefined; each = missing.pop()) {
      place = this.#addLike(each, place, this.#nodes[each * NODE + LINE]);
      places.set(each, place);
    }
    return place;
  }

  /** The row for the function that V8 ran, below the function that awaited it. */
  #addFirst(row: number, end: number, awaitedOn: number | null): number {
    const added = this.#addLike(row, end, awaitedOn ?? this.#nodes[row * NODE + LINE]);
    this.awaited.add(added);
    return added;
  }

  #addLike(row: number, parent: number, line: number): number {
    const [, name, scriptName, script, , column] = this.#nodes.slice(row * NODE, (row + 1) * NODE);
    return this.#add([parent, name, scriptName, script, line, column], row);
  }

  #endOf(chain: number, hasLines: boolean): number {
    const known = this.#ends.get(chain);
    if (known !== undefined) return known;
    let parent = 0;
    let calledOn = 0;
    for (const frame of this.stretches.framesOf(chain)) {
      const { functionLine, functionColumn } = frame;
      const [name, scriptName, script] = this.#functionOf(frame, hasLines);
      const line = hasLines ? calledOn : functionLine;
      const added = this.#add([parent, name, scriptName, script, line, functionColumn], -1);
      if (parent > 0) this.awaited.add(added);
      [parent, calledOn] = [added, frame.line];
    }
    this.#ends.set(chain, parent);
    return parent;
  }

  /** Rows of lines do not say where a function begins. */
  #functionOf(frame: AwaitingFrame, hasLines: boolean): NamedFunction {
    const scriptName = this.strings.numberOf(frame.script);
    const key = `${scriptName} ${frame.functionLine} ${frame.functionColumn}`;
    const known = hasLines ? undefined : (this.#functions ??= functionsOf(this.tree)).get(key);
    return known ?? [this.strings.numberOf(frame.name), scriptName, 0];
  }

  /** The row with these columns and the ticks of the row `like`, or none for -1; added if there is none. */
  #add(columns: readonly number[], like: number): number {
    const key = `${columns.join(' ')} ${like}`;
    const known = this.#added.get(key);
    if (known !== undefined) return known;
    const row = this.#nodes.length / NODE;
    this.#nodes.push(...columns);
    this.#added.set(key, row);
    return row;
  }

  #count(from: number, to: number): void {
    const counts = this.#moved.get(from) ?? new Map<number, number>();
    this.#moved.set(from, counts.set(to, (counts.get(to) ?? 0) + 1));
  }

  /** The ticks of rows, divided among the rows that have their samples now. */
  #ticks(): Int32Array {
    const { ticks } = this.tree;
    const shared: number[] = [];
    for (let at = 0; at < ticks.length; at += TICK) {
      const [row, line, count] = ticks.subarray(at, at + TICK);
      const parts = sharesOf(count, this.#moved.get(row) ?? new Map([[row, 1]]));
      shared.push(...parts.flatMap(([to, due]) => [to, line, due]));
    }
    return Int32Array.from(shared);
  }
}

/** The functions of a tree by script and place. */
function functionsOf({ nodes }: SampledTree): ReadonlyMap<string, NamedFunction> {
  const functions = new Map<string, NamedFunction>();
  for (let at = 0; at < nodes.length; at += NODE) {
    const [, name, scriptName, script, line, column] = nodes.subarray(at, at + NODE);
    functions.set(`${scriptName} ${line} ${column}`, [name, scriptName, script]);
  }
  return functions;
}

/** The paths to the rows of a tree, each from the function that V8 ran. */
class OwnPaths {
  /** The number of rows above each, and itself. */
  readonly #depths: Uint32Array;
  /** For each row the first one of its path; 0 for the native function that has V8 run it. */
  readonly #firsts: Int32Array;
  /** Rows that are not functions, such as `(program)`. */
  readonly #states = new Set<number>();

  constructor({ nodes }: SampledTree, texts: readonly string[]) {
    const count = nodes.length / NODE;
    this.#depths = new Uint32Array(count);
    this.#firsts = new Int32Array(count);
    /** 1 for rows at or below that native function. */
    const asked = new Uint8Array(count);
    for (let row = 1; row < count; row++) {
      const [parent, name, scriptName, script] = nodes.subarray(row * NODE, (row + 1) * NODE);
      const above = Math.max(0, parent);
      this.#depths[row] = this.#depths[above] + 1;
      const isAsked = asked[above] === 1;
      const asks = !isAsked && texts[scriptName] === '' && texts[name] === RUN_MICROTASKS;
      asked[row] = isAsked || asks ? 1 : 0;
      if (!asks) this.#firsts[row] = this.#firsts[above] || row;
      if (above === 0 && script === 0 && texts[name].startsWith('(')) this.#states.add(row);
    }
  }

  /** The first row of the path to `row`; 0 if `row` is not a function, or its stack was cut off. */
  firstOf(row: number): number {
    const isCutOff = this.#depths[row] >= MOST_FRAMES;
    return isCutOff || this.#states.has(row) ? 0 : this.#firsts[row];
  }
}

/** Divides a whole number in proportion to others into whole numbers, for those that get any. */
function sharesOf(count: number, others: ReadonlyMap<number, number>): [to: number, due: number][] {
  const all = [...others.values()].reduce((sum, each) => sum + each, 0);
  let before = 0;
  let given = 0;
  const shares = [...others].map(([to, part]): [number, number] => {
    before += part;
    const due = Math.round((count * before) / all) - given;
    given += due;
    return [to, due];
  });
  return shares.filter(([, due]) => due > 0);
}
