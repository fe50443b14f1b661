import { isObject } from '../../base/isObject';
import { FrameKind } from '../../model/profile/profile';
import type { ImportedFrame } from '../shared/imported/importedFrames';
import {
  type JsonObject,
  listAt,
  numbersAt,
  numericValue,
  objectAt
} from '../shared/imported/jsonDocument';
import { TraceImportError } from '../shared/imported/importLimits';

/** A function on a stack, with the line that it was at; 0 if unknown. */
export interface FirefoxFrame extends ImportedFrame {
  readonly atLine: number;
}

/** The samples of a thread, whichever form its file has. */
export interface FirefoxThread {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly stacks: {
    readonly length: number;
    /** The stack of the caller; null for a root. */
    readonly prefixOf: (stack: number) => unknown;
    readonly frameOf: (stack: number) => unknown;
  };
  readonly frameAt: (frame: number) => FirefoxFrame;
  readonly samples: {
    /** Null for a thread without a stack. */
    readonly stack: readonly unknown[];
    readonly timesMs: readonly number[];
    readonly weights: readonly number[] | null;
    readonly weightType: string;
  };
  readonly markers: number;
}

/** The threads of a processed profile, and of a raw one with those of its other processes. */
export function* firefoxThreads(profile: JsonObject): Iterable<FirefoxThread> {
  const shared = profile.shared === undefined ? {} : objectAt(profile.shared, 'shared');
  const open = [profile];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const [row, value] of listAt(next.threads, 'threads').entries()) {
      const thread = objectAt(value, `threads row ${row}`);
      const samples = objectAt(thread.samples, `threads row ${row}, samples,`);
      const isRaw = samples.schema !== undefined;
      yield isRaw ? rawThread(thread, samples) : processedThread(thread, samples, shared);
    }
    for (const process of listAt(next.processes ?? [], 'processes')) {
      open.push(objectAt(process, 'processes'));
    }
  }
}

function placeOf(thread: JsonObject): Pick<FirefoxThread, 'name' | 'pid' | 'tid'> {
  const numberOf = (value: unknown): number => {
    const number = numericValue(value);
    return Number.isSafeInteger(number) && number >= 0 ? number : 0;
  };
  const name = typeof thread.name === 'string' ? thread.name : '';
  return { name, pid: numberOf(thread.pid), tid: numberOf(thread.tid) };
}

/** A column of a table, of which each row may be anything; empty if it is missing. */
type Column = readonly unknown[];

const column = (table: JsonObject, name: string): Column =>
  Array.isArray(table[name]) ? (table[name] as Column) : [];

function processedThread(
  thread: JsonObject,
  samples: JsonObject,
  shared: JsonObject
): FirefoxThread {
  const tableOf = (name: string): JsonObject => objectAt(thread[name] ?? shared[name], name);
  const texts = listAt(
    thread.stringArray ?? shared.stringArray ?? thread.stringTable,
    'stringArray'
  );
  const stackTable = tableOf('stackTable');
  const stack = { prefix: column(stackTable, 'prefix'), frame: column(stackTable, 'frame') };
  return {
    ...placeOf(thread),
    stacks: {
      length: stack.frame.length,
      prefixOf: row => stack.prefix[row],
      frameOf: row => stack.frame[row]
    },
    frameAt: processedFrames(tableOf, shared, row => textAtRow(texts, row)),
    samples: processedSamples(samples),
    markers: countOf(thread.markers)
  };
}

function processedFrames(
  tableOf: (name: string) => JsonObject,
  shared: JsonObject,
  textOf: (row: unknown) => string
): FirefoxThread['frameAt'] {
  const frameTable = tableOf('frameTable');
  const funcTable = tableOf('funcTable');
  const sources = shared.sources === undefined ? {} : objectAt(shared.sources, 'sources');
  const columns = {
    func: column(frameTable, 'func'),
    atLine: column(frameTable, 'line'),
    name: column(funcTable, 'name'),
    isJs: column(funcTable, 'isJS'),
    file: column(funcTable, 'fileName'),
    source: column(funcTable, 'source'),
    line: column(funcTable, 'lineNumber'),
    column: column(funcTable, 'columnNumber'),
    sourceFile: column(sources, 'filename')
  };
  return frame => {
    const func = columns.func[frame];
    if (!isRow(func, columns.name)) {
      throw new TraceImportError('a frame has no function in the file');
    }
    const source = columns.source[func];
    const file = textOf(
      isRow(source, columns.sourceFile) ? columns.sourceFile[source] : columns.file[func]
    );
    return {
      ...scriptOf(file, columns.isJs[func] === true),
      name: textOf(columns.name[func]),
      line: wholeOf(columns.line[func]),
      column: wholeOf(columns.column[func]),
      atLine: wholeOf(columns.atLine[frame])
    };
  };
}

