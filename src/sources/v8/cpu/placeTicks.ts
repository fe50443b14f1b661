import type { Profiler, Runtime } from 'node:inspector';
import {
  MAX_INLINED_CALLS,
  type ScriptFunction,
  type ScriptFunctions,
  beginsIdle,
  loopsAt
} from '../scripts/scriptFunctions';
import { callsNative, loopsAround, loopsWithin } from './loopsAround';
import { type FunctionsOf, LITTLE_KNOWN } from './placeCallSites';
import { partInlined } from './seenCalls';

/** A node that can be added to. */
interface OpenNode extends Profiler.ProfileNode {
  children?: number[];
  positionTicks?: Profiler.PositionTickInfo[];
}

/** The fewest ticks of a line for which other lines with its number are looked for. */
const MANY_TICKS = 4;
/** V8 inlines short functions. */
const SHORT_LINES = 50;

/** A profile, and what is known about its nodes. */
interface KnownProfile extends Profiler.Profile {
  /** Nodes whose function was awaited, not called, by the node above. */
  readonly awaited?: ReadonlySet<number>;
  /** Whether inlined code has its own function and line already. */
  readonly knowsInlined?: boolean;
}

/** Nodes that get samples of a node, with the ticks that each gets. */
type Shares = Map<number, number>;

/**
 * A CPU profile as it would be without inlining, like `placeCallSites`: samples that V8 took in inlined functions are
 * given to those, below the functions around them. The profile has no line for each sample, only ticks by line for each
 * node; so the samples of a node are dealt out to its functions in proportion to the ticks. If inlined code is known,
 * only samples of unknown lines are moved.
 */
export function placeTicks(profile: KnownProfile, functionsOf: FunctionsOf): KnownProfile {
  const { knowsInlined = false } = profile;
  if (knowsInlined && !profile.nodes.some(node => hasUnknown(node, functionsOf))) return profile;
  const nodes: OpenNode[] = profile.nodes.map(node => ({ ...node }));
  const tree = new OpenTree(nodes, profile.awaited ?? new Set(), samplesOf(profile.samples ?? []));
  const shares = new Map<number, Shares>();
  for (const node of profile.nodes) {
    const given = giveTicks(tree, node, { functionsOf, knowsInlined });
    if (given !== null) shares.set(node.id, given);
  }
  if (shares.size === 0) return profile;
  const samples = takeTurns(profile.samples ?? [], shares);
  return { ...profile, nodes, samples };
}

/** Moves the ticks of a node on lines of other functions; returns the nodes that have them now, or null for none. */
function giveTicks(
  tree: OpenTree,
  { id, callFrame, positionTicks = [] }: Profiler.ProfileNode,
  { functionsOf, knowsInlined }: { functionsOf: FunctionsOf; knowsInlined: boolean }
): Shares | null {
  // reading a script takes longer than anything else, and that of code which only called others is not needed
  const known = positionTicks.length === 0 ? null : functionAt(callFrame, functionsOf);
  if (known === null) return null;
  const { functions, own } = known;
  const rivalOf = ({ line, ticks }: Profiler.PositionTickInfo, loops: number): Given | null =>
    ticks < MANY_TICKS ? null : tree.calledWith(id, line, functionsOf, loops);
  const nodeOf = (tick: Profiler.PositionTickInfo): Given | null => {
    const { line } = tick;
    if (isUnknown(tick, own)) return tree.hottestCalled(id, functionsOf);
    if (knowsInlined) return null;
    if (functions.on(line).includes(own)) return rivalOf(tick, loopsAt(own, line));
    const owner = functions.within(line);
    if (owner === null) return tree.calledWith(id, line, functionsOf);
    const rival = rivalOf(tick, loopsWithin(functions, [own], line));
    return rival ?? { to: tree.enter(id, { callFrame, functions, own, owner }), part: 1 };
  };
  const kept: Profiler.PositionTickInfo[] = [];
  const shares: Shares = new Map();
  const share = (to: number, ticks: number): void =>
    void shares.set(to, (shares.get(to) ?? 0) + ticks);
  for (const tick of positionTicks) {
    const { line, ticks } = tick;
    const { to, part } = nodeOf(tick) ?? { to: id, part: 0 };
    const given = Math.round(ticks * part);
    if (given > 0) tree.addTicks(to, { line, ticks: given });
    if (given > 0) share(to, given);
    if (given === ticks) continue;
    kept.push({ line, ticks: ticks - given });
    share(id, ticks - given);
  }
  if (shares.size === (shares.has(id) ? 1 : 0)) return null;
  tree.keepTicks(id, kept);
  return shares;
}

