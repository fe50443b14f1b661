import { FrameKind, type Profile } from '../../model/profile/profile';
import { profileNotes } from '../../report/text/profileNotes';
import { NS_PER_US } from '../../base/time';
import { growing } from '../../model/profile/columns';
import { functionName } from '../shared/rows/callPath';
import { ITEM_END, JsonWriter, quoteText, writeList } from '../shared/text/jsonWriter';
import { groupRows, rowsOf } from '../shared/rows/rowGroups';

/** The usual size of one sample, bytes: a node and a time difference. */
const SAMPLE_BYTES = 20;

/**
 * The CPU samples of one thread of `profile` in the format of V8 (`.cpuprofile`), uncompressed
 * UTF-8: of the first thread that has any. Times are whole microseconds of the monotonic clock,
 * rounded one by one, so that no error adds up: a sample lasts until the next one or the end.
 * `(root)`, `(idle)`, `(program)` and `(garbage collector)` are called as V8 calls them; files have
 * the names that they have in the profile. Nodes count their samples by line where the line is known.
 * Lone surrogates become U+FFFD. Without samples there is the root alone. What is missing of the profile is
 * listed in `kernelscope.notes`, which V8's readers skip.
 */
export function encodeCpuprofile(profile: Profile): Uint8Array {
  const rows = cpuprofileRows(profile);
  const tree = new CpuprofileTree(profile);
  const timed = timedNodes(profile, rows, tree);
  const writer = new JsonWriter(4096 + rows.length * SAMPLE_BYTES, profile.strings);
  writer.raw('{"nodes":');
  writeList(writer, () => tree.nodes.forEach(node => writeNode(writer, profile, node)));
  writer.raw(`,"startTime":${timed.startUs},"endTime":${timed.endUs},"samples":`);
  writeList(writer, () => {
    for (const id of timed.node) writeNumber(writer, id);
  });
  writer.raw(',"timeDeltas":');
  writeList(writer, () => writeDeltas(writer, timed));
  const notes = profileNotes(profile).map(quoteText);
  if (notes.length > 0) writer.raw(`,"kernelscope":{"notes":[${notes.join(',')}]}`);
  writer.raw('}\n');
  return writer.toBytes();
}

/** Rows of the samples that {@link encodeCpuprofile} writes. */
export function cpuprofileRows({ samples, tracks }: Profile): Uint32Array {
  if (samples.length === 0) return new Uint32Array(0);
  const first = samples.track.reduce((least, track) => Math.min(least, track));
  return rowsOf(groupRows(samples.track, tracks.length), first);
}

function writeDeltas(writer: JsonWriter, { timeUs, startUs }: TimedNodes): void {
  let before = startUs;
  for (const time of timeUs) {
    writeNumber(writer, time - before);
    before = time;
  }
}

const NUMBER_END = new TextEncoder().encode(ITEM_END);

// hot
function writeNumber(writer: JsonWriter, value: number): void {
  writer.putWhole(value);
  writer.put(NUMBER_END);
}

function writeNode(writer: JsonWriter, profile: Profile, node: CallNode): void {
  const ticks = [...node.ticks].sort(([a], [b]) => a - b);
  const lines = ticks.map(([line, count]) => `{"line":${line},"ticks":${count}}`);
  const children = node.children.length > 0 ? `,"children":[${node.children.join(',')}]` : '';
  const positions = lines.length > 0 ? `,"positionTicks":[${lines.join(',')}]` : '';
  writer.raw(
    `{"id":${node.id},"callFrame":{${callFrame(writer, profile, node)}},` +
      `"hitCount":${node.hits}${children}${positions}}${ITEM_END}`
  );
}

/** Lines and columns count from 0 here; -1 for none. */
function callFrame(writer: JsonWriter, profile: Profile, { frame, name }: CallNode): string {
  if (frame < 0) return `"functionName":"${name}",${NO_SCRIPT}`;
  const { file, line, column, kind } = profile.frames;
  const functionText = `"functionName":${quoteText(functionName(profile, frame))}`;
  const isScript = kind[frame] !== FrameKind.gc && kind[frame] !== FrameKind.program;
  if (!isScript || profile.strings[file[frame]] === '') return `${functionText},${NO_SCRIPT}`;
  return (
    `${functionText},"scriptId":"${file[frame]}","url":${writer.quote(file[frame])},` +
    `"lineNumber":${line[frame] - 1},"columnNumber":${column[frame] - 1}`
  );
}

const NO_SCRIPT = '"scriptId":"0","url":"","lineNumber":-1,"columnNumber":-1';

/** The nodes of a thread one after another, and from when on it was seen in each. */
interface TimedNodes {
  readonly length: number;
  /** Id of each node. */
  readonly node: Uint32Array;
  /** Whole microseconds of the monotonic clock. */
  readonly timeUs: Float64Array;
  readonly startUs: number;
  readonly endUs: number;
}

/** A shorter time between two samples is not a gap, nanoseconds. */
const SMALLEST_GAP_NS = NS_PER_US;

/**
 * The samples in `rows` by node of `tree`, which counts them. V8's format has no weights: a sample
 * lasts until the next one. So each begins where the one before ends, or later if the time between is
 * unknown; if weights overlap, the next sample is late, but as long as it was. The root stands for
 * unknown time, and follows the last sample, as readers ignore the end.
 */
function timedNodes(
  { meta, samples }: Profile,
  rows: Uint32Array,
  tree: CpuprofileTree
): TimedNodes {
  const origin = BigInt(meta.originNs);
  const originUs = Number(origin / 1000n);
  const restNs = Number(origin % 1000n);
  const microseconds = (ns: number): number => originUs + Math.round((restNs + ns) / NS_PER_US);
  const node = growing.uint32();
  const timeUs = growing.float64();
  let now = 0;
  const enter = ({ id }: CallNode): void => {
    node.push(id);
    timeUs.push(microseconds(now));
  };
  for (const row of rows) {
    const time = Math.max(0, samples.time[row]);
    const isGap = time - now >= SMALLEST_GAP_NS;
    if (node.length > 0 && isGap) enter(tree.addNothing());
    if (node.length === 0 || isGap) now = time;
    enter(tree.addSample(samples.stack[row]));
    now += samples.weight[row];
  }
  if (node.length > 0) enter(tree.addNothing());
  return {
    length: node.length,
    node: node.toColumn(),
    timeUs: timeUs.toColumn(),
    startUs: microseconds(0),
    endUs: microseconds(node.length > 0 ? now : Math.max(0, meta.durationNs))
  };
}

/** A node of V8's call tree. */
interface CallNode {
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
class CpuprofileTree {
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

/**
 * The samples of `profile` that `encodeCpuprofile` leaves out, such as
 * `200 CPU samples of other threads`; empty if none are lost.
 */
export function cpuprofileLosses(profile: Profile): readonly string[] {
  const lost = profile.samples.length - cpuprofileRows(profile).length;
  if (lost === 0) return [];
  return [`${lost} CPU ${lost === 1 ? 'sample' : 'samples'} of other threads`];
}
