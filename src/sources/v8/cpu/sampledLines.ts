import { NODE_COLUMNS, type SampledTree, TICK_COLUMNS } from '../../../native/v8Addon';
import type { TimedNode } from './inlined/seenCalls';

/** A line on sampled stacks, with its samples and their time. */
export interface SampledLine extends TimedNode {
  /** Samples whose innermost line it was. */
  readonly hitCount: number;
  readonly children: readonly SampledLine[];
}

/** What is known of the rows of a tree. */
interface LineFacts {
  /** Those whose function nobody called, but awaited. */
  readonly awaited?: ReadonlySet<number>;
  /** Whether code that was inlined has its own function and line. */
  readonly knowsInlined?: boolean;
}

const NODE = NODE_COLUMNS.length;
const TICK = TICK_COLUMNS.length;

/** The lines on the stacks of samples. */
export class SampledLines {
  constructor(
    private readonly tree: SampledTree,
    private readonly strings: readonly string[],
    private readonly facts: LineFacts = {}
  ) {}

  /**
   * The lines as a tree, the outermost ones below a root that is none. The sample `at` lasts `timesNs[at]`; a node's
   * time is shared to the lines that its samples were taken on.
   */
  toTree(timesNs: Float64Array): SampledLine {
    const { nodes, ticks, samples } = this.tree;
    const selfNs = new Float64Array(nodes.length / NODE);
    const taken = Array.from(selfNs, (): number[] => []);
    samples.forEach((row, at) => {
      if (row < 0) return;
      selfNs[row] += timesNs[at];
      taken[row].push(at);
    });
    const ofNode = Array.from(selfNs, (): SampledLine[] => []);
    const all = new Float64Array(selfNs.length);
    for (let at = 0; at < ticks.length; at += TICK) all[ticks[at]] += ticks[at + 2];
    for (let at = 0; at < ticks.length; at += TICK) {
      const row = ticks[at];
      const share = ticks[at + 2] / all[row];
      const time = { selfNs: selfNs[row] * share, hitCount: taken[row].length * share };
      const lineNumber = ticks[at + 1];
      ofNode[row].push(this.#line(row, { ...time, lineNumber, taken: taken[row] }));
    }
    for (let row = selfNs.length - 1; row > 0; row--) {
      if (all[row] === 0 && (selfNs[row] > 0 || taken[row].length > 0)) {
        const time = { selfNs: selfNs[row], hitCount: taken[row].length };
        ofNode[row].push(this.#line(row, { ...time, lineNumber: 0, taken: taken[row] }));
      }
      const parent = nodes[row * NODE];
      const [lineNumber, columnNumber] = [nodes[row * NODE + 4], nodes[row * NODE + 5]];
      const children = ofNode[row];
      // the outermost functions have no caller, and a line of their own in place of its
      const line = parent === 0 ? 0 : lineNumber;
      const isAwaited = this.facts.awaited?.has(row) ? { isAwaited: true } : {};
      const call = { lineNumber: line, selfNs: 0, hitCount: 0, columnNumber, children };
      ofNode[parent].push(this.#line(parent, { ...call, ...isAwaited }));
    }
    const { knowsInlined = false } = this.facts;
    const root = { lineNumber: 0, selfNs: 0, hitCount: 0, children: ofNode[0], knowsInlined };
    return this.#line(0, root);
  }

  #line(
    row: number,
    facts: Omit<SampledLine, 'name' | 'scriptName' | 'children'> & {
      readonly children?: readonly SampledLine[];
    }
  ): SampledLine {
    const { nodes } = this.tree;
    const name = this.strings[nodes[row * NODE + 1]];
    const scriptName = this.strings[nodes[row * NODE + 2]];
    return { name, scriptName, children: [], ...facts };
  }
}