/** True for a node with ticks on an unknown line. Reads the script only if some line has enough of them. */
function hasUnknown(node: Profiler.ProfileNode, functionsOf: FunctionsOf): boolean {
  const { callFrame, positionTicks = [] } = node;
  if (!positionTicks.some(({ ticks }) => ticks >= MANY_TICKS)) return false;
  const own = functionAt(callFrame, functionsOf)?.own;
  return own !== undefined && positionTicks.some(tick => isUnknown(tick, own));
}

/** True for the line at which a function begins: Node 24 names it where V8 knows no line of optimised code. */
function isUnknown({ line, ticks }: Profiler.PositionTickInfo, own: ScriptFunction): boolean {
  return ticks >= MANY_TICKS && line === own.line && beginsIdle(own);
}

/** The numbers of the samples of each node, in order of time. */
function samplesOf(samples: readonly number[]): ReadonlyMap<number, readonly number[]> {
  const taken = new Map<number, number[]>();
  samples.forEach((id, at) => {
    const known = taken.get(id);
    if (known === undefined) taken.set(id, [at]);
    else known.push(at);
  });
  return taken;
}

/** A node that gets the ticks of a line, or some of them. */
interface Given {
  readonly to: number;
  readonly part: number;
}

/** A function of a script whose text is known. */
interface KnownFunction {
  readonly functions: ScriptFunctions;
  readonly own: ScriptFunction;
}

/** The path to a function that was inlined in another one of its script. */
interface InlinedIn extends KnownFunction {
  readonly callFrame: Runtime.CallFrame;
  readonly owner: ScriptFunction;
}

/** The nodes of a profile, with more of them where samples belong to functions without one. */
class OpenTree {
  readonly #byId = new Map<number, OpenNode>();
  readonly #frames = new Map<string, Runtime.CallFrame>();
  readonly #ofFunction = new Map<string, OpenNode[]>();
  #lastId = 0;

  constructor(
    private readonly nodes: OpenNode[],
    private readonly awaited: ReadonlySet<number>,
    private readonly taken: ReadonlyMap<number, readonly number[]>
  ) {
    for (const node of nodes) this.#note(node);
  }

  /** The node of an inlined function below a node, added if there is none. */
  enter(id: number, { callFrame, functions, own, owner }: InlinedIn): number {
    const [way = []] = functions.ways(own, owner);
    const between = way.slice(1).map(line => line.function);
    let node = id;
    for (const each of [...between, owner]) node = this.#child(node, each, callFrame);
    return node;
  }

