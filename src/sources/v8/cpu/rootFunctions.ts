import type { Profiler } from 'node:inspector';
import { filePath } from '../scripts/frameClassifier';
import type { FunctionsOf } from './inlined/placeCallSites';
import type { CallSiteNode } from './wallProfiler';

/** A function as the CPU samples have it. */
interface SampledFunction {
  readonly url: string;
  /** One-based place at which it begins. */
  readonly line: number;
  readonly column: number;
  /** Samples that it ran itself, by one-based line. */
  readonly ticks: Map<number, number>;
  /** Whether nothing called it, as far as V8 saw. */
  readonly isOutermost: boolean;
}

/** The columns at which functions begin, and the share of the samples that each gets. */
type ColumnShares = readonly (readonly [column: number, share: number])[];

/**
 * The functions that were outermost on stacks, by the CPU samples of a recording: those that Node calls, and
 * those that go on after an `await`. Samples of call sites tell the place of a function by what called it, so
 * that of these they know the name and lines alone.
 */
export class RootFunctions {
  readonly #byName = new Map<string, Map<string, SampledFunction>>();

  /** Adds what V8 saw. */
  add({ nodes }: Profiler.Profile): void {
    const [root] = nodes;
    const outermost = new Set(nodes.length > 0 ? root.children : []);
    for (const node of nodes) {
      if (node.callFrame.lineNumber >= 0) this.#addNode(node, outermost.has(node.id));
    }
  }

  /**
   * The same samples below a root for each place at which an outermost function begins, where it is known.
   */
  split(root: CallSiteNode, functionsOf: FunctionsOf): CallSiteNode {
    const byColumn = new Map<number, CallSiteNode[]>();
    for (const child of root.children) {
      for (const [column, share] of this.#columnsOf(child, functionsOf)) {
        const part = share === 1 ? child : { ...child, hitCount: child.hitCount * share };
        byColumn.set(column, [...(byColumn.get(column) ?? []), part]);
      }
    }
    const parts = [...byColumn].map(([columnNumber, children]) => {
      return { ...root, hitCount: 0, columnNumber, children };
    });
    return { ...root, children: parts };
  }

  #addNode({ callFrame, positionTicks = [] }: Profiler.ProfileNode, isOutermost: boolean): void {
    const { functionName, url, lineNumber, columnNumber } = callFrame;
    const name = nameKey(functionName, url);
    const named = this.#byName.get(name) ?? new Map<string, SampledFunction>();
    this.#byName.set(name, named);
    const key = `${lineNumber} ${columnNumber} ${isOutermost}`;
    const place = { url, line: lineNumber + 1, column: columnNumber + 1 };
    const found = named.get(key) ?? { ...place, ticks: new Map<number, number>(), isOutermost };
    named.set(key, found);
    for (const { line, ticks } of positionTicks) {
      found.ticks.set(line, (found.ticks.get(line) ?? 0) + ticks);
    }
  }

  #columnsOf(node: CallSiteNode, functionsOf: FunctionsOf): ColumnShares {
    const { name, scriptName, lineNumber: line } = node;
    const named = [...(this.#byName.get(nameKey(name, scriptName))?.values() ?? [])];
    const outermost = named.filter(({ isOutermost }) => isOutermost);
    const candidates = outermost.length > 0 ? outermost : named;
    const ticked = node.children.length > 0 ? [] : sharesOfTicks(candidates, line);
    if (ticked.length > 0) return ticked;
    const functions = functionsOf(scriptName);
    const isAround = (each: SampledFunction): boolean => {
      const own = functions?.beginning(each.line, each.column) ?? null;
      return own === null ? each.line <= line : own.line <= line && line <= own.lastLine;
    };
    const last = candidates.filter(isAround).sort(byPlace).pop() ?? candidates.at(0);
    return [[last?.column ?? 0, 1]];
  }
}

function sharesOfTicks(candidates: readonly SampledFunction[], line: number): ColumnShares {
  const ticks = new Map<number, number>();
  for (const each of candidates) {
    const count = each.ticks.get(line) ?? 0;
    if (count > 0) ticks.set(each.column, (ticks.get(each.column) ?? 0) + count);
  }
  const sum = [...ticks.values()].reduce((all, count) => all + count, 0);
  return [...ticks].map(([column, count]) => [column, count / sum]);
}

function byPlace(one: SampledFunction, other: SampledFunction): number {
  return one.line - other.line || one.column - other.column;
}

function nameKey(name: string, script: string): string {
  return `${name}\u0000${filePath(script) ?? script}`;
}
