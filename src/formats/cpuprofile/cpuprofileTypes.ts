import {
  type JsonObject,
  listAt,
  numberAt,
  numbersAt,
  numericValue,
  objectAt,
  textAt
} from '../shared/imported/jsonDocument';

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
export function checkCpuprofile(profile: JsonObject): Cpuprofile {
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