  /**
   * The node below a node of a function in another script that has ticks or code on a line, by what the
   * function of the node has called anywhere; null if there is none. With `loops`, only one that has ticks on
   * the line, with more than so many loops around it, and where the function's own line calls native code,
   * for the part of the ticks that `partInlined` tells.
   */
  calledWith(
    id: number,
    line: number,
    functionsOf: FunctionsOf,
    loops: number | null = null
  ): Given | null {
    const node = this.#node(id);
    const known = functionAt(node.callFrame, functionsOf);
    const isBrief = known?.functions.isBrief(known.own, line) ?? false;
    const isWanted = (callee: OpenNode, way: readonly OpenNode[]): boolean =>
      loops === null
        ? hasLine(callee, line, functionsOf)
        : isDeeper([node, ...way], line, { functionsOf, loops, isBrief });
    for (const same of this.#ofFunction.get(keyOf(node.callFrame)) ?? []) {
      const way = this.#wayTo(same, node.callFrame.url, isWanted);
      if (way === null) continue;
      const part = loops === null ? 1 : this.#partInlined(same, way, { line, known });
      if (part === 0) continue;
      const last = way.reduce((at, { callFrame }) => this.#childWith(at, callFrame), id);
      return { to: this.#inlinedAt(last, line, functionsOf) ?? last, part };
    }
    return null;
  }

  /** The part of the ticks of a function on a line that can belong to the last function of a path. */
  #partInlined(
    { id, callFrame }: OpenNode,
    way: readonly OpenNode[],
    { line, known }: { readonly line: number; readonly known: KnownFunction | null }
  ): number {
    if (known === null || !known.functions.on(line).includes(known.own)) return 1;
    if (!callsNative(known.own, line, known.functions, this.#calledBy(callFrame))) return 1;
    return partInlined(this.taken.get(id), this.taken.get(way[way.length - 1].id));
  }

  /** The names of the functions of scripts that samples saw a function call. */
  #calledBy(callFrame: Runtime.CallFrame): readonly string[] {
    const same = this.#ofFunction.get(keyOf(callFrame)) ?? [];
    const called = same.flatMap(({ children = [] }) =>
      children.map(id => this.#node(id).callFrame)
    );
    return called.filter(({ url }) => url !== '').map(({ functionName }) => functionName);
  }

  /** The hottest that a function calls in another script, or in any if it has next to no ticks behind its first line; null if it has more. */
  hottestCalled(id: number, functionsOf: FunctionsOf): Given | null {
    const { callFrame, positionTicks = [] } = this.#node(id);
    const own = keyOf(callFrame);
    const ticksOf = ({ callFrame: { url }, positionTicks: seen = [] }: OpenNode): number =>
      functionsOf(url) === null ? 0 : sumOf(seen);
    let most = sumOf(positionTicks.filter(({ line }) => line > callFrame.lineNumber + 1));
    const script = most < LITTLE_KNOWN * sumOf(positionTicks) ? null : callFrame.url;
    let hottest: readonly OpenNode[] = [];
    const note = (callee: OpenNode, way: readonly OpenNode[]): boolean => {
      if (keyOf(callee.callFrame) === own || ticksOf(callee) <= most) return false;
      [hottest, most] = [way, ticksOf(callee)];
      // there may be a hotter one
      return false;
    };
    for (const same of this.#ofFunction.get(own) ?? []) this.#wayTo(same, script, note);
    if (hottest.length === 0) return null;
    return { to: hottest.reduce((at, next) => this.#childWith(at, next.callFrame), id), part: 1 };
  }

  /** The node of another function of its script that has a line, below a node; null if it is the node's own. */
  #inlinedAt(id: number, line: number, functionsOf: FunctionsOf): number | null {
    const { callFrame } = this.#node(id);
    const known = functionAt(callFrame, functionsOf);
    const owner = known?.functions.within(line) ?? null;
    if (known === null || owner === null) return null;
    if (known.functions.on(line).includes(known.own)) return null;
    return this.enter(id, { callFrame, ...known, owner });
  }

  addTicks(id: number, { line, ticks }: Profiler.PositionTickInfo): void {
    const node = this.#node(id);
    const known = node.positionTicks ?? [];
    const others = known.filter(tick => tick.line !== line);
    const before = known.find(tick => tick.line === line)?.ticks ?? 0;
    node.positionTicks = [...others, { line, ticks: before + ticks }];
  }

  keepTicks(id: number, ticks: Profiler.PositionTickInfo[]): void {
    this.#node(id).positionTicks = ticks;
  }

  /** The nodes below a node whose functions it called: V8 inlines no others. */
  #called({ children = [] }: OpenNode): readonly number[] {
    return this.awaited.size === 0 ? children : children.filter(id => !this.awaited.has(id));
  }

  #node(id: number): OpenNode {
    return this.#byId.get(id) as OpenNode;
  }

  #child(id: number, { name, line, column }: ScriptFunction, near: Runtime.CallFrame): number {
    const place = { lineNumber: line - 1, columnNumber: column - 1 };
    const callFrame = { ...near, ...place, functionName: name };
    return this.#childWith(id, this.#frames.get(placeKey(callFrame)) ?? callFrame);
  }

  #childWith(id: number, callFrame: Runtime.CallFrame): number {
    const parent = this.#node(id);
    const key = keyOf(callFrame);
    const known = this.#called(parent).find(child => keyOf(this.#node(child).callFrame) === key);
    if (known !== undefined) return known;
    const node: OpenNode = { id: this.#lastId + 1, callFrame, hitCount: 0 };
    this.nodes.push(node);
    this.#note(node);
    parent.children = [...(parent.children ?? []), node.id];
    return node.id;
  }

  /** The nodes below `node` that lead to one that is wanted, and not of `script`, the shortest way. */
  #wayTo(
    node: OpenNode,
    script: string | null,
    isWanted: (callee: OpenNode, way: readonly OpenNode[]) => boolean
  ): readonly OpenNode[] | null {
    let ways: (readonly OpenNode[])[] = [[node]];
    for (let depth = 0; depth < MAX_INLINED_CALLS; depth++) {
      ways = ways.flatMap(way => {
        const children = this.#called(way[way.length - 1]);
        return children.map(child => [...way, this.#node(child)]);
      });
      const isFound = (way: readonly OpenNode[]): boolean => {
        const last = way[way.length - 1];
        return last.callFrame.url !== script && isWanted(last, way.slice(1));
      };
      const found = ways.find(isFound);
      if (found) return found.slice(1);
    }
    return null;
  }

  #note(node: OpenNode): void {
    const { id, callFrame } = node;
    this.#byId.set(id, node);
    this.#lastId = Math.max(this.#lastId, id);
    this.#frames.set(placeKey(callFrame), callFrame);
    const same = this.#ofFunction.get(keyOf(callFrame));
    if (same) same.push(node);
    else this.#ofFunction.set(keyOf(callFrame), [node]);
  }
}

/**
 * True if a function has code on a line, by the text of its script, or else because it begins not far
 * before it.
 */
function hasLine({ callFrame }: OpenNode, line: number, functionsOf: FunctionsOf): boolean {
  const functions = functionsOf(callFrame.url);
  const begin = callFrame.lineNumber + 1;
  if (functions === null) return begin >= 1 && begin <= line && line - begin < SHORT_LINES;
  const own = functionAt(callFrame, () => functions)?.own;
  return own !== undefined && functions.on(line).includes(own);
}

/**
 * True if the last function of a way was seen on a line before V8 inlined it, with more than `loops` around that. It need
 * not be seen where the line of the function around it is too brief to be meant.
 */
function isDeeper(
  way: readonly OpenNode[],
  line: number,
  { functionsOf, loops, isBrief }: DeeperLine
): boolean {
  const { callFrame, positionTicks = [] } = way[way.length - 1];
  const known = functionAt(callFrame, functionsOf);
  if (known === null) return false;
  const { functions, own } = known;
  const isLast = functions.on(line).includes(own);
  if (!(isBrief && isLast) && !positionTicks.some(tick => tick.line === line)) return false;
  const inside = isLast ? loopsAt(own, line) : loopsWithin(functions, [own], line);
  const steps = way.slice(0, -1).map(({ callFrame: frame }, at) => {
    const isBuiltin = frame.url === '';
    const caller = isBuiltin ? null : functionAt(frame, functionsOf);
    const calls = way[at + 1].callFrame.functionName;
    return { own: caller?.own ?? null, isBuiltin, line: null, calls };
  });
  return !own.isResumable && loopsAround(steps) + inside > loops;
}

/** A line for which the number of loops around it decides which function is meant. */
interface DeeperLine {
  readonly functionsOf: FunctionsOf;
  readonly loops: number;
  readonly isBrief: boolean;
}

function functionAt(
  { url, lineNumber, columnNumber }: Runtime.CallFrame,
  functionsOf: FunctionsOf
): KnownFunction | null {
  const functions = functionsOf(url);
  const own = functions && functions.beginning(lineNumber + 1, columnNumber + 1);
  return functions && own && { functions, own };
}

/** Gives each sample of a node to the node that is furthest below its share so far. */
function takeTurns(samples: readonly number[], shares: ReadonlyMap<number, Shares>): number[] {
  const turns = new Map([...shares].map(([id, ticks]) => [id, new Turns(ticks)]));
  return samples.map(id => turns.get(id)?.next() ?? id);
}

/** Deals out samples in proportion to ticks. */
class Turns {
  readonly #due: { readonly id: number; readonly share: number; credit: number }[];

  constructor(ticks: Shares) {
    const sum = [...ticks.values()].reduce((all, count) => all + count, 0);
    this.#due = [...ticks].map(([id, count]) => ({ id, share: count / sum, credit: 0 }));
  }

  next(): number {
    for (const each of this.#due) each.credit += each.share;
    const most = this.#due.reduce((best, each) => (each.credit > best.credit ? each : best));
    most.credit--;
    return most.id;
  }
}

const sumOf = (all: readonly Profiler.PositionTickInfo[]): number =>
  all.reduce((sum, { ticks }) => sum + ticks, 0);

function placeKey({ url, lineNumber, columnNumber }: Runtime.CallFrame): string {
  return `${lineNumber} ${columnNumber} ${url}`;
}

function keyOf(callFrame: Runtime.CallFrame): string {
  return `${callFrame.functionName} ${placeKey(callFrame)}`;
}
