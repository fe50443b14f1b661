import { NS_PER_MS } from '../../../base/time';
import {
  type CallingLine,
  type ScriptFunction,
  type ScriptFunctions,
  beginsIdle,
  loopsAt
} from '../scripts/scriptFunctions';
import { callsNative, loopsAround, loopsWithin, type OnWay } from './loopsAround';
import {
  type Called,
  SeenCalls,
  type Step,
  type TimedNode,
  type Way,
  calledBy,
  calls,
  keyOf,
  partInlined,
  wayKey
} from './seenCalls';

/** Returns the functions of a script; null if nothing is known about it. */
export type FunctionsOf = (script: string) => ScriptFunctions | null;

/** About the time between two samples. */
const MOMENT_NS = NS_PER_MS;

/** The least self time of a line for which other lines with its number are looked for. */
const SHORT_NS = 4 * MOMENT_NS;

/** How many iterations a loop is assumed to have. */
const ROUNDS = 8;

/** By what factor a call that was not seen weighs less than others. */
const UNSEEN = 8;

/** A node that can be added to. */
interface OpenNode extends TimedNode {
  selfNs: number;
  readonly children: OpenNode[];
}

/** Time of a function on a line that may belong to another function. */
interface HotLine<Node = OpenNode> {
  readonly parent: Node;
  readonly node: Node;
  /** The user's functions that V8 may mean. */
  readonly candidates: readonly ScriptFunction[];
  readonly functions: ScriptFunctions;
  /** Whether the line belongs to the function. */
  readonly isOwn: boolean;
}

/**
 * The stacks as they would be without inlined code. When V8 takes a sample in a function that was inlined,
 * it names the function around it, but the line of the inlined one, even if that is in another script. Where
 * such a line is not one of the function's own, by the text of its script, its time is given to the
 * function of that line, below the lines that call it: see `shares`. Where no such function is known, the
 * lines that call other scripts get the time, or else line 0. A line that the script of the function and another
 * one both have belongs to the one with more loops around it: see `rivals`; where it calls native code, which may take
 * long too, only as far as `partInlined` says. Where inlined code is known, only time of unknown lines is placed.
 */
export function placeCallSites(root: TimedNode, functionsOf: FunctionsOf): TimedNode {
  const knowsInlined = root.knowsInlined === true;
  if (knowsInlined && !hotLines(root, functionsOf, SHORT_NS).some(isUnknown)) return root;
  const copy = copyOf(root);
  const isMoved = giveToRivals(copy, functionsOf);
  if (knowsInlined) return isMoved ? copy : root;
  const misplaced = hotLines(copy, functionsOf).filter(({ isOwn }) => !isOwn);
  if (misplaced.length === 0) return isMoved ? copy : root;
  const seen = new SeenCalls(copy, callersOf(misplaced));
  for (const each of misplaced) place(each, waysTo(each, seen, functionsOf), seen);
  return copy;
}

/**
 * Moves the time of lines to lines with the same number in other scripts where it belongs there, and the time of
 * unknown lines. True if any was moved.
 */
function giveToRivals(copy: OpenNode, functionsOf: FunctionsOf): boolean {
  const hot = hotLines(copy, functionsOf, SHORT_NS);
  if (hot.length === 0) return false;
  const seen = new SeenCalls(copy, callersOf(hot));
  const found = hot.flatMap(each => {
    if (isUnknown(each)) {
      const lines = linesSeen(each, seen, functionsOf);
      return lines.length > 0 ? [() => spread(each, lines)] : [];
    }
    if (copy.knowsInlined === true) return [];
    const { node, candidates, functions, isOwn } = each;
    const files = seen.from(calledBy(each.parent, node)).filter(({ to }) => to.script !== '');
    const others = files.map(({ to }) => to.name);
    const isNative =
      isOwn && candidates.some(own => callsNative(own, node.lineNumber, functions, others));
    const partOf = ({ taken }: Way): number => (isNative ? partInlined(node.taken, taken) : 1);
    const ways = rivals(each, seen, functionsOf).filter(way => partOf(way) > 0);
    const part = Math.max(...ways.map(partOf));
    return ways.length > 0 ? [() => place(each, ways, seen, part)] : [];
  });
  for (const move of found) move();
  return found.length > 0;
}

/** True for the line at which a function begins: Node 24 names it where V8 knows no line of optimised code. */
function isUnknown({ node: { lineNumber }, candidates, isOwn }: HotLine<TimedNode>): boolean {
  return isOwn && candidates.every(each => each.line === lineNumber && beginsIdle(each));
}

/** A sampled line, below the lines that call its function. */
interface SeenLine {
  readonly steps: readonly Step[];
  readonly at: Step;
  readonly timeNs: number;
}

/** Where an unknown line stands for inlined code, the other lines of its function have at most this part of its time. */
export const LITTLE_KNOWN = 0.05;

/**
 * The sampled lines of a function and of the functions in other scripts that it calls, except for its first line; those of its
 * own script as well where next to nothing is known of its own lines.
 */
