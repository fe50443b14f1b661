import type { Profiler, Runtime } from 'node:inspector';
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  NODE_COLUMNS,
  type NativeCpuSampler,
  type SampledColumns,
  type SampledTree,
  TICK_COLUMNS,
  V8AddonUnavailableError,
  loadV8Addon
} from '../../../native/v8Addon';
import { type AwaitedColumns, type AwaitedStretches, withAwaits } from './awaitedStacks';
import { SampledLines } from './sampledLines';
import { InspectorProfiler, type V8CpuProfile, type V8Profiler } from './v8Profiler';

const NODE = NODE_COLUMNS.length;
const TICK = TICK_COLUMNS.length;

/** Our own sampler: V8's profiler, with the lines of calls of the same samples. */
export class NativeProfiler implements V8Profiler {
  readonly noLines = null;
  #marks: Float64Array | null = null;
  readonly alwaysSamples = false;
  readonly #open = new Set<string>();
  #isAttached = false;
  #isKept = false;

  constructor(private readonly sampler: NativeCpuSampler) {}

  get marks(): Float64Array {
    return (this.#marks ??= this.sampler.marks());
  }

  attach(intervalUs: number): void {
    this.sampler.attach(intervalUs);
    this.#isAttached = true;
  }

  open(withLines: boolean, budget: number): string {
    const handle = String(this.sampler.start(withLines, budget));
    this.#open.add(handle);
    return handle;
  }

  share(handle: string, about: string): number {
    this.sampler.share(Number(handle), about);
    return Number(handle);
  }

  close(handle: string): V8CpuProfile | undefined {
    const columns = this.closeColumns(handle);
    return columns && profileOf(columns);
  }

  closeColumns(handle: string): SampledColumns | undefined {
    const columns = this.sampler.stop(Number(handle));
    this.#open.delete(handle);
    this.#detachUnlessUsed();
    return columns;
  }

  keep(): void {
    this.#isKept = true;
  }

  letGo(): void {
    this.#isKept = false;
    this.#detachUnlessUsed();
  }

  leave(): void {
    this.sampler.leave();
  }

  dispose(): void {
    this.#detach();
    this.#open.clear();
    this.#isKept = false;
  }

  #detachUnlessUsed(): void {
    if (this.#open.size === 0 && !this.#isKept) this.#detach();
  }

  #detach(): void {
    if (this.#isAttached) this.sampler.detach();
    this.#isAttached = false;
  }
}

/** The profile of samples, of which those in stretches that others awaited are below these. */
export function recordedProfile(
  columns: SampledColumns,
  awaited: AwaitedStretches | undefined
): V8CpuProfile {
  return profileOf(awaited ? withAwaits(columns, awaited) : columns);
}

/** The profile that V8's inspector would give, and the lines of calls. */
export function profileOf(columns: SampledColumns | AwaitedColumns): V8CpuProfile {
  const { startTime, endTime, times, intervals, functions, lines, strings, clock } = columns;
  const timeDeltas = Array.from(times, (time, at) => time - (at === 0 ? startTime : times[at - 1]));
  const awaited = 'awaited' in columns ? columns.awaited : undefined;
  const { knowsInlined = false } = columns;
  const profile = {
    nodes: nodesOf(functions, strings),
    startTime,
    endTime,
    samples: Array.from(functions.samples, row => row + 1),
    timeDeltas,
    intervals,
    knowsInlined,
    ...(clock && { clock }),
    ...(awaited && { awaited: new Set([...awaited.functions].map(row => row + 1)) })
  };
  return lines === undefined
    ? profile
    : {
        ...profile,
        callLines: new SampledLines(lines, strings, { awaited: awaited?.lines, knowsInlined })
      };
}

function nodesOf(tree: SampledTree, strings: readonly string[]): Profiler.ProfileNode[] {
  const frames = new NodeFrames(tree.nodes, strings);
  const nodes: (Profiler.ProfileNode & {
    hitCount: number;
    children?: number[];
    positionTicks?: Profiler.PositionTickInfo[];
  })[] = [];
  for (let at = 0; at < tree.nodes.length; at += NODE) {
    const id = nodes.length + 1;
    nodes.push({ id, callFrame: frames.at(at), hitCount: 0 });
    const parent = tree.nodes[at];
    if (parent >= 0) (nodes[parent].children ??= []).push(id);
  }
  for (const row of tree.samples) nodes[row].hitCount++;
  for (let at = 0; at < tree.ticks.length; at += TICK) {
    const { positionTicks = [] } = nodes[tree.ticks[at]];
    nodes[tree.ticks[at]].positionTicks = positionTicks;
    positionTicks.push({ line: tree.ticks[at + 1], ticks: tree.ticks[at + 2] });
  }
  return nodes;
}

interface KnownFrame {
  /** Where the columns of the node in which it came first begin. */
  readonly at: number;
  readonly frame: Runtime.CallFrame;
}

/** The functions of nodes, each once. */
class NodeFrames {
  /** By script, and by a hash of the place in it: the nodes in which functions came first, with their frames. */
  readonly #frames = new Map<number, Map<number, KnownFrame[]>>();
  readonly #urls = new Map<number, string>();

  constructor(
    private readonly nodes: Int32Array,
    private readonly strings: readonly string[]
  ) {}

  /** The frame of the node whose columns begin at `at`. */
  at(at: number): Runtime.CallFrame {
    const { nodes } = this;
    const line = nodes[at + 4];
    const column = nodes[at + 5];
    const alike = this.#alike(nodes[at + 3], Math.imul(line, 0x9e3779b1) ^ column);
    for (const known of alike) if (this.#isSame(known.at, at)) return known.frame;
    const frame = {
      functionName: this.strings[nodes[at + 1]],
      scriptId: String(nodes[at + 3]),
      url: this.#urlOf(nodes[at + 2]),
      lineNumber: line - 1,
      columnNumber: column - 1
    };
    alike.push({ at, frame });
    return frame;
  }

  /** The functions of a script with one hash of their place. */
  #alike(script: number, place: number): KnownFrame[] {
    let ofScript = this.#frames.get(script);
    if (ofScript === undefined) {
      ofScript = new Map<number, KnownFrame[]>();
      this.#frames.set(script, ofScript);
    }
    let alike = ofScript.get(place);
    if (alike === undefined) ofScript.set(place, (alike = []));
    return alike;
  }

  /** Whether two nodes have one function: all columns but their callers. */
  #isSame(one: number, other: number): boolean {
    const { nodes } = this;
    for (let column = 1; column < NODE; column++) {
      if (nodes[one + column] !== nodes[other + column]) return false;
    }
    return true;
  }

  /** As Node's inspector names scripts. */
  #urlOf(scriptName: number): string {
    const known = this.#urls.get(scriptName);
    if (known !== undefined) return known;
    const name = this.strings[scriptName];
    const url = isAbsolute(name) ? pathToFileURL(name).href : name;
    this.#urls.set(scriptName, url);
    return url;
  }
}

/**
 * The way to V8's profiler of this thread: our own sampler from `folder`, by default that of the package, or where it
 * has none for this system and this Node the inspector.
 */
export function createV8Profiler(folder?: string): V8Profiler {
  try {
    return new NativeProfiler(loadV8Addon(folder).sampler);
  } catch (error) {
    if (!(error instanceof V8AddonUnavailableError)) throw error;
    return new InspectorProfiler(error.message);
  }
}
