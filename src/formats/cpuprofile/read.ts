import type { Profile } from '../../model/profile/profile';
import { FrameKind } from '../../model/profile/profile';
import { isCrowdedJson } from '../shared/text/crowdedJson';
import { finishTrace } from '../shared/imported/finishTrace';
import type { ImportOptions } from '../shared/imported/importedTrace';
import { ImportedTrace } from '../shared/imported/importedTrace';
import { TraceImportError } from '../shared/imported/traceImportError';
import type { Cpuprofile, ProfileNode } from './cpuprofileTypes';
import { checkCpuprofile } from './cpuprofileTypes';
import type { ScriptNames } from '../shared/imported/scriptNames';

/** Bytes of a file at most: all of it becomes objects. */
const MAX_BYTES = 256 * 1024 * 1024;

/** V8's names for its own time, by the kind of frame it is shown as. */
const STATES: ReadonlyMap<string, number> = new Map([
  ['(garbage collector)', FrameKind.gc],
  ['(program)', FrameKind.program]
]);

/**
 * A CPU profile of V8 (`.cpuprofile`, as written by `node --cpu-prof` and Chrome DevTools) as a
 * profile: samples of one thread with their stacks, each lasting until the next one, and samples by
 * line. Garbage collection is charged to the code that ran before.
 *
 * @throws TraceImportError for anything else, or a profile beyond the limits.
 */
export function readCpuprofile(
  bytes: Uint8Array,
  options: ImportOptions,
  scripts: ScriptNames
): Profile {
  const profile = checkCpuprofile(parsed(bytes));
  const trace = new ImportedTrace(bytes);
  const stacks = new NodeStacks(profile, trace, scripts);
  const process = trace.rows.add({ kind: 'process' });
  const row = trace.rows.add({ kind: 'thread', parent: process, name: 'main thread' });
  let timeUs = 0;
  let running = -1;
  profile.samples.forEach((id, at) => {
    timeUs += profile.timeDeltas[at];
    const time = Math.round(timeUs * 1000);
    trace.see(time);
    const state = stacks.stateOf(id);
    const isCollecting = state === FrameKind.gc;
    const stack = isCollecting ? stacks.within(running, id) : stacks.of(id);
    if (!isCollecting) running = state === FrameKind.program ? -1 : stack;
    trace.samples.add(time, stack, row);
  });
  const endNs = Math.round((profile.endTime - profile.startTime) * 1000);
  trace.see(0);
  trace.see(Math.max(0, endNs));
  trace.samples.lastUntil(trace.span().last);
  trace.facts.isOriginKnown = true;
  trace.facts.originNs = BigInt(Math.max(0, Math.round(profile.startTime))) * 1000n;
  return finishTrace(trace, options);
}

function parsed(bytes: Uint8Array): unknown {
  if (bytes.length > MAX_BYTES) {
    throw new TraceImportError(`it has ${bytes.length} bytes, more than ${MAX_BYTES}`);
  }
  if (isCrowdedJson(bytes)) {
    throw new TraceImportError('it has more lists and objects than its size allows');
  }
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new TraceImportError('it is cut off, or no JSON', { cause: error });
  }
}

/** Stacks of the nodes of a call tree, each created on request. */
class NodeStacks {
  private readonly rows = new Map<number, number>();
  private readonly nodes = new Map<number, ProfileNode>();
  private readonly parents = new Map<number, number>();

  constructor(
    { nodes }: Cpuprofile,
    private readonly trace: ImportedTrace,
    private readonly scripts: ScriptNames
  ) {
    for (const node of nodes) {
      this.nodes.set(node.id, node);
      for (const child of node.children) this.parents.set(child, node.id);
      if (node.parent !== null) this.parents.set(node.id, node.parent);
      const file = this.fileOf(node.url);
      for (const [line, ticks] of node.ticks) trace.samples.addTicks(file, line, ticks);
    }
  }

  /** The stack of a node, −1 for idle time and the root. @throws TraceImportError */
  of(id: number): number {
    const path: ProfileNode[] = [];
    let above = -1;
    for (let next: number | undefined = id; next !== undefined; next = this.parents.get(next)) {
      const known = this.rows.get(next);
      if (known !== undefined) {
        above = known;
        break;
      }
      path.push(this.node(next));
      if (path.length > this.nodes.size) throw new TraceImportError('its call tree has a circle');
    }
    for (const node of path.reverse()) {
      above = this.stackOf(node, above);
      this.rows.set(node.id, above);
    }
    return above;
  }

  /** The state of V8 at a node; undefined if a function ran. */
  stateOf(id: number): number | undefined {
    const { url, functionName } = this.node(id);
    return url === '' ? STATES.get(functionName) : undefined;
  }

  /** The stack of a node that was entered from the stack `above`, whatever leads to it. */
  within(above: number, id: number): number {
    return this.stackOf(this.node(id), above);
  }

  private node(id: number): ProfileNode {
    const node = this.nodes.get(id);
    if (node === undefined) throw new TraceImportError(`node ${id} is not in the file`);
    return node;
  }

  private stackOf(
    { functionName, url, lineNumber, columnNumber }: ProfileNode,
    above: number
  ): number {
    if (url === '' && (functionName === '(root)' || functionName === '(idle)')) return -1;
    const { texts, samples } = this.trace;
    const frame = samples.stacks.frame({
      name: texts.of(functionName || '(anonymous)'),
      file: this.fileOf(url),
      line: lineNumber + 1,
      column: columnNumber + 1,
      kind: (url === '' ? STATES.get(functionName) : undefined) ?? this.scripts.kindOf(url)
    });
    return samples.stacks.stack(above, frame);
  }

  private fileOf(url: string): number {
    return this.trace.texts.of(url === '' ? '' : this.scripts.fileOf(url));
  }
}
