import { NODE_COLUMNS, type SampledTree, TICK_COLUMNS } from '../../../native/v8Addon';
import type { TimedNode } from './seenCalls';

/** A line on sampled stacks, with its samples and their time. */
export interface SampledLine extends TimedNode {
  /** Samples whose innermost line it was. */
  readonly hitCount: number;
  readonly children: readonly SampledLine[];
}

/** A line that is being made. */
type OpenLine = { -readonly [Key in keyof SampledLine]: SampledLine[Key] };

/** What is known of the rows of a tree. */
interface LineFacts {
  /** Those whose function nobody called, but awaited. */
  readonly awaited?: ReadonlySet<number>;
  /** Whether code that was inlined has its own function and line. */
  readonly knowsInlined?: boolean;
}

const NODE = NODE_COLUMNS.length;
const TICK = TICK_COLUMNS.length;

const NONE: readonly number[] = [];

/** The samples of each row of a tree that has some: most are callers alone. */
function samplesByRow(samples: SampledTree['samples']): ReadonlyMap<number, readonly number[]> {
  const taken = new Map<number, number[]>();
  for (let at = 0; at < samples.length; at++) {
    const row = samples[at];
    const own = taken.get(row);
    if (own !== undefined) own.push(at);
    else if (row >= 0) taken.set(row, [at]);
  }
  return taken;
}

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
    const taken = samplesByRow(samples);
    for (const [row, own] of taken) for (const at of own) selfNs[row] += timesNs[at];
    const ofNode: SampledLine[][] = [];
    for (let row = 0; row < selfNs.length; row++) ofNode.push([]);
    const all = new Float64Array(selfNs.length);
    for (let at = 0; at < ticks.length; at += TICK) all[ticks[at]] += ticks[at + 2];
    for (let at = 0; at < ticks.length; at += TICK) {
      const row = ticks[at];
      const share = ticks[at + 2] / all[row];
      const line = this.#line(row, ticks[at + 1], []);
      line.selfNs = selfNs[row] * share;
      line.taken = taken.get(row) ?? NONE;
      line.hitCount = line.taken.length * share;
      ofNode[row].push(line);
    }
    for (let row = selfNs.length - 1; row > 0; row--) {
      const own = taken.get(row);
      if (all[row] === 0 && own !== undefined) {
        const line = this.#line(row, 0, []);
        line.selfNs = selfNs[row];
        line.hitCount = own.length;
        line.taken = own;
        ofNode[row].push(line);
      }
      const parent = nodes[row * NODE];
      // the outermost functions have no caller, and a line of their own in place of its
      const call = this.#line(parent, parent === 0 ? 0 : nodes[row * NODE + 4], ofNode[row]);
      call.columnNumber = nodes[row * NODE + 5];
      call.isAwaited = this.facts.awaited?.has(row) ?? false;
      ofNode[parent].push(call);
    }
    const root = this.#line(0, 0, ofNode[0]);
    root.knowsInlined = this.facts.knowsInlined ?? false;
    return root;
  }

  /** A line without time of the function of a node. All have one shape, as every row of a profile has some. */
  #line(row: number, lineNumber: number, children: readonly SampledLine[]): OpenLine {
    const { nodes } = this.tree;
    return {
      name: this.strings[nodes[row * NODE + 1]],
      scriptName: this.strings[nodes[row * NODE + 2]],
      lineNumber,
      columnNumber: 0,
      selfNs: 0,
      hitCount: 0,
      isAwaited: false,
      knowsInlined: false,
      taken: undefined,
      children
    };
  }
}
