import { ANONYMOUS } from '../../model/profile/frameNames';
import { FrameKind } from '../../model/profile/profile';
import { growing } from '../../model/profile/columns';
import type { ImportedTrace } from '../shared/imported/importedTrace';
import { lineNumber } from '../shared/imported/importedFrames';
import { isCrowdedJson } from '../shared/text/crowdedJson';
import { finiteOf, objectOf, textOf } from './boundedJson';
import { ABSENT, type ChromeEvent } from './chromeEvent';

/** Bytes of one chunk of samples: all of it becomes objects. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Frames that one stack may have. */
const MAX_DEPTH = 10_000;

/** V8's names for what is no function: the bottom of stacks, waiting, and its own work. */
const NO_FUNCTIONS: readonly string[] = ['(root)', '(idle)'];
const COLLECTOR = '(garbage collector)';
const PROGRAM = '(program)';

/** What an event says of a profile: that it begins, some of its samples, or all of it. */
type Part = 'Profile' | 'ProfileChunk' | 'CpuProfile';

interface StoredPart {
  readonly part: Part;
  readonly time: number;
  readonly profile: string;
  readonly row: number;
  readonly from: number;
  readonly to: number;
}

type Json = Readonly<Record<string, unknown>>;

/** A node of a call tree: what was called, and by which node. */
interface Node {
  readonly name: string;
  readonly file: string;
  /** Counted from 1; 0 if unknown. */
  readonly line: number;
  readonly column: number;
  readonly parent: string | null;
}

/** The samples of one thread: a node each, and the time since the one before, microseconds. */
interface Samples {
  readonly row: number;
  readonly nodes: Map<string, Node>;
  readonly node: string[];
  readonly delta: ReturnType<typeof growing.float64>;
  startUs: number;
  endUs: number;
}

/**
 * CPU samples in a trace: those of V8 in events, as Chrome writes them, and those of the whole file in
 * `samples` and `stackFrames`. A sample lasts until the next one of its thread.
 */
export class ChromeSamples {
  readonly #parts: StoredPart[] = [];
  /** Where `samples` and `stackFrames` are in the file. */
  readonly #lists = { samples: [0, 0], stackFrames: [0, 0] };

  constructor(
    private readonly bytes: Uint8Array,
    private readonly trace: ImportedTrace,
    private readonly kindOf: (url: string) => number,
    private readonly baseUs: number
  ) {}

  /** Takes an event with samples, of the thread `row`; false for any other. */
  take(event: ChromeEvent, row: () => number): boolean {
    const part = this.trace.texts.at(event.name);
    if (part !== 'Profile' && part !== 'ProfileChunk' && part !== 'CpuProfile') return false;
    const { id, pid, tid, time, argsFrom: from, argsTo: to } = event;
    const profile = `${pid} ${id === ABSENT ? `thread ${tid}` : id}`;
    this.#parts.push({ part, time, profile, row: row(), from, to });
    return true;
  }

  /** Takes a member of the document at some bytes. */
  takeMember(key: 'samples' | 'stackFrames', from: number, to: number): void {
    this.#lists[key] = [from, to];
  }