function processedSamples(samples: JsonObject): FirefoxThread['samples'] {
  let timeMs = 0;
  const deltas = samples.timeDeltas;
  const timesMs =
    deltas === undefined
      ? numbersAt(samples.time, 'samples, time,')
      : numbersAt(deltas, 'samples, timeDeltas,').map(delta => (timeMs += delta));
  const stack = listAt(samples.stack, 'samples, stack,');
  const weights = samples.weight == null ? null : numbersAt(samples.weight, 'samples, weight,');
  const weightType = typeof samples.weightType === 'string' ? samples.weightType : 'samples';
  checkLengths(stack.length, timesMs.length, weights?.length);
  return { stack, timesMs, weights, weightType };
}

function checkLengths(stacks: number, times: number, weights = stacks): void {
  if (stacks === times && stacks === weights) return;
  throw new TraceImportError(
    `a thread has ${stacks} samples, ${times} times and ${weights} weights`
  );
}

/** A thread as Firefox itself writes it: rows of tables are lists, whose places a schema names. */
function rawThread(thread: JsonObject, samples: JsonObject): FirefoxThread {
  const sampleAt = rowsOf(samples, 'samples');
  const stackAt = rowsOf(objectAt(thread.stackTable, 'stackTable'), 'stackTable');
  const frameAt = rowsOf(objectAt(thread.frameTable, 'frameTable'), 'frameTable');
  const texts = listAt(thread.stringTable, 'stringTable');
  const rows = Array.from({ length: sampleAt.length }, (_, row) => row);
  return {
    ...placeOf(thread),
    stacks: {
      length: stackAt.length,
      prefixOf: row => stackAt.value(row, 'prefix'),
      frameOf: row => stackAt.value(row, 'frame')
    },
    frameAt: frame => {
      const location = textAtRow(texts, frameAt.value(frame, 'location'));
      return { ...locatedFrame(location), atLine: wholeOf(frameAt.value(frame, 'line')) };
    },
    samples: {
      stack: rows.map(row => sampleAt.value(row, 'stack') ?? null),
      timesMs: numbersAt(
        rows.map(row => sampleAt.value(row, 'time')),
        'samples, time,'
      ),
      ...{ weights: null, weightType: 'samples' }
    },
    markers: countOf(thread.markers)
  };
}

function rowsOf(
  table: JsonObject,
  place: string
): { readonly length: number; readonly value: (row: number, name: string) => unknown } {
  const data = listAt(table.data, `${place}, data,`);
  const schema = new Map(Object.entries(objectAt(table.schema, `${place}, schema,`)));
  return {
    length: data.length,
    value: (row, name) => {
      const at = schema.get(name);
      return typeof at === 'number' ? listAt(data[row], `${place} row ${row}`)[at] : undefined;
    }
  };
}

/** A location such as `alpha (http://localhost:8000/simple.js:1:14)`, or the name of native code. */
function locatedFrame(location: string): ImportedFrame {
  const [, name, place] = /^(.*?) \((.*)\)$/.exec(location) ?? [];
  if (place === undefined) return { name: location, file: '', kind: FrameKind.native };
  const [, path, line, column] = /^(.*?)(?::(\d+))?(?::(\d+))?$/.exec(place) ?? [];
  const loaded = path.slice(path.lastIndexOf(' -> ') < 0 ? 0 : path.lastIndexOf(' -> ') + 4);
  const at = { line: wholeOf(Number(line)), column: column === undefined ? 0 : Number(column) + 1 };
  return { ...scriptOf(loaded, true), name, ...at };
}

/** Addresses of Firefox's own scripts and those of its extensions. */
const OWN_SCRIPT = /^(resource|chrome|moz-extension|self-hosted|about)\b/;

function scriptOf(file: string, isScript: boolean): Pick<ImportedFrame, 'file' | 'kind'> {
  if (!isScript) return { file, kind: FrameKind.native };
  return OWN_SCRIPT.test(file) ? { file, kind: FrameKind.library } : { file };
}

function countOf(markers: unknown): number {
  if (!isObject(markers)) return 0;
  const { length, data } = markers as JsonObject;
  if (typeof length === 'number' && length >= 0) return length;
  return Array.isArray(data) ? data.length : 0;
}

function textAtRow(texts: Column, row: unknown): string {
  const text = isRow(row, texts) ? texts[row] : '';
  return typeof text === 'string' ? text : '';
}

function wholeOf(value: unknown): number {
  return Number.isInteger(value) ? (value as number) : 0;
}

function isRow(value: unknown, table: Column): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < table.length;
}
