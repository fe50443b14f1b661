import type { Profiler, Runtime } from 'node:inspector';
import type { StackBuilder } from '../../../model/build/stackBuilder';
import { FrameKind } from '../../../model/profile/profile';
import type { CallFrames } from './callFrames';
import { type SampledCaller, functionKey, isSynchronousFileCall } from './fileWaits';

/** The stack of nodes whose thread was idle. */
export const IDLE = -1;

/** The row for nodes without shown frames. */
const NOTHING = -1;

/** The code that leads to a node: none of users and libraries, only the profiler's, or some of theirs. */
const Led = { byRuntime: 0, byProfiler: 1, byCode: 2 } as const;

/** Functions by which the profiler reads a clock or a stack, in Node and in native code. */
const READERS: readonly string[] = ['hrtimeBigInt', 'hrtime', 'now', 'get stack'];

/** The stacks of V8's tree; nodes that show the same frames share one row. */
export class StackTree {
  /** For each node, by its place in the list, the row of the frames shown of it and its callers. */
  readonly #shown: Int32Array;
  /** One of {@link Led} for each node. */
  readonly #led: Uint8Array;
  /** 1 for each node that stands for a thread which is blocked. */
  readonly #blocked: Uint8Array;
  /** 1 for each node in a synchronous call of `node:fs`. */
  readonly #ofFiles: Uint8Array;
  /** 1 for each node in the profiler's own work when the user's code calls it. */
  readonly #ofProfiler: Uint8Array;
  /** 1 for each node in a clock or stack that the profiler reads. */
  readonly #ofReader: Uint8Array;
  /** 1 for each node in what Node calls for hooks. */
  readonly #ofHooks: Uint8Array;
  /** 1 for each node in the profiler's own work within code. */
  readonly #aside: Uint8Array;
  /** For each node the innermost function of the user's own code: an index in the list, or -1. */
  readonly #caller: Int32Array;
  /** For each node the one that called it: an index in the list, or -1. */
  readonly #parent: Int32Array;
  /** For each node, the row of the frames shown of its callers. */
  readonly #prefix: Int32Array;
  readonly #placeOfId: Int32Array;
  /** For each node id the row of its stack, or {@link IDLE}. */
  readonly #stackOfNode: Int32Array;
  /** For each node id one of {@link FrameKind}. */
  readonly #kindOfNode: Uint8Array;

  /** 1 for each node whose shown frame awaited the next frame shown below it. */
  readonly #isAwaiting: Uint8Array;

  /** `awaited` are the nodes whose function the node above awaited. */
  constructor(
    private readonly nodes: readonly Profiler.ProfileNode[],
    private readonly frames: CallFrames,
    private readonly stacks: StackBuilder,
    private readonly awaited: ReadonlySet<number> = new Set()
  ) {
    this.#isAwaiting = new Uint8Array(nodes.length);
    this.#shown = new Int32Array(nodes.length).fill(NOTHING);
    this.#led = new Uint8Array(nodes.length);
    this.#blocked = new Uint8Array(nodes.length);
    this.#ofFiles = new Uint8Array(nodes.length);
    this.#ofProfiler = new Uint8Array(nodes.length);
    this.#ofReader = new Uint8Array(nodes.length);
    this.#ofHooks = new Uint8Array(nodes.length);
    this.#aside = new Uint8Array(nodes.length);
    this.#caller = new Int32Array(nodes.length).fill(-1);
    this.#parent = new Int32Array(nodes.length).fill(-1);
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
    return this.#blocked[this.#placeOfId[id]] === 1;
  }

  /** True in a synchronous call of `node:fs` that is not the profiler's. */
  isOfFiles(id: number): boolean {
    return this.#ofFiles[this.#placeOfId[id]] === 1;
  }

