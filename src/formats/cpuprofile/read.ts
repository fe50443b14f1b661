import { formatCount } from '../../base/text';
import { FrameKind, type Profile } from '../../model/profile/profile';
import { finishTrace } from '../shared/imported/finishTrace';
import {
  type ScriptNames,
  EVALUATED,
  NO_FUNCTIONS,
  STATES,
  ImportedFrames
} from '../shared/imported/importedFrames';
import { type ImportOptions, ImportedTrace } from '../shared/imported/importedTrace';
import {
  jsonDocument,
  type JsonObject,
  listAt,
  numberAt,
  numbersAt,
  numericValue,
  objectAt,
  textAt
} from '../shared/imported/jsonDocument';
import { SampleSequence } from '../shared/imported/sampleSequence';
import { TraceImportError } from '../shared/imported/importLimits';

/** The interval at which V8 samples unless it is told another, nanoseconds. */
const USUAL_INTERVAL_NS = 1e6;

/**
 * A CPU profile of V8 (`.cpuprofile`, as written by `node --cpu-prof`, Chrome DevTools, and in the older form
 * with a tree below `head` by `v8-profiler`) as a profile: samples of one thread with their stacks, each
 * lasting until the next one, and samples by line. Garbage collection is charged to the code that ran
 * before. Of a file that only counts samples, those of each function follow one another.
 *
 * @throws TraceImportError for anything else, or a profile beyond the limits.
 */
export function readCpuprofile(
  bytes: Uint8Array,
  options: ImportOptions,
  scripts: ScriptNames
): Profile {
  const profile = checkCpuprofile(jsonDocument(bytes));
  const trace = new ImportedTrace(bytes);
  const stacks = new NodeStacks(profile, trace, scripts);
  const process = trace.rows.add({ kind: 'process' });
  const row = trace.rows.add({ kind: 'thread', parent: process, name: 'main thread' });
  const endNs = Math.max(0, Math.round((profile.endUs - profile.startUs) * 1000));
  trace.see(0);
  if (profile.samples.length > 0) addSamples(profile, trace, stacks, { row, endNs });
  else addCounts(profile, trace, stacks, { row, endNs });
  trace.see(endNs);
  trace.samples.lastUntil(trace.span().last);
  trace.facts.isOriginKnown = true;
  trace.facts.originNs = BigInt(Math.max(0, Math.round(profile.startUs))) * 1000n;
  return finishTrace(trace, options);
}

/** The row of the thread, and the end of the profile. */
interface Place {
  readonly row: number;
  readonly endNs: number;
}

function addSamples(
  profile: Cpuprofile,
  trace: ImportedTrace,
  stacks: NodeStacks,
  { row, endNs }: Place
): void {
  let running = -1;
  let unknown = 0;
  for (const note of notesOnTimes(profile)) trace.notes.say(note);
  const times = sampleTimes(profile, endNs);
  trace.see(times[times.length - 1]);
  profile.samples.forEach((id, at) => {
    const time = times[at];
    trace.see(time);
    if (!stacks.has(id)) {
      unknown++;
      running = -1;
      trace.samples.add(time, -1, row);
      return;
    }
    const state = stacks.stateOf(id);
    const isCollecting = state === FrameKind.gc;
    const stack = isCollecting ? stacks.within(running, id) : stacks.of(id);
    if (!isCollecting) running = state === FrameKind.program ? -1 : stack;
    trace.samples.add(time, stack, row);
  });
  if (unknown === 0) return;
  const are = unknown === 1 ? 'sample is of a node that is' : 'samples are of nodes that are';
  trace.notes.say(`${formatCount(unknown)} ${are} not in the file: what ran then is not known.`);
}

/**
 * When each sample was taken, and when the last one ends at the earliest, nanoseconds from the start. Those after the last
 * known time share what is left until the end, or where that is nothing, last as long as the ones before.
 */
function sampleTimes({ samples, timesUs }: Cpuprofile, endNs: number): Float64Array {
  const times = new Float64Array(samples.length + 1);
  const known = timesUs?.length ?? 0;
  for (let at = 0; at < known; at++) times[at] = Math.round((timesUs?.[at] ?? 0) * 1000);
  const lastNs = known > 0 ? times[known - 1] : 0;
  const without = samples.length - known + Math.min(1, known);
  const average = lastNs > 0 ? lastNs / known : USUAL_INTERVAL_NS;
  const interval = endNs > lastNs ? (endNs - lastNs) / without : average;
  const first = Math.max(0, known - 1);
  for (let at = known; at < samples.length; at++) {
    times[at] = Math.round(lastNs + (at - first) * interval);
  }
  times[samples.length] = known < samples.length ? Math.round(lastNs + without * interval) : lastNs;
  return times;
}

