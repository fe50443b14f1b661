import {
  type JsonObject,
  listAt,
  numberAt,
  numbersAt,
  numericValue,
  objectAt,
  textAt
} from '../shared/samples/jsonDocument';
import { TraceImportError } from '../shared/imported/traceImportError';

/** A node of the call tree: a function, as called from where its parent is. */
export interface ProfileNode {
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
export interface Cpuprofile {
  readonly nodes: readonly ProfileNode[];
  /** Nodes in order of time. */
  readonly samples: readonly number[];
  /** Microseconds from the start to each sample; null where the file has none. */
  readonly timesUs: readonly number[] | null;
  /** Microseconds of a monotonic clock. */
  readonly startUs: number;
  readonly endUs: number;
}

const MAX_LINE = 2 ** 31 - 1;
const US_PER_S = 1e6;

/** A profile from JSON, with every value checked. @throws TraceImportError */
export function checkCpuprofile(profile: JsonObject): Cpuprofile {
  return profile.head === undefined ? checkProfile(profile) : checkOldProfile(profile);
}

function checkProfile(profile: JsonObject): Cpuprofile {
  const samples = numbersAt(profile.samples ?? [], 'samples');
  const hasTimes = profile.timeDeltas !== undefined;
  let timeUs = 0;
  const deltas = hasTimes ? numbersAt(profile.timeDeltas, 'timeDeltas') : null;
  checkTimes(samples, deltas);
  return {
    nodes: listAt(profile.nodes, 'nodes').map(checkNode),
    samples,
    timesUs: deltas && deltas.map(delta => (timeUs += delta)),
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
export function checkFrame(
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
  const hasTimes = profile.timestamps !== undefined;
  const times = hasTimes ? numbersAt(profile.timestamps, 'timestamps') : null;
  checkTimes(samples, times);
  const from = numberAt(profile.startTime ?? 0, 'startTime') * US_PER_S;
  const to = numberAt(profile.endTime ?? 0, 'endTime') * US_PER_S;
  const isRounded = profile.startTime === Math.floor(from / US_PER_S);
  const first = times?.[0] ?? from;
  const startUs = isRounded || from > first ? first : from;
  return {
    nodes: oldNodes(profile.head),
    samples,
    timesUs: times && times.map(time => time - startUs),
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

/** Some files have the time of the end as well. */
function checkTimes(samples: readonly number[], times: readonly number[] | null): void {
  if (times === null || samples.length <= times.length) return;
  throw new TraceImportError(`it has ${samples.length} samples and ${times.length} times`);
}

function lineOf(value: unknown): number {
  const isLine = Number.isInteger(value) && (value as number) >= -1 && (value as number) < MAX_LINE;
  return isLine ? (value as number) : -1;
}