  /** True in the profiler's own work within code, such as its hooks: garbage that is collected then is of what ran before. */
  isAside(id: number): boolean {
    return this.#aside[this.#placeOfId[id]] === 1;
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

  #addStacks(): void {
    const open = this.#roots();
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      const node = this.nodes[place];
      if (this.awaited.has(node.id)) this.#isAwaiting[place] = 1;
      this.#enter(node.callFrame, place);
      this.#note(node.callFrame, place);
      const isOwn = this.#ofReader[place] === 1 || this.frames.isInternal(node.callFrame);
      const isAside = isOwn || this.#ofHooks[place] === 1;
      if (isAside && this.#shown[place] !== NOTHING) this.#aside[place] = 1;
      this.#stackOfNode[node.id] = this.#stackOf(node.callFrame, place);
      this.#kindOfNode[node.id] = this.frames.kindOf(node.callFrame);
      for (const id of node.children ?? []) {
        const child = this.#placeOfId[id];
        this.#shown[child] = this.#shown[place];
        this.#isAwaiting[child] = this.#isAwaiting[place];
        this.#led[child] = this.#led[place];
        this.#prefix[child] = this.#shown[place];
        this.#blocked[child] = this.#blocked[place];
        this.#ofFiles[child] = this.#ofFiles[place];
        this.#ofProfiler[child] = this.#ofProfiler[place];
        this.#ofHooks[child] = this.#ofHooks[place];
        this.#ofReader[child] = this.#isReader(place, id) ? 1 : 0;
        this.#caller[child] = this.#caller[place];
        this.#parent[child] = place;
        open.push(child);
      }
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

  /** Visits the node at `place`, which inherits from its caller, and adds its frame. */
  #enter(callFrame: Runtime.CallFrame, place: number): void {
    const { frames } = this;
    const shown = this.#shown;
    const led = this.#led;
    if (frames.isRoot(callFrame)) return;
    if (frames.isInternal(callFrame)) {
      if (led[place] === Led.byCode) return;
      led[place] = Led.byProfiler;
      shown[place] = NOTHING;
      this.#isAwaiting[place] = 0;
      return;
    }
    if (frames.callsHooks(callFrame)) {
      this.#ofHooks[place] = 1;
      return;
    }
    const kind = frames.kindOf(callFrame);
    const isCode = kind === FrameKind.user || kind === FrameKind.library;
    if ((led[place] === Led.byProfiler || this.#ofReader[place] === 1) && !isCode) return;
    const isAwaited = this.#isAwaiting[place] === 1 && shown[place] !== NOTHING;
    shown[place] = this.stacks.stack(shown[place], frames.row(callFrame), 0, isAwaited);
    this.#isAwaiting[place] = 0;
    if (!isCode) return;
    [led[place], this.#ofReader[place], this.#ofHooks[place]] = [Led.byCode, 0, 0];
  }

  /** Whether the node `id`, called by that at `caller`, is in what the profiler reads: to the user it is that call. */
  #isReader(caller: number, id: number): boolean {
    const { callFrame } = this.nodes[caller];
    const isAsked = this.#ofReader[caller] === 1 || this.frames.isInternal(callFrame);
    return isAsked && READERS.includes(this.callFrame(id).functionName);
  }

  /** Notes whether the function of a node blocks, calls `node:fs`, or is the user's; its callees inherit that. */
  #note(callFrame: Runtime.CallFrame, place: number): void {
    const { functionName, url } = callFrame;
    if (this.frames.isBlocked(callFrame)) this.#blocked[place] = 1;
    const isAsked = this.#parent[place] >= 0 && this.#caller[place] === this.#parent[place];
    if (isAsked && this.frames.isInternal(callFrame)) this.#ofProfiler[place] = 1;
    if (this.#ofProfiler[place] === 0 && isSynchronousFileCall(functionName, url)) {
      this.#ofFiles[place] = 1;
    }
    const isUsers =
      this.frames.isShown(callFrame) && this.frames.kindOf(callFrame) === FrameKind.user;
    if (!isUsers) return;
    [this.#caller[place], this.#ofFiles[place], this.#ofProfiler[place]] = [place, 0, 0];
  }

  #stackOf(callFrame: Runtime.CallFrame, place: number): number {
    if (this.#blocked[place] === 1 || this.frames.isIdle(callFrame)) return IDLE;
    const shown = this.#shown[place];
    return shown >= 0 ? shown : this.loopRow;
  }
}
