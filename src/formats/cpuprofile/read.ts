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
import { jsonDocument } from '../shared/imported/jsonDocument';
import { SampleSequence } from '../shared/imported/sampleSequence';
import { TraceImportError } from '../shared/imported/importLimits';
import { type Cpuprofile, type ProfileNode, checkCpuprofile } from './cpuprofileTypes';

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
