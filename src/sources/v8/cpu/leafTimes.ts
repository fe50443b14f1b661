import type { Runtime } from 'node:inspector';
import { filePath } from '../scripts/frameClassifier';
import { RootFunctions } from './rootFunctions';

/** Number of average hits added to the hits of a function: a single hit says little. */
const AVERAGE_HITS = 1;

/**
 * The self time of each function, by the CPU samples of a recording, which have times; including the
 * garbage collections that it caused. Samples of call sites have no times, and are weighted by these.
 */
export class LeafTimes {
  /** The functions of the same samples that nothing called. */
  readonly roots = new RootFunctions();
  private readonly timeNs = new Map<string, number>();
  private allNs = 0;

  /** Adds time that a function ran itself, nanoseconds. */
  add({ functionName, url, columnNumber }: Runtime.CallFrame, timeNs: number): void {
    const key = leafKey(functionName, url, columnNumber + 1);
    this.timeNs.set(key, (this.timeNs.get(key) ?? 0) + timeNs);
    this.allNs += timeNs;
  }

  /**
   * The duration of a hit of each function, by {@link leafKey}, from all hits, nanoseconds; if nothing
   * was added, `elseNs` is divided evenly.
   */
  perHit(hits: ReadonlyMap<string, number>, elseNs: number): ReadonlyMap<string, number> {
    const allHits = [...hits.values()].reduce((sum, count) => sum + count, 0);
    const average = (this.allNs > 0 ? this.allNs : elseNs) / allHits;
    const lasted = (key: string, count: number): number => {
      const timeNs = this.allNs > 0 ? (this.timeNs.get(key) ?? 0) : average * count;
      return (timeNs + AVERAGE_HITS * average) / (count + AVERAGE_HITS);
    };
    return new Map([...hits].map(([key, count]) => [key, lasted(key, count)]));
  }
}

/**
 * The key that identifies a function in both CPU profiles: its name, its script, given as a path or as a
 * URL, and the one-based column at which it begins.
 */
export function leafKey(name: string, script: string, column: number): string {
  return `${name}\u0000${column}\u0000${filePath(script) ?? script}`;
}
