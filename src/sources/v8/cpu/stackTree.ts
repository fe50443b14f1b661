import type { Profiler, Runtime } from 'node:inspector';
import type { StackBuilder } from '../../../model/build/stackBuilder';
import { FrameKind } from '../../../model/profile/profile';
import type { CallFrames, KnownFunction } from './callFrames';
import { type SampledCaller, functionKey, isSynchronousFileCall } from './fileWaits';

/** The stack of nodes whose thread was idle. */
export const IDLE = -1;

/** The row for nodes without shown frames. */
const NOTHING = -1;

/** The facts about a node, a bit each. */
const Flag = {
  /** The profiler's code leads to it, and none of users and libraries, */
  byProfiler: 1,
  /** or some of theirs does; neither for Node's own. */
  byCode: 2,
  /** It stands for a thread which is blocked. */
  blocked: 4,
  /** It is in a synchronous call of `node:fs`, */
  ofFiles: 8,
  /** in the profiler's own work when the user's code calls it, */
  ofProfiler: 16,
  /** in what Node calls for hooks, */
  ofHooks: 32,
  /** in a clock or stack that the profiler reads, */
  ofReader: 64,
  /** or in the profiler's own work within code. */
  aside: 128,
  /** Its shown frame awaited the next frame shown below it. */
  awaiting: 256,
  /** The function above it is the user's. */
  byUsers: 512
} as const;

/** Those that what a node calls does not have of it. */
const OWN = Flag.ofReader | Flag.aside | Flag.byUsers;

/** Those that the code of users and libraries does not have of what leads to it. */
const OF_RUNTIME = Flag.byProfiler | Flag.ofReader | Flag.ofHooks | Flag.awaiting;

/** Functions by which the profiler reads a clock or a stack, in Node and in native code. */
const READERS: readonly string[] = ['hrtimeBigInt', 'hrtime', 'now', 'get stack'];

/** The stacks of V8's tree; nodes that show the same frames share one row. */
export class StackTree {
  /** For each node, by its place in the list, the row of the frames shown of it and its callers. */
  readonly #shown: Int32Array;
  /** For each node, those of {@link Flag} that are true of it. */
  readonly #flags: Uint16Array;
  /** For each node the innermost function of the user's own code: an index in the list, or -1. */
  readonly #caller: Int32Array;
  /** For each node, the row of the frames shown of its callers. */
  readonly #prefix: Int32Array;
  readonly #placeOfId: Int32Array;
  /** For each node id the row of its stack, or {@link IDLE}. */
  readonly #stackOfNode: Int32Array;
  /** For each node id one of {@link FrameKind}. */
  readonly #kindOfNode: Uint8Array;

