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

/** Stretches of time in which code ran that others awaited, in order of time. */
export interface AwaitedStretches {
  /** The first sample of each, and its end, nanoseconds of CLOCK_MONOTONIC. */
  readonly fromNs: Float64Array;
  readonly toNs: Float64Array;
  /** The number of those who awaited it. */
  readonly chain: Int32Array;
  /** Those who awaited, each the next one, the outermost first. */
  framesOf(chain: number): readonly AwaitingFrame[];
}

/** {@link AwaitedStretches} as they were seen, with all frames: plain data. */
export interface CollectedStretches extends Pick<AwaitedStretches, 'fromNs' | 'toNs' | 'chain'> {
  /** Those who awaited: a chain is the number of its innermost one, which goes on to the `callers`; -1 ends it. */
  readonly stacks: {
    readonly callers: Int32Array;
    readonly places: Int32Array;
    readonly sites: readonly (AwaitingFrame & { readonly isNative: boolean })[];
  };
}

/** The stretches of plain data; the outermost of those who await is code, not Node's. */
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

/** The samples of a recording, of which some are below functions that awaited them. */
export interface AwaitedColumns extends SampledColumns {
  /** Rows of `functions`, and of `lines`, whose function went on after the row above awaited it. */
  readonly awaited: {
    readonly functions: ReadonlySet<number>;
    readonly lines: ReadonlySet<number>;
  };
}

const NODE = NODE_COLUMNS.length;
const TICK = TICK_COLUMNS.length;
const NO_CHAIN = -1;

/** The native function by which Node's JavaScript has V8 run what goes on after an `await`. */
const RUN_MICROTASKS = 'runMicrotasks';

/** V8 cuts stacks at so many frames, so that the outermost one is not where they begin. */
const MOST_FRAMES = 255;

/**
 * Puts the samples of stretches below those who awaited them, in place of what had V8 run their code. All counts and
 * times stay what they are. Gives `columns` back where no sample is in a stretch.
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
  // V8 has whole microseconds
  const fromUs = fromNs.map(ns => Math.floor(ns / NS_PER_US));
  return Int32Array.from(times, time => {
    const at = partitionPoint(0, fromUs.length, row => fromUs[row] <= time) - 1;
    return at >= 0 && time * NS_PER_US <= toNs[at] ? chain[at] : NO_CHAIN;
  });
}

/** Texts by number, with more of them where these are needed. */
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

/** A function as a row of a tree has it: its name, the name and number of its script. */
type NamedFunction = readonly [name: number, scriptName: number, script: number];

/** The tree of samples, to which rows are added. */
class GraftedTree {
  /** Added rows whose function went on after the row above awaited it. */
  readonly awaited = new Set<number>();
  readonly #nodes: number[];
  readonly #functions = new Map<string, NamedFunction>();
  readonly #added = new Map<string, number>();
  /** The row of the last one who awaited, of each chain; 0 for chains of nobody. */
  readonly #ends = new Map<number, number>();
  /** Of each chain the rows of the samples of rows. */
  readonly #places = new Map<number, Map<number, number>>();
  /** The samples of each row before and after. */
  readonly #moved = new Map<number, Map<number, number>>();

  constructor(
    private readonly tree: SampledTree,
    private readonly strings: Texts,
    private readonly stretches: AwaitedStretches
  ) {
    this.#nodes = Array.from(tree.nodes);
    for (let at = 0; at < tree.nodes.length; at += NODE) {
      const [, name, scriptName, script, line, column] = tree.nodes.subarray(at, at + NODE);
      this.#functions.set(`${scriptName} ${line} ${column}`, [name, scriptName, script]);
    }
  }

  /** The tree with the samples of each chain below that; `hasLines` tells what the lines of its rows are. */
  graft(chains: Int32Array, hasLines: boolean): SampledTree {
    const samples = this.tree.samples.map((row, at) => {
      const to = row < 0 || chains[at] < 0 ? row : this.#placeOf(chains[at], row, hasLines);
      if (row >= 0) this.#count(row, to);
      return to;
    });
    return { nodes: Int32Array.from(this.#nodes), ticks: this.#ticks(), samples };
  }

  #placeOf(chain: number, row: number, hasLines: boolean): number {
    const places = this.#places.get(chain) ?? new Map<number, number>();
    this.#places.set(chain, places);
    const place = places.get(row) ?? this.#below(chain, row, hasLines);
    places.set(row, place);
    return place;
  }

  /** The row for a sample of `row` below a chain; `row` where it cannot be there. */
  #below(chain: number, row: number, hasLines: boolean): number {
    const own = this.#wayTo(row);
    if (own.length === 0) return row;
    const end = this.#endOf(chain, hasLines);
    if (end === 0) return row;
    const frames = this.stretches.framesOf(chain);
    return own.reduce((parent, each, at) => {
      const [, name, scriptName, script, line, column] = this.#row(each);
      const called = at === 0 && hasLines ? frames[frames.length - 1].line : line;
      const added = this.#add([parent, name, scriptName, script, called, column], each);
      if (at === 0) this.awaited.add(added);
      return added;
    }, end);
  }

  /** The rows down to `row` from the function on that V8 ran; none for what is no function, or was cut off. */
  #wayTo(row: number): number[] {
    const way: number[] = [];
    let begin = 0;
    for (let at = row; at > 0; at = this.#nodes[at * NODE]) way.push(at);
    way.reverse();
    way.forEach((each, at) => {
      const [, name, scriptName] = this.#row(each);
      const isOfV8 = begin === 0 && this.strings.all[scriptName] === '';
      if (isOfV8 && this.strings.all[name] === RUN_MICROTASKS) begin = at + 1;
    });
    if (way.length >= MOST_FRAMES) return [];
    const isState = way.length === 1 && this.strings.all[this.#row(row)[1]].startsWith('(');
    return isState && this.#row(row)[3] === 0 ? [] : way.slice(begin);
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

  /** Rows of lines do not tell where a function begins. */
  #functionOf(frame: AwaitingFrame, hasLines: boolean): NamedFunction {
    const scriptName = this.strings.numberOf(frame.script);
    const key = `${scriptName} ${frame.functionLine} ${frame.functionColumn}`;
    const known = hasLines ? undefined : this.#functions.get(key);
    return known ?? [this.strings.numberOf(frame.name), scriptName, 0];
  }

  #row(row: number): readonly number[] {
    return this.#nodes.slice(row * NODE, row * NODE + NODE);
  }

  /** The row with these columns, and with the ticks of the row `like`, -1 for none: new or known. */
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

  /** The ticks of rows, shared among those that their samples are on now. */
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

/** A whole number shared in proportion to others, in whole numbers, of those that get any. */
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