function linesSeen(
  { parent, node }: HotLine,
  seen: SeenCalls,
  functionsOf: FunctionsOf
): readonly SeenLine[] {
  const caller = calledBy(parent, node);
  const linesOf = (called: Called, steps: readonly Step[], part: number): readonly SeenLine[] =>
    [...seen.linesOf(called)].map(([line, timeNs]) => {
      return { steps, at: { called, line }, timeNs: timeNs * part };
    });
  const own = linesOf(caller, [], 1).filter(({ at }) => at.line !== node.lineNumber);
  const ownNs = own.reduce((sum, { timeNs }) => sum + timeNs, 0);
  const isLittle = ownNs < LITTLE_KNOWN * node.selfNs;
  const isOther = (to: Called): boolean =>
    isLittle ? keyOf(to) !== keyOf(caller) : to.script !== caller.script;
  const ways = seen.from(caller).filter(({ to }) => isOther(to) && functionsOf(to.script) !== null);
  const called = ways.flatMap(({ steps, to, timeNs }) => {
    const same = ways.filter(way => keyOf(way.to) === keyOf(to));
    return linesOf(to, steps, timeNs / same.reduce((sum, way) => sum + way.timeNs, 0));
  });
  const lines = [...own, ...called].filter(({ timeNs }) => timeNs > 0);
  return lines.reduce((sum, { timeNs }) => sum + timeNs, 0) < SHORT_NS ? [] : lines;
}

/** Moves the time of a line to others in proportion to their times. */
function spread({ parent, node }: HotLine, lines: readonly SeenLine[]): void {
  const { selfNs } = node;
  const sum = lines.reduce((all, { timeNs }) => all + timeNs, 0);
  node.selfNs = 0;
  for (const { steps, at, timeNs } of lines) {
    addTime(enter(parent, steps, at.called), at, (selfNs * timeNs) / sum);
  }
}

function callersOf(lines: readonly HotLine[]): ReadonlySet<string> {
  return new Set(lines.map(({ parent, node }) => keyOf(calledBy(parent, node))));
}

function copyOf(node: TimedNode): OpenNode {
  return { ...node, children: node.children.map(copyOf) };
}

/** The lines of the user's functions with at least `leastNs` of self time. No other script is read. */
function hotLines<Node extends TimedNode & { readonly children: readonly Node[] }>(
  root: Node,
  functionsOf: FunctionsOf,
  leastNs = Number.MIN_VALUE
): HotLine<Node>[] {
  const found: HotLine<Node>[] = [];
  for (const [parent, node] of calls(root)) {
    const functions = node.selfNs < leastNs ? null : functionsOf(node.scriptName);
    if (functions === null) continue;
    const candidates = functions.at(parent.columnNumber ?? 0, node.name);
    const isOwn = functions.on(node.lineNumber).some(owner => candidates.includes(owner));
    if (candidates.length > 0) found.push({ parent, node, candidates, functions, isOwn });
  }
  return found;
}

/** The paths to the function of a misplaced line; none if it is not found. */
function waysTo(each: HotLine, seen: SeenCalls, functionsOf: FunctionsOf): readonly Way[] {
  const { parent, node, functions } = each;
  const caller = calledBy(parent, node);
  const ways = seen.from(caller);
  const line = node.lineNumber;
  const owner = functions.within(line);
  if (owner !== null) {
    const to = { name: owner.name, script: caller.script, column: owner.column };
    return withWritten(
      ways.filter(way => keyOf(way.to) === keyOf(to)),
      { written: waysWithin(each, owner), caller, to }
    );
  }
  const isFrom = ({ to }: Way): boolean => {
    if (to.script === caller.script) return false;
    const known = functionsOf(to.script);
    if (known === null) return seen.reaches(to, line);
    return known.at(to.column, to.name).some(other => known.on(line).includes(other));
  };
  return ways.filter(isFrom);
}

/** The paths by which the function of a line calls `owner` according to the text. */
function waysWithin(
  { candidates, functions }: HotLine,
  owner: ScriptFunction
): readonly (readonly CallingLine[])[] {
  return candidates.flatMap(from => functions.ways(from, owner));
}

/**
 * The paths to functions of other scripts that were sampled at a line with the same number before V8 inlined them, if
 * that line has more loops around it than the one in the function's own script. If several scripts have such a line, V8
 * does not say which one it means. The function need not have been sampled there if the line in the own script takes
 * next to no time.
 */