/** Notes on a file whose numbers of samples and of times differ. */
function notesOnTimes({ samples, timesUs, excessTimes }: Cpuprofile): readonly string[] {
  if (timesUs === null) return ['The samples have no times: all last equally long.'];
  const without = samples.length - timesUs.length;
  const have = without === 1 ? 'sample has' : 'samples have';
  const are = excessTimes === 1 ? 'time has no sample and is' : 'times have no samples and are';
  return [
    ...(without === 0
      ? []
      : [`The last ${formatCount(without)} ${have} no times: they share the time that is left.`]),
    ...(excessTimes === 0 ? [] : [`The last ${formatCount(excessTimes)} ${are} left out.`])
  ];
}

function addCounts(
  { nodes }: Cpuprofile,
  trace: ImportedTrace,
  stacks: NodeStacks,
  { row, endNs }: Place
): void {
  const count = nodes.reduce((sum, { hits }) => sum + hits, 0);
  if (count === 0) return;
  const intervalNs = endNs > 0 ? endNs / count : USUAL_INTERVAL_NS;
  const sequence = new SampleSequence(trace);
  trace.notes.say(
    'The file counts samples without their order: those of each function follow one another.'
  );
  for (const { id, hits } of nodes) {
    if (hits > 0) sequence.add(row, stacks.of(id), hits * intervalNs);
  }
}

/** Stacks of the nodes of a call tree, each created on request. */
class NodeStacks {
  readonly #rows = new Map<number, number>();
  readonly #nodes = new Map<number, ProfileNode>();
  readonly #parents = new Map<number, number>();
  readonly #frames: ImportedFrames;

  constructor(
    { nodes }: Cpuprofile,
    private readonly trace: ImportedTrace,
    scripts: ScriptNames
  ) {
    this.#frames = new ImportedFrames(trace, scripts, FrameKind.native);
    for (const node of nodes) {
      this.#nodes.set(node.id, node);
      for (const child of node.children) this.#parents.set(child, node.id);
      if (node.parent !== null) this.#parents.set(node.id, node.parent);
      this.#addTicks(node);
    }
  }

  /** Whether the file has a node. */
  has(id: number): boolean {
    return this.#nodes.has(id);
  }

  /** The stack of a node, −1 for idle time and the root. @throws TraceImportError */
  of(id: number): number {
    const path: ProfileNode[] = [];
    let above = -1;
    for (let next: number | undefined = id; next !== undefined; next = this.#parents.get(next)) {
      const known = this.#rows.get(next);
      if (known !== undefined) {
        above = known;
        break;
      }
      path.push(this.#node(next));
      if (path.length > this.#nodes.size) throw new TraceImportError('its call tree has a circle');
    }
    for (const node of path.reverse()) {
      above = this.#stackOf(node, above);
      this.#rows.set(node.id, above);
    }
    return above;
  }

  /** The state of V8 at a node; undefined if a function ran. */
  stateOf(id: number): number | undefined {
    const node = this.#node(id);
    return fileOf(node) === '' ? STATES.get(node.functionName) : undefined;
  }

  /** The stack of a node that was entered from the stack `above`, whatever leads to it. */
  within(above: number, id: number): number {
    return this.#stackOf(this.#node(id), above);
  }

  /** Adds the samples of a function by line, where these have a line of the source. */
  #addTicks(node: ProfileNode): void {
    for (const [line, ticks] of node.ticks) {
      const place = this.#frames.line(fileOf(node), line);
      if (place.line > 0) this.trace.samples.addTicks(place.file, place.line, ticks);
    }
  }

  #node(id: number): ProfileNode {
    const node = this.#nodes.get(id);
    if (node === undefined) throw new TraceImportError(`node ${id} is not in the file`);
    return node;
  }

  #stackOf(node: ProfileNode, above: number): number {
    const { functionName: name, line, column } = node;
    const file = fileOf(node);
    if (file === '' && NO_FUNCTIONS.includes(name)) return -1;
    return this.trace.samples.stackOf(above, this.#frames.row({ name, file, line, column }));
  }
}

/** The file of a node: as V8 names it, or what code is shown under that was made of a text at run time. */
function fileOf({ url, isEvaluated }: ProfileNode): string {
  return isEvaluated ? EVALUATED : url;
}

/** A node of the call tree: a function, as called from where its parent is. */
interface ProfileNode {
  readonly id: number;
  readonly functionName: string;
  readonly url: string;
  /** Whether it is code without a file that was made of a text at run time, not code of V8 itself. */
  readonly isEvaluated: boolean;
  /** Counted from 1; 0 when unknown. */
  readonly line: number;
  readonly column: number;
  /** Samples with this node innermost. */
  readonly hits: number;
  readonly children: readonly number[];
  /** In files that name parents in place of children. */
  readonly parent: number | null;
  /** Lines, counted from 1, with their samples. */
  readonly ticks: readonly (readonly [line: number, ticks: number])[];
}

/** A CPU profile of V8. */
interface Cpuprofile {
  readonly nodes: readonly ProfileNode[];
  /** Nodes in order of time. */
  readonly samples: readonly number[];
  /**
   * Microseconds from the start to each sample, as many as the file has: of the first ones where there are fewer, and
   * not of more than there are samples. Null where the file has none.
   */
  readonly timesUs: readonly number[] | null;
  /** Times that follow that of the end, which some files have after the last sample; 0 as a rule. */
  readonly excessTimes: number;
  /** Microseconds of a monotonic clock. */
  readonly startUs: number;
  readonly endUs: number;
}

