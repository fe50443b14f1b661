import type { ProfileFormat } from './shared/format';
import { FrameKind, type Profile } from '../model/profile/profile';
import { finishTrace } from './shared/imported/finishTrace';
import { type ScriptNames, EVALUATED, ImportedFrames } from './shared/imported/importedFrames';
import { type ImportOptions, ImportedTrace } from './shared/imported/importedTrace';
import {
  type JsonObject,
  jsonDocument,
  listAt,
  numberAt,
  numericValue,
  objectAt,
  textAt
} from './shared/imported/jsonDocument';
import { TraceImportError } from './shared/imported/importLimits';

/** Allocation profiles of V8, as `node --heap-prof` and Chrome DevTools write them. */
export const HEAPPROFILE: ProfileFormat = {
  id: 'heapprofile',
  title: trans => trans.__('V8 allocation profile'),
  mediaType: 'application/json',
  endings: [],
  read: {
    from: 'bytes',
    name: 'an allocation profile of V8',
    recognise: start => {
      const isHeap = start.has('head') && start.membersOf('head').includes('callFrame');
      return isHeap ? 'certain' : null;
    },
    decode: (bytes, { facts, scripts }) => readHeapprofile(bytes, facts, scripts)
  }
};

/** A node of V8's tree that is still to be visited, with the stack that it is on. */
interface Visit {
  readonly value: unknown;
  readonly caller: number;
}

/**
 * An allocation profile of V8 (`.heapprofile`, as written by `node --heap-prof` and Chrome DevTools) as a
 * profile: the bytes of each stack that were still alive when the file was written, which is what V8 counts
 * unless it is told otherwise.
 *
 * @throws TraceImportError for anything else, or a profile beyond the limits.
 */
export function readHeapprofile(
  bytes: Uint8Array,
  options: ImportOptions,
  scripts: ScriptNames
): Profile {
  const profile = jsonDocument(bytes);
  const trace = new ImportedTrace(bytes);
  const frames = new ImportedFrames(trace, scripts, FrameKind.native);
  const samplesOf = samplesByNode(profile.samples);
  const open: Visit[] = [{ value: profile.head, caller: -1 }];
  for (let next = open.pop(), at = 0; next !== undefined; next = open.pop(), at++) {
    const place = `node ${at} below head`;
    const node = objectAt(next.value, place);
    const selfSize = numberAt(node.selfSize, `${place}, selfSize,`);
    if (selfSize < 0) throw new TraceImportError(`${place}, selfSize, is negative`);
    const stack = stackOf(node, place, { caller: next.caller, trace, frames });
    const samples = samplesOf.get(node.id) ?? NO_SAMPLES;
    if (selfSize > 0) {
      const { variance, count } = samples;
      const row = stack < 0 ? outside(trace, frames) : stack;
      trace.heap.add(row, 'alive', { bytes: selfSize, variance, samples: count });
    }
    const children = listAt(node.children ?? [], `${place}, children,`);
    for (const value of [...children].reverse()) open.push({ value, caller: stack });
  }
  return finishTrace(trace, options);
}

interface Caller {
  readonly caller: number;
  readonly trace: ImportedTrace;
  readonly frames: ImportedFrames;
}

/** The stack of a node; that of its caller for the root, which is not a function. */
function stackOf(node: JsonObject, place: string, { caller, trace, frames }: Caller): number {
  const frame = objectAt(node.callFrame, `${place}, callFrame,`);
  const name = textAt(frame.functionName, `${place}, functionName,`);
  const url = textAt(frame.url ?? '', `${place}, url,`);
  if (url === '' && name === '(root)') return caller;
  const file = url === '' && numericValue(frame.scriptId) > 0 ? EVALUATED : url;
  const row = frames.row({
    ...{ name, file },
    line: numericValue(frame.lineNumber) + 1,
    column: numericValue(frame.columnNumber) + 1
  });
  return trace.samples.stackOf(caller, row);
}

/** The stack of what no function allocated. */
function outside(trace: ImportedTrace, frames: ImportedFrames): number {
  return trace.samples.stackOf(-1, frames.row({ name: '(program)', file: '' }));
}

/** The samples behind the bytes of a node. */
interface NodeSamples {
  count: number;
  /** Bytes². */
  variance: number;
}

const NO_SAMPLES: NodeSamples = { count: 0, variance: 0 };

function samplesByNode(value: unknown): ReadonlyMap<unknown, NodeSamples> {
  const found = new Map<unknown, NodeSamples>();
  listAt(value ?? [], 'samples').forEach((item, row) => {
    const sample = objectAt(item, `samples row ${row}`);
    const size = numberAt(sample.size, `samples row ${row}, size,`);
    const known = found.get(sample.nodeId) ?? { count: 0, variance: 0 };
    known.count++;
    known.variance += varianceOf(size);
    found.set(sample.nodeId, known);
  });
  return found;
}

/** The interval at which Node samples allocations unless it is told another, bytes; files do not say theirs. */
const USUAL_INTERVAL = 512 * 1024;

/** Samples of so many intervals and more stand for one object each. */
const LONE_INTERVALS = 2.2;

/** The variance of one sample, bytes²; more than the true one where the interval was shorter. */
function varianceOf(size: number): number {
  const intervals = size / USUAL_INTERVAL;
  return size ** 2 * (intervals < LONE_INTERVALS ? 1 : Math.exp(-intervals));
}