  /** `awaited` are the nodes whose function the node above awaited. */
  constructor(
    private readonly nodes: readonly Profiler.ProfileNode[],
    private readonly frames: CallFrames,
    private readonly stacks: StackBuilder,
    private readonly awaited: ReadonlySet<number> = new Set()
  ) {
    this.#shown = new Int32Array(nodes.length).fill(NOTHING);
    this.#flags = new Uint16Array(nodes.length);
    this.#caller = new Int32Array(nodes.length).fill(-1);
    this.#prefix = new Int32Array(nodes.length).fill(NOTHING);
    this.#placeOfId = new Int32Array(nodes.reduce((last, { id }) => Math.max(last, id), 0) + 1);
    nodes.forEach(({ id }, place) => (this.#placeOfId[id] = place));
    this.#stackOfNode = new Int32Array(this.#placeOfId.length);
    this.#kindOfNode = new Uint8Array(this.#placeOfId.length);
    this.#addStacks();
  }

  /** The row of the stack of a thread whose event loop ran none of its code. */
  get loopRow(): number {
    return this.stacks.stack(-1, this.frames.programRow());
  }

  /** The row of the stack of a node, or {@link IDLE}. */
  stack(id: number): number {
    return this.#stackOfNode[id];
  }

  /** The kind of the function of a node, one of {@link FrameKind}. */
  kind(id: number): number {
    return this.#kindOfNode[id];
  }

  /** The function of a node. */
  callFrame(id: number): Runtime.CallFrame {
    return this.nodes[this.#placeOfId[id]].callFrame;
  }

  /** True if the thread is certainly blocked: that is neither its own time nor that of its event loop. */
  isBlocked(id: number): boolean {
    return this.#is(id, Flag.blocked);
  }

  /** True in a synchronous call of `node:fs` that is not the profiler's. */
  isOfFiles(id: number): boolean {
    return this.#is(id, Flag.ofFiles);
  }

  /** True in the profiler's own work within code, such as its hooks: garbage that is collected then is of what ran before. */
  isAside(id: number): boolean {
    return this.#is(id, Flag.aside);
  }

  /** The innermost function of the user's own code on the stack of a node. */
  callerOf(id: number): SampledCaller | null {
    const place = this.#caller[this.#placeOfId[id]];
    if (place < 0) return null;
    const { callFrame } = this.nodes[place];
    const { functionName, url: script, columnNumber } = callFrame;
    const key = functionKey(functionName, script, columnNumber + 1);
    return { key, script, prefix: this.#prefix[place], frame: this.frames.row(callFrame) };
  }

  /** The row of the stack of the garbage collector, called by that of a node. */
  collectorIn(caller: number, collector: number): number {
    const shown = this.#shown[this.#placeOfId[caller]];
    return this.stacks.stack(shown, this.frames.row(this.callFrame(collector)));
  }

  #is(id: number, flag: number): boolean {
    return (this.#flags[this.#placeOfId[id]] & flag) !== 0;
  }

  #addStacks(): void {
    const open = this.#roots();
    // V8's nodes of a function have one frame in common
    const functions = new Map<Runtime.CallFrame, KnownFunction>();
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      const { callFrame } = this.nodes[place];
      let known = functions.get(callFrame);
      if (known === undefined) {
        known = this.frames.known(callFrame);
        functions.set(callFrame, known);
      }
      this.#visit(place, known, open);
    }
  }

  /** Adds the stack of the node at `place`, which inherits from its caller, and hands on to those that it calls. */
  #visit(place: number, known: KnownFunction, open: number[]): void {
    const { id, callFrame, children = [] } = this.nodes[place];
    let flags = this.#flags[place];
    if (this.awaited.has(id)) flags |= Flag.awaiting;
    flags = this.#enter(callFrame, { place, known, flags });
    flags = this.#note(callFrame, { place, known, flags });
    const shown = this.#shown[place];
    const isOwn = known.isInternal || (flags & (Flag.ofReader | Flag.ofHooks)) !== 0;
    if (isOwn && shown !== NOTHING) flags |= Flag.aside;
    this.#flags[place] = flags;
    this.#stackOfNode[id] = this.#stackOf(callFrame, shown, flags);
    this.#kindOfNode[id] = known.kind;
    const caller = this.#caller[place];
    const mayRead = known.isInternal || (flags & Flag.ofReader) !== 0;
    const inherited = (flags & ~OWN) | (caller === place ? Flag.byUsers : 0);
    for (const below of children) {
      const child = this.#placeOfId[below];
      this.#shown[child] = shown;
      this.#prefix[child] = shown;
      this.#caller[child] = caller;
      const reads = mayRead && READERS.includes(this.nodes[child].callFrame.functionName);
      this.#flags[child] = reads ? inherited | Flag.ofReader : inherited;
      open.push(child);
    }
  }

  /** Nodes without a parent. */
  #roots(): number[] {
    const isChild = new Uint8Array(this.nodes.length);
    for (const { children = [] } of this.nodes) {
      for (const id of children) isChild[this.#placeOfId[id]] = 1;
    }
    return [...this.nodes.keys()].filter(place => isChild[place] === 0);
  }

  /** Adds the frame of a node; returns its flags. */
  #enter(callFrame: Runtime.CallFrame, { place, known, flags }: Visited): number {
    const { frames } = this;
    if (frames.isRoot(callFrame)) return flags;
    if (known.isInternal) {
      if ((flags & Flag.byCode) !== 0) return flags;
      this.#shown[place] = NOTHING;
      return (flags & ~Flag.awaiting) | Flag.byProfiler;
    }
    if (frames.callsHooks(callFrame)) return flags | Flag.ofHooks;
    const { kind } = known;
    const isCode = kind === FrameKind.user || kind === FrameKind.library;
    if (!isCode && (flags & (Flag.byProfiler | Flag.ofReader)) !== 0) return flags;
    const shown = this.#shown[place];
    const isAwaited = (flags & Flag.awaiting) !== 0 && shown !== NOTHING;
    this.#shown[place] = this.stacks.stack(shown, frames.row(callFrame), 0, isAwaited);
    return isCode ? (flags & ~OF_RUNTIME) | Flag.byCode : flags & ~Flag.awaiting;
  }

  /**
   * Notes whether the function of a node blocks, calls `node:fs`, or is the user's; its callees inherit that. Returns the
   * flags.
   */
  #note(callFrame: Runtime.CallFrame, { place, known, flags }: Visited): number {
    let noted = flags;
    if (known.isInternal) {
      if (this.frames.isBlocked(callFrame)) noted |= Flag.blocked;
      if ((flags & Flag.byUsers) !== 0) noted |= Flag.ofProfiler;
    }
    const { functionName, url } = callFrame;
    if ((noted & Flag.ofProfiler) === 0 && isSynchronousFileCall(functionName, url)) {
      noted |= Flag.ofFiles;
    }
    if (known.kind !== FrameKind.user || !this.frames.isShown(callFrame)) return noted;
    this.#caller[place] = place;
    return noted & ~(Flag.ofFiles | Flag.ofProfiler);
  }

  #stackOf(callFrame: Runtime.CallFrame, shown: number, flags: number): number {
    if ((flags & Flag.blocked) !== 0 || this.frames.isIdle(callFrame)) return IDLE;
    return shown >= 0 ? shown : this.loopRow;
  }
}

/** A node, by its place in the list, with its function and the flags that it has so far. */
interface Visited {
  readonly place: number;
  readonly known: KnownFunction;
  readonly flags: number;
}