const MAX_LINE = 2 ** 31 - 1;
const US_PER_S = 1e6;

/** A profile from JSON, with every value checked. @throws TraceImportError */
function checkCpuprofile(profile: JsonObject): Cpuprofile {
  return profile.head === undefined ? checkProfile(profile) : checkOldProfile(profile);
}

function checkProfile(profile: JsonObject): Cpuprofile {
  const samples = numbersAt(profile.samples ?? [], 'samples');
  const deltas = timesAt(profile.timeDeltas, 'timeDeltas');
  let timeUs = 0;
  return {
    nodes: listAt(profile.nodes, 'nodes').map(checkNode),
    samples,
    ...timesOf(samples, deltas && deltas.map(delta => (timeUs += delta))),
    startUs: numberAt(profile.startTime, 'startTime'),
    endUs: numberAt(profile.endTime, 'endTime')
  };
}

function checkNode(value: unknown, row: number): ProfileNode {
  const place = `nodes row ${row}`;
  const node = objectAt(value, place);
  const frame = objectAt(node.callFrame, `${place}, callFrame,`);
  return {
    ...checkFrame(frame, place),
    id: numberAt(node.id, `${place}, id,`),
    line: lineOf(frame.lineNumber) + 1,
    column: lineOf(frame.columnNumber) + 1,
    hits: Math.max(0, lineOf(node.hitCount)),
    children: numbersAt(node.children ?? [], `${place}, children,`),
    parent: node.parent === undefined ? null : numberAt(node.parent, `${place}, parent,`),
    ticks: checkTicks(node.positionTicks, `${place}, positionTicks,`)
  };
}

function checkTicks(value: unknown, place: string): ProfileNode['ticks'] {
  return listAt(value ?? [], place).map(tick => {
    const known = objectAt(tick, place);
    return [Math.max(0, lineOf(known.line)), Math.max(0, lineOf(known.ticks))] as const;
  });
}

/** The name of a function and its script. */
function checkFrame(
  frame: JsonObject,
  place: string
): Pick<ProfileNode, 'functionName' | 'url' | 'isEvaluated'> {
  const url = textAt(frame.url ?? '', `${place}, url,`);
  return {
    functionName: textAt(frame.functionName, `${place}, functionName,`),
    url,
    isEvaluated: url === '' && numericValue(frame.scriptId) > 0
  };
}

/**
 * A profile of the first DevTools and of `v8-profiler`: its nodes are in one another, it has times in place of
 * differences, and its lines count from 1. Its start and end are seconds, often whole ones.
 */
function checkOldProfile(profile: JsonObject): Cpuprofile {
  const samples = numbersAt(profile.samples ?? [], 'samples');
  const times = timesAt(profile.timestamps, 'timestamps');
  const from = numberAt(profile.startTime ?? 0, 'startTime') * US_PER_S;
  const to = numberAt(profile.endTime ?? 0, 'endTime') * US_PER_S;
  const isRounded = profile.startTime === Math.floor(from / US_PER_S);
  const first = times?.[0] ?? from;
  const startUs = isRounded || from > first ? first : from;
  return {
    nodes: oldNodes(profile.head),
    samples,
    ...timesOf(samples, times && times.map(time => time - startUs)),
    startUs,
    endUs: Math.max(to, times?.at(-1) ?? to)
  };
}

function oldNodes(head: unknown): ProfileNode[] {
  const nodes: ProfileNode[] = [];
  const open: { readonly value: unknown; readonly parent: number | null }[] = [
    { value: head, parent: null }
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const place = `node ${nodes.length} below head`;
    const node = objectAt(next.value, place);
    const id = numberAt(node.id, `${place}, id,`);
    nodes.push({
      ...checkFrame(node, place),
      id,
      line: Math.max(0, lineOf(node.lineNumber)),
      column: Math.max(0, lineOf(node.columnNumber)),
      hits: Math.max(0, lineOf(node.hitCount)),
      children: [],
      parent: next.parent,
      ticks: checkTicks(node.lineTicks, `${place}, lineTicks,`)
    });
    const children = listAt(node.children ?? [], `${place}, children,`);
    for (const value of [...children].reverse()) open.push({ value, parent: id });
  }
  return nodes;
}

/** The times of a file; null where it has none. @throws TraceImportError */
function timesAt(value: unknown, place: string): readonly number[] | null {
  const times = numbersAt(value ?? [], place);
  return times.length === 0 ? null : times;
}

/** Some files have the time of the end as well. */
function timesOf(
  { length }: readonly number[],
  times: readonly number[] | null
): Pick<Cpuprofile, 'timesUs' | 'excessTimes'> {
  const excessTimes = Math.max(0, (times?.length ?? 0) - length - 1);
  return { timesUs: times && times.slice(0, length), excessTimes };
}

function lineOf(value: unknown): number {
  const isLine = Number.isInteger(value) && (value as number) >= -1 && (value as number) < MAX_LINE;
  return isLine ? (value as number) : -1;
}
