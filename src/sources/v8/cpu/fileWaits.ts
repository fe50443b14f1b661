import { filePath } from '../scripts/frameClassifier';
import type { SampledLine } from './sampledLines';

/** The functions of Node that return only when the system has answered. */
export function isSynchronousFileCall(name: string, script: string): boolean {
  return script === 'node:fs' && name.endsWith('Sync');
}

/**
 * The key that identifies a function: its name, its script, given as a path or as a URL, and the one-based column at
 * which it begins.
 */
export function functionKey(name: string, script: string, column: number): string {
  return `${name}\u0000${column}\u0000${filePath(script) ?? script}`;
}

/** A function of the user's own code on a sampled stack. */
export interface SampledCaller {
  /** As {@link functionKey} makes it. */
  readonly key: string;
  readonly script: string;
  /** The row of the stack that led to it, or -1, and the row of its frame. */
  readonly prefix: number;
  readonly frame: number;
}

/** Time for which a thread was blocked in a synchronous call of `node:fs`, nanoseconds from the origin. */
export interface FileWait {
  readonly start: number;
  readonly duration: number;
  /** The row of the sampled stack. */
  readonly stack: number;
  /** The innermost function of the user's own code; null if there is none. */
  readonly caller: SampledCaller | null;
}

/** Consecutive samples of one stack, in rows from `from` up to `to`. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly lengthNs: number;
}

/**
 * The parts of `stretches` in which the thread was blocked, if it was for `blockedNs` in all of them together: the
 * longest ones, since a call that waits lasts longer than one that the system answers from its memory. Of the last one
 * only the samples that are left to find.
 */
export function blockedParts(
  stretches: readonly Stretch[],
  blockedNs: number,
  weight: Float64Array
): readonly Stretch[] {
  const byLength = [...stretches].sort((a, b) => b.lengthNs - a.lengthNs || a.from - b.from);
  const parts: Stretch[] = [];
  let leftNs = blockedNs;
  for (const stretch of byLength) {
    let lengthNs = 0;
    let to = stretch.from;
    while (to < stretch.to && lengthNs + weight[to] / 2 <= leftNs) lengthNs += weight[to++];
    if (to > stretch.from) parts.push({ from: stretch.from, to, lengthNs });
    leftNs -= lengthNs;
    if (to < stretch.to) break;
  }
  return parts.sort((a, b) => a.from - b.from);
}

/** Script lines of the user's own code that called `node:fs`, by the lines on sampled stacks. */
export class FileCallLines {
  /** Hits by script line, by function. */
  readonly #hits = new Map<string, Map<number, number>>();

  /** `isUsers` tells the scripts of the user's own code. */
  constructor(private readonly isUsers: (script: string) => boolean) {}

  /** Adds the lines below `root`. */
  add(root: SampledLine): void {
    this.#visit(root, 0, null);
  }

  /** The line at which a function of {@link SampledCaller.key} was most often; 0 where that is not known. */
  lineOf(key: string): number {
    let best = 0;
    let most = 0;
    for (const [line, hits] of this.#hits.get(key) ?? []) {
      if (hits > most) [best, most] = [line, hits];
    }
    return best;
  }

  /** `caller` is the innermost line of the user's own; V8 cuts stacks at 255 frames, which bounds the depth. */
  #visit(node: SampledLine, begin: number, caller: CallingLine | null): number {
    const { name, scriptName, columnNumber = 0, children } = node;
    const isCaller = scriptName !== '' && this.isUsers(scriptName);
    const from = isCaller ? { node, begin } : caller;
    let hits = node.hitCount;
    for (const child of children) hits += this.#visit(child, columnNumber, from);
    if (from === null || !isSynchronousFileCall(name, scriptName)) return hits;
    const key = functionKey(from.node.name, from.node.scriptName, from.begin);
    const lines = this.#hits.get(key) ?? new Map<number, number>();
    const { lineNumber } = from.node;
    this.#hits.set(key, lines.set(lineNumber, (lines.get(lineNumber) ?? 0) + hits));
    return hits;
  }
}

/** A line of a function that begins at the column `begin`. */
interface CallingLine {
  readonly node: SampledLine;
  readonly begin: number;
}
