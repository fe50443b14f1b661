import { TraceImportError } from '../shared/imported/traceImportError';

/** A node of the call tree: a function, as called from where its parent is. */
export interface ProfileNode {
  readonly id: number;
  readonly functionName: string;
  readonly url: string;
  /** Counted from 0, as V8 does; −1 when unknown. */
  readonly lineNumber: number;
  readonly columnNumber: number;
  readonly children: readonly number[];
  /** In files that name parents in place of children. */
  readonly parent: number | null;
  /** Lines, counted from 1, with their samples. */
  readonly ticks: readonly (readonly [line: number, ticks: number])[];
}

/** A CPU profile of V8; times are microseconds. */
export interface Cpuprofile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
  readonly startTime: number;
  readonly endTime: number;
}

const MAX_LINE = 2 ** 31 - 1;

/** A profile from JSON, with every value checked. @throws TraceImportError */
export function checkCpuprofile(value: unknown): Cpuprofile {
  const profile = record(value, 'the document');
  const samples = numbers(profile.samples, 'samples');
  const timeDeltas = numbers(profile.timeDeltas, 'timeDeltas');
  if (samples.length !== timeDeltas.length) {
    throw new TraceImportError(`it has ${samples.length} samples and ${timeDeltas.length} times`);
  }
  return {
    nodes: list(profile.nodes, 'nodes').map(checkNode),
    samples,
    timeDeltas,
    startTime: number(profile.startTime, 'startTime'),
    endTime: number(profile.endTime, 'endTime')
  };
}

function checkNode(value: unknown, row: number): ProfileNode {
  const place = `nodes row ${row}`;
  const node = record(value, place);
  const frame = record(node.callFrame, `${place}, callFrame,`);
  return {
    id: number(node.id, `${place}, id,`),
    functionName: text(frame.functionName, `${place}, functionName,`),
    url: text(frame.url, `${place}, url,`),
    lineNumber: line(frame.lineNumber),
    columnNumber: line(frame.columnNumber),
    children: numbers(node.children ?? [], `${place}, children,`),
    parent: node.parent === undefined ? null : number(node.parent, `${place}, parent,`),
    ticks: list(node.positionTicks ?? [], `${place}, positionTicks,`).map(tick => {
      const known = record(tick, `${place}, positionTicks,`);
      return [Math.max(0, line(known.line)), Math.max(0, line(known.ticks))] as const;
    })
  };
}

function line(value: unknown): number {
  const isLine = Number.isInteger(value) && (value as number) >= -1 && (value as number) < MAX_LINE;
  return isLine ? (value as number) : -1;
}

function record(value: unknown, place: string): Readonly<Record<string, unknown>> {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (isRecord) return value as Record<string, unknown>;
  throw new TraceImportError(`${place} is missing or no object`);
}

function list(value: unknown, place: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new TraceImportError(`${place} is missing or no list`);
}

function numbers(value: unknown, place: string): readonly number[] {
  const found = list(value, place);
  const bad = found.findIndex(item => !Number.isFinite(item));
  if (bad < 0) return found as readonly number[];
  throw new TraceImportError(`${place} row ${bad} is not a number`);
}

function number(value: unknown, place: string): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new TraceImportError(`${place} is missing or no number`);
}

function text(value: unknown, place: string): string {
  if (typeof value === 'string') return value;
  throw new TraceImportError(`${place} is missing or no text`);
}
