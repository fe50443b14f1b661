import { FrameKind, type Profile } from '../../model/profile/profile';

/** A node of V8's call tree. */
export interface CallNode {
  readonly id: number;
  /** Row of its function, or -1 for what V8 itself names. */
  readonly frame: number;
  /** `(root)` or `(idle)`; empty for a function. */
  readonly name: string;
  readonly children: number[];
  /** Samples with this node innermost. */
  hits: number;
  /** {@link hits} by one-based line, where the line is known. */
  readonly ticks: Map<number, number>;
}

const ROOT = '(root)';

/**
 * The call tree of V8: one node for each path of functions, whatever their lines. Nodes are created on
 * request, the root first; their ids count from 1.
 */
export class CpuprofileTree {
  readonly nodes: CallNode[] = [];
  readonly #root = this.#add(-1, ROOT, null);
  #idle: CallNode | null = null;
  readonly #byStack = new Map<number, CallNode>();
  readonly #byPath = new Map<number, CallNode>();

  constructor(private readonly profile: Profile) {}

  /** Counts a sample with that stack, -1 for an idle thread, and returns its node. */
  addSample(stack: number): CallNode {
    const node =
      stack < 0 ? (this.#idle ??= this.#add(-1, '(idle)', this.#root)) : this.#nodeOf(stack);
    node.hits++;
    const line = stack < 0 ? 0 : this.profile.stacks.line[stack];
    if (line > 0) node.ticks.set(line, (node.ticks.get(line) ?? 0) + 1);
    return node;
  }

  /** Counts a sample of a time of which nothing is known: in no function. */
  addNothing(): CallNode {
    this.#root.hits++;
    return this.#root;
  }

  #nodeOf(stack: number): CallNode {
    const { prefix } = this.profile.stacks;
    const path: number[] = [];
    let row = stack;
    for (; row >= 0 && !this.#byStack.has(row); row = prefix[row]) path.push(row);
    let node = this.#byStack.get(row) ?? this.#root;
    for (const inner of path.reverse()) {
      node = this.#enter(node, inner);
      this.#byStack.set(inner, node);
    }
    return node;
  }

  /**
   * The node of a stack whose caller has the node `above`. In V8's profiles garbage is collected by the
   * root; their readers charge it to the code that ran before.
   */
  #enter(above: CallNode, stack: number): CallNode {
    const { frames, stacks } = this.profile;
    const frame = stacks.frame[stack];
    const caller = frames.kind[frame] === FrameKind.gc ? this.#root : above;
    if (caller === this.#root && this.#isRoot(frame)) return caller;
    const key = caller.id * frames.length + frame;
    const known = this.#byPath.get(key);
    if (known) return known;
    const node = this.#add(frame, '', caller);
    this.#byPath.set(key, node);
    return node;
  }

  #isRoot(frame: number): boolean {
    const { frames, strings } = this.profile;
    return frames.kind[frame] === FrameKind.program && strings[frames.name[frame]] === ROOT;
  }

  #add(frame: number, name: string, caller: CallNode | null): CallNode {
    const node = {
      id: this.nodes.length + 1,
      frame,
      name,
      children: [],
      hits: 0,
      ticks: new Map()
    };
    this.nodes.push(node);
    caller?.children.push(node.id);
    return node;
  }
}