function rivals(each: HotLine, seen: SeenCalls, functionsOf: FunctionsOf): readonly Way[] {
  const { parent, node, candidates, functions, isOwn } = each;
  const { lineNumber: line } = node;
  const caller = calledBy(parent, node);
  const own = isOwn ? Math.max(...candidates.map(from => loopsAt(from, line))) : null;
  const loops = own ?? loopsWithin(functions, candidates, line);
  const isBrief = isOwn && candidates.every(from => functions.isBrief(from, line));
  const onWay = ({ called, line: from }: Step, { name: calls }: Called): OnWay => {
    const isBuiltin = called.script === '';
    const text = isBuiltin ? null : functionsOf(called.script);
    return { own: text?.at(called.column, called.name)[0] ?? null, isBuiltin, line: from, calls };
  };
  return seen.from(caller).flatMap(way => {
    const { steps, to } = way;
    const known = to.script === caller.script || to.script === '' ? null : functionsOf(to.script);
    if (known === null) return [];
    const begun = known.at(to.column, to.name);
    const isLast = known.on(line).some(other => begun.includes(other));
    if (!(isBrief && isLast) && seen.selfNs(to, line) < MOMENT_NS) return [];
    const inside = isLast
      ? Math.max(...begun.map(from => (from.isResumable ? -Infinity : loopsAt(from, line))))
      : loopsWithin(known, begun, line);
    const around =
      loopsAround(steps.map((step, at) => onWay(step, steps.at(at + 1)?.called ?? to))) + inside;
    return around > loops ? [{ ...way, loops: around }] : [];
  });
}

/** Adds the paths by which a function is called according to the text. */
function withWritten(
  seen: readonly Way[],
  text: {
    readonly written: readonly (readonly CallingLine[])[];
    readonly caller: Called;
    readonly to: Called;
  }
): readonly Way[] {
  const { written, caller, to } = text;
  const ways = new Map(seen.map(way => [wayKey(way), way]));
  for (const lines of written) {
    const steps = lines.map(({ function: { name, column }, line }, place) => {
      const called = place === 0 ? caller : { name, script: caller.script, column };
      return { called, line };
    });
    const loops = lines.reduce((sum, line) => sum + line.loops, 0);
    const key = wayKey({ steps, to });
    const timeNs = ways.get(key)?.timeNs ?? 0;
    ways.set(key, { steps, to, timeNs, loops: Math.max(loops, ways.get(key)?.loops ?? 0) });
  }
  return [...ways.values()];
}

/** Moves time, or part of it, to where it belongs. */
function place({ parent, node }: HotLine, ways: readonly Way[], seen: SeenCalls, part = 1): void {
  const { lineNumber: line } = node;
  const caller = calledBy(parent, node);
  const selfNs = node.selfNs * part;
  node.selfNs -= selfNs;
  if (ways.length > 0) {
    for (const { steps, to, share } of shares(ways)) {
      addTime(enter(parent, steps, to), { called: to, line }, selfNs * share);
    }
    return;
  }
  const leaving = seen.from(caller).filter(({ steps, to }) => leaves(caller, steps, to));
  if (leaving.length === 0) addTime(parent, { called: caller, line: 0 }, selfNs);
  for (const { steps, share } of shares(leaving)) addTime(parent, steps[0], selfNs * share);
}

/**
 * Paths with the share that each gets of a time. V8 says which line called an inlined function only before it was
 * inlined, and while that function calls others itself. Samples therefore show which calls are made, but not how often:
 * all paths get the same, except those hardly seen, and calls outside of loops that others are in.
 */
function shares(ways: readonly Way[]): (Way & { readonly share: number })[] {
  const most = ways.reduce((loops, way) => Math.max(loops, way.loops ?? 0), 0);
  const weights = ways.map(({ timeNs, loops }) => {
    const isSeen = (timeNs + MOMENT_NS) / (timeNs + UNSEEN * MOMENT_NS);
    return ROUNDS ** (loops ?? most) * isSeen;
  });
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return ways.map((way, place) => ({ ...way, share: weights[place] / sum }));
}

/** True if a function itself calls another script. */
function leaves({ script }: Called, steps: readonly Step[], to: Called): boolean {
  return steps.length === 1 && to.script !== script;
}

/** The node at the end of a path, whose children are lines of the function `to`. */
function enter(parent: OpenNode, steps: readonly Step[], to: Called): OpenNode {
  let node = parent;
  steps.forEach((step, place) => {
    const into = steps[place + 1]?.called ?? to;
    const next = node.children.find(child => isStep(child, step) && leadsTo(child, into));
    node = next ?? addNode(node, step, into.column);
  });
  return node;
}

function isStep({ name, scriptName, lineNumber }: TimedNode, { called, line }: Step): boolean {
  return lineNumber === line && name === called.name && scriptName === called.script;
}

function leadsTo(node: TimedNode, to: Called): boolean {
  if (node.isAwaited === true) return false;
  return node.children.length > 0 && keyOf(calledBy(node, node.children[0])) === keyOf(to);
}

function addTime(parent: OpenNode, step: Step, timeNs: number): void {
  const known = parent.children.find(child => isStep(child, step) && child.children.length === 0);
  (known ?? addNode(parent, step)).selfNs += timeNs;
}

function addNode(parent: OpenNode, { called, line }: Step, columnNumber?: number): OpenNode {
  const { name, script: scriptName } = called;
  const node = { name, scriptName, lineNumber: line, columnNumber, selfNs: 0, children: [] };
  parent.children.push(node);
  return node;
}
