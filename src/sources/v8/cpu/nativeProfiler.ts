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
  const frames = new NodeFrames(strings);
  const nodes: (Profiler.ProfileNode & {
    hitCount: number;
    children?: number[];
    positionTicks?: Profiler.PositionTickInfo[];
  })[] = [];
  for (let at = 0; at < tree.nodes.length; at += NODE) {
    const id = nodes.length + 1;
    nodes.push({ id, callFrame: frames.at(tree.nodes.subarray(at, at + NODE)), hitCount: 0 });
    const parent = tree.nodes[at];
    if (parent >= 0) (nodes[parent].children ??= []).push(id);
  }
  for (const row of tree.samples) nodes[row].hitCount++;
  for (let at = 0; at < tree.ticks.length; at += TICK) {
    const [row, line, ticks] = tree.ticks.subarray(at, at + TICK);
    (nodes[row].positionTicks ??= []).push({ line, ticks });
  }
  return nodes;
}

interface KnownFrame {
  readonly node: Int32Array;
  readonly frame: Runtime.CallFrame;
}

/** True for two nodes that differ in nothing but the one above. */
function isSameFunction(a: Int32Array, b: Int32Array): boolean {
  for (let at = 1; at < NODE; at++) if (a[at] !== b[at]) return false;
  return true;
}

/** The functions of nodes, each once. */
class NodeFrames {
  /** By script, and by a hash of the place in it: the nodes in which functions came first, with their frames. */
  readonly #frames = new Map<number, Map<number, KnownFrame[]>>();
  readonly #urls = new Map<number, string>();

  constructor(private readonly strings: readonly string[]) {}

  at(node: Int32Array): Runtime.CallFrame {
    const [, name, scriptName, script, line, column] = node;
    const ofScript = this.#frames.get(script) ?? new Map<number, KnownFrame[]>();
    this.#frames.set(script, ofScript);
    const place = Math.imul(line, 0x9e3779b1) ^ column;
    const alike = ofScript.get(place) ?? [];
    const known = alike.find(({ node: other }) => isSameFunction(other, node));
    if (known !== undefined) return known.frame;
    const frame = {
      functionName: this.strings[name],
      scriptId: String(script),
      url: this.#urlOf(scriptName),
      lineNumber: line - 1,
      columnNumber: column - 1
    };
    ofScript.set(place, [...alike, { node, frame }]);
    return frame;
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