  /** Adds all samples to the trace; `thread` is the row of a thread. Once, at the end. */
  finish(thread: (pid: string, tid: string) => number): void {
    const profiles = new Map<string, Samples>();
    for (const stored of this.#parts.sort((a, b) => a.time - b.time)) {
      this.#readPart(stored, profiles);
    }
    for (const samples of profiles.values()) this.#add(samples);
    for (const samples of this.#readLists(thread)) this.#add(samples);
  }

  #readPart({ part, time, profile, row, from, to }: StoredPart, into: Map<string, Samples>): void {
    const data = objectOf(objectOf(this.#json(from, to))?.data);
    if (data === null) return;
    if (part !== 'ProfileChunk') into.set(profile, emptySamples(row));
    const samples = into.get(profile);
    if (samples === undefined) {
      this.trace.notes.addUnread('CPU samples without the beginning of their profile');
      return;
    }
    const tree = objectOf(data.cpuProfile) ?? {};
    for (const facts of [data, tree]) {
      samples.startUs = finiteOf(facts, 'startTime') ?? samples.startUs;
      samples.endUs = finiteOf(facts, 'endTime') ?? samples.endUs;
      readNodes(facts.nodes, samples.nodes);
      for (const node of listOf(facts.samples)) samples.node.push(String(node));
      for (const delta of listOf(facts.timeDeltas)) samples.delta.push(Number(delta));
    }
    if (part === 'Profile' && Number.isNaN(samples.startUs)) {
      samples.startUs = time / 1000 + this.baseUs;
    }
  }

  /** Samples of the document by thread; their times become steps, as V8 has them. */
  #readLists(thread: (pid: string, tid: string) => number): Iterable<Samples> {
    const [from, to] = this.#lists.samples;
    const nodes = new Map<string, Node>();
    const [framesFrom, framesTo] = this.#lists.stackFrames;
    for (const [id, frame] of Object.entries(objectOf(this.#json(framesFrom, framesTo)) ?? {})) {
      const { name, parent } = objectOf(frame) ?? {};
      nodes.set(id, nodeOf({ functionName: name }, idOf(parent)));
    }
    const threads = new Map<string, Samples & { lastUs: number }>();
    const all = listOf(this.#json(from, to))
      .map(objectOf)
      .filter(sample => sample !== null);
    for (const sample of all.sort((a, b) => timeOf(a) - timeOf(b))) {
      const timeUs = timeOf(sample);
      const [pid, tid] = [idOf(sample.pid) ?? '', idOf(sample.tid) ?? ''];
      const key = JSON.stringify([pid, tid]);
      const known = threads.get(key) ?? {
        ...{ ...emptySamples(thread(pid, tid)), nodes },
        ...{ startUs: timeUs, lastUs: timeUs }
      };
      threads.set(key, known);
      known.node.push(idOf(sample.sf) ?? '');
      known.delta.push(timeUs - known.lastUs);
      known.lastUs = timeUs;
    }
    return threads.values();
  }

  #json(from: number, to: number): unknown {
    const json = this.bytes.subarray(from, to);
    if (json.length === 0) return null;
    try {
      if (json.length > MAX_BYTES || isCrowdedJson(json)) throw new RangeError('too much JSON');
      return JSON.parse(new TextDecoder().decode(json)) as unknown;
    } catch {
      this.trace.notes.addUnread('damaged CPU samples');
      return null;
    }
  }

  #add({ row, nodes, node, delta, startUs, endUs }: Samples): void {
    const { trace, baseUs } = this;
    const stacks = new NodeStacks(nodes, trace, this.kindOf);
    const count = Math.min(node.length, delta.length);
    trace.notes.add('untimed', node.length - count);
    let elapsedUs = startUs - baseUs;
    const startNs = Math.round(elapsedUs * 1000);
    if (count > 0 && Number.isSafeInteger(startNs)) trace.see(startNs);
    let running = -1;
    const timeOfNext = (at: number): number => {
      if (at < count) return elapsedUs + delta.at(at);
      return Number.isNaN(endUs) ? elapsedUs : Math.max(elapsedUs, endUs - baseUs);
    };
    let time = NaN;
    for (let at = 0; at < count; at++) {
      elapsedUs += delta.at(at);
      const next = Math.round(elapsedUs * 1000);
      // a step back in time is none
      time = Number.isNaN(time) ? next : Math.max(time, next);
      const until = Math.max(time, Math.round(timeOfNext(at + 1) * 1000));
      const { name } = nodes.get(node[at]) ?? {};
      const stack = name === COLLECTOR ? stacks.within(running, node[at]) : stacks.of(node[at]);
      if (name !== COLLECTOR) running = name === PROGRAM ? -1 : stack;
      if (!Number.isSafeInteger(time) || !Number.isSafeInteger(until)) {
        trace.notes.add('untimed');
        continue;
      }
      trace.see(time);
      trace.see(until);
      trace.samples.add(time, stack, row, until - time);
    }
  }
}

function emptySamples(row: number): Samples {
  const times = { delta: growing.float64(), startUs: NaN, endUs: NaN };
  return { row, nodes: new Map(), node: [], ...times };
}

function readNodes(list: unknown, into: Map<string, Node>): void {
  const callers = new Map<string, string>();
  for (const each of listOf(list)) {
    const { id, children } = objectOf(each) ?? {};
    for (const child of listOf(children)) callers.set(String(child), String(id));
  }
  for (const each of listOf(list)) {
    const node = objectOf(each) ?? {};
    const id = idOf(node.id);
    if (id === null) continue;
    const caller = idOf(node.parent) ?? callers.get(id) ?? into.get(id)?.parent ?? null;
    into.set(id, nodeOf(objectOf(node.callFrame) ?? {}, caller));
  }
}

function nodeOf(frame: Json, parent: string | null): Node {
  return {
    name: textOf(frame, 'functionName') ?? '',
    file: textOf(frame, 'url') ?? '',
    line: (finiteOf(frame, 'lineNumber') ?? -1) + 1,
    column: (finiteOf(frame, 'columnNumber') ?? -1) + 1,
    parent
  };
}

function idOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

function timeOf(sample: Json): number {
  return finiteOf(sample, 'ts') ?? NaN;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The stacks of the nodes of a call tree, each made when it is asked for. */
class NodeStacks {
  readonly #rows = new Map<string, number>();

  constructor(
    private readonly nodes: ReadonlyMap<string, Node>,
    private readonly trace: ImportedTrace,
    private readonly kindOf: (url: string) => number
  ) {}

  /** The stack of a node, −1 for idle time, the root, and what is no node. */
  of(id: string): number {
    const path: string[] = [];
    let stack = -1;
    for (let at: string | null = id; at !== null; at = this.nodes.get(at)?.parent ?? null) {
      const known = this.#rows.get(at);
      stack = known ?? -1;
      if (known !== undefined || path.length >= MAX_DEPTH) break;
      path.push(at);
    }
    for (const at of path.reverse()) {
      stack = this.within(stack, at);
      this.#rows.set(at, stack);
    }
    return stack;
  }

  /** The stack of a node that was entered from the stack `above`, whatever leads to it. */
  within(above: number, id: string): number {
    const node = this.nodes.get(id);
    if (node === undefined || (node.file === '' && NO_FUNCTIONS.includes(node.name))) return above;
    const { texts, samples } = this.trace;
    const frame = samples.stacks.frame({
      name: texts.of(node.name || ANONYMOUS),
      file: texts.of(node.file),
      line: lineNumber(node.line),
      column: lineNumber(node.column),
      kind: this.#kindOf(node)
    });
    return samples.stackOf(above, frame);
  }

  #kindOf({ name, file }: Node): number {
    if (file !== '') return this.kindOf(file);
    if (name === COLLECTOR) return FrameKind.gc;
    return name === PROGRAM ? FrameKind.program : this.#ofNoFile();
  }

  /** In a tree that has files, functions without one are native; of one without any, nothing is known. */
  #ofNoFile(): number {
    this.#hasFiles ??= [...this.nodes.values()].some(({ file }) => file !== '');
    return this.#hasFiles ? FrameKind.native : FrameKind.user;
  }

  #hasFiles: boolean | null = null;
}
