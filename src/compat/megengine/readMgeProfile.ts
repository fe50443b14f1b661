import type { ProfiledOperator, RunTime, Shapes } from '../../analysis/operators/operatorRecord';
import type { Shape } from '../../model/profile/operatorFacts';
import { JsonError } from '../../base/notation/jsonCursor';
import { JsonReader } from '../../base/notation/jsonReader';
import { KernelscopeError } from '../../base/errors';

/** A file that is not a profile of MegEngine, or is damaged; the message begins with the field. */
export class MgeFormatError extends KernelscopeError {}

/**
 * The operators of a profile from MegEngine's `get_profile()`, in the order of the file; bytes of JSON
 * in UTF-8. If a field occurs twice the last one counts, as in Python. Other fields are skipped.
 *
 * @throws MgeFormatError that names the field which is missing or wrong
 */
export function readMgeProfile(bytes: Uint8Array): readonly ProfiledOperator[] {
  try {
    return operatorsOf(readParts(new JsonReader(bytes)));
  } catch (error) {
    if (error instanceof JsonError) throw new MgeFormatError(error.message, { cause: error });
    throw error;
  }
}

interface Parts {
  readonly operators: ReadonlyMap<string, GraphOperator>;
  /** Element types of variables. */
  readonly types: ReadonlyMap<string, string | null>;
  readonly device: TimesOfOperators;
  readonly host: TimesOfOperators;
  readonly footprints: ReadonlyMap<string, FootprintFields>;
}

function readParts(reader: JsonReader): Parts {
  const { profiler, graph_exec: graph } = readFields(reader, {
    profiler: () =>
      readFields(reader, {
        device: () => readTimes(reader),
        host: () => readTimes(reader),
        opr_footprint: () => readMap(reader, readFootprint)
      }),
    graph_exec: () =>
      readFields(reader, {
        var: () => readMap(reader, readElementType),
        operator: () => readMap(reader, readOperator)
      })
  });
  reader.end();
  return {
    operators: required(required(graph, 'graph_exec').operator, 'graph_exec.operator'),
    types: required(required(graph, 'graph_exec').var, 'graph_exec.var'),
    device: required(required(profiler, 'profiler').device, 'profiler.device'),
    host: required(required(profiler, 'profiler').host, 'profiler.host'),
    footprints: profiler?.opr_footprint ?? new Map<string, FootprintFields>()
  };
}

function required<T>(part: T | undefined, path: string): T {
  if (part === undefined) throw new MgeFormatError(`${path}: this field is missing`);
  return part;
}

function readMap<T>(reader: JsonReader, read: (reader: JsonReader) => T): Map<string, T> {
  const entries = new Map<string, T>();
  reader.object(key => void entries.set(key, read(reader)));
  return entries;
}

function operatorsOf(parts: Parts): ProfiledOperator[] {
  return [...parts.operators].map(([key, operator]) => {
    const { name, type, id } = operator;
    const known = parts.footprints.get(key) ?? {};
    checkVariables(key, operator, parts);
    return {
      name,
      type,
      id,
      device: [...(parts.device.get(key)?.values() ?? [])],
      host: [...(parts.host.get(key)?.values() ?? [])],
      computation: known.computation ?? null,
      memory: known.memory ?? null,
      inShapes: shapesOf(known.inShapes),
      inLayouts: known.inLayouts ?? null,
      outShapes: shapesOf(known.outShapes),
      inTypes: operator.input.map(variable => parts.types.get(variable) ?? null)
    };
  });
}

function checkVariables(key: string, { input, output }: GraphOperator, { types }: Parts): void {
  for (const [side, variables] of Object.entries({ input, output })) {
    const unknown = variables.find(variable => !types.has(variable));
    if (unknown === undefined) continue;
    const path = `graph_exec.operator.${key}.${side}`;
    throw new MgeFormatError(`${path}: there is no variable ${unknown} in graph_exec.var`);
  }
}

function shapesOf(shapes: readonly Shape[] | null | undefined): Shapes {
  if (shapes === undefined) return 'unknown';
  return shapes ?? 'none';
}

/** Fields that distinguish a file from traces, which are JSON as well. */
const OWN_FIELDS = ['profiler', 'graph_exec'];
const FIELDS_OF_TRACES = ['traceEvents'];

/**
 * Whether a file should be a profile of MegEngine, damaged or not, by its first bytes or all of them;
 * null if they are not enough.
 */
export function looksLikeMge(bytes: Uint8Array): boolean | null {
  try {
    const key = new JsonReader(bytes).findKey([...OWN_FIELDS, ...FIELDS_OF_TRACES]);
    return key !== null && OWN_FIELDS.includes(key);
  } catch (error) {
    if (error instanceof JsonError) return null;
    throw error;
  }
}

/** Times of operators at one place, by operator and within it by computing node. */
type TimesOfOperators = Map<string, Map<string, RunTime>>;

/** MegEngine's record of the size of an operator; absent if the file has no such field. */
interface FootprintFields {
  computation?: number | null;
  memory?: number | null;
  inShapes?: readonly Shape[] | null;
  outShapes?: readonly Shape[] | null;
  inLayouts?: readonly (Shape | null)[] | null;
}

/** An operator of the graph with the ids of the variables that it reads and writes. */
interface GraphOperator {
  readonly name: string;
  readonly type: string;
  readonly id: string;
  readonly input: readonly string[];
  readonly output: readonly string[];
}

/** The times of `profiler.device` or `profiler.host`. */
function readTimes(reader: JsonReader): TimesOfOperators {
  const times: TimesOfOperators = new Map();
  reader.object(operator => {
    const byNode = new Map<string, RunTime>();
    reader.object(node => void byNode.set(node, readRunTime(reader)));
    times.set(operator, byNode);
  });
  return times;
}

function readRunTime(reader: JsonReader): RunTime {
  const { start, kern, end } = readFields(reader, {
    start: () => reader.number(),
    kern: () => orNull(reader, () => reader.number()),
    end: () => reader.number()
  });
  if (start === undefined) return reader.fail('start is missing');
  if (end === undefined) return reader.fail('end is missing');
  return { endS: end - start, kernS: kern == null ? null : kern - start };
}

/** One entry of `profiler.opr_footprint`. */
function readFootprint(reader: JsonReader): FootprintFields {
  const shapes = () => orNull(reader, () => items(reader, () => readShape(reader)));
  const fields = readFields(reader, {
    computation: () => orNull(reader, () => reader.number()),
    memory: () => orNull(reader, () => reader.number()),
    in_shapes: shapes,
    out_shapes: shapes,
    in_layouts: () =>
      orNull(reader, () => items(reader, () => orNull(reader, () => readShape(reader))))
  });
  const { computation, memory, in_shapes, out_shapes, in_layouts } = fields;
  return {
    computation,
    memory,
    inShapes: in_shapes,
    outShapes: out_shapes,
    inLayouts: in_layouts
  };
}

function readShape(reader: JsonReader): Shape {
  return items(reader, () => reader.number());
}

/** One entry of `graph_exec.operator`; ids are texts, and numbers in files that people write. */
function readOperator(reader: JsonReader): GraphOperator {
  const ids = () => items(reader, () => readId(reader));
  const fields = readFields(reader, {
    name: () => reader.text(),
    type: () => reader.text(),
    id: () => readId(reader),
    input: ids,
    output: ids
  });
  for (const key of ['name', 'type', 'id', 'input', 'output'] as const) {
    if (fields[key] === undefined) reader.fail(`${key} is missing`);
  }
  const { name = '', type = '', id = '', input = [], output = [] } = fields;
  return { name, type, id, input, output };
}

function readId(reader: JsonReader): string {
  return reader.kind() === 'number' ? String(reader.number()) : reader.text();
}

/** The element type of an entry of `graph_exec.var`; null if it is not recorded. */
function readElementType(reader: JsonReader): string | null {
  const dtype = () => orNull(reader, () => reader.text());
  const layout = () => orNull(reader, () => readFields(reader, { dtype }).dtype ?? null);
  const plan = () => orNull(reader, () => readFields(reader, { layout }).layout ?? null);
  return readFields(reader, { mem_plan: plan }).mem_plan ?? null;
}

type Readers = Readonly<Record<string, () => unknown>>;
type FieldsOf<R extends Readers> = { [Key in keyof R]?: ReturnType<R[Key]> };

/** Reads the fields of an object that there are readers for, the last where one occurs twice. */
function readFields<R extends Readers>(reader: JsonReader, readers: R): FieldsOf<R> {
  const fields = new Map<string, unknown>();
  reader.object(key => {
    if (Object.hasOwn(readers, key)) fields.set(key, readers[key]());
    else reader.skip();
  });
  return Object.fromEntries(fields) as FieldsOf<R>;
}

function items<T>(reader: JsonReader, read: () => T): T[] {
  const list: T[] = [];
  reader.list(() => void list.push(read()));
  return list;
}

function orNull<T>(reader: JsonReader, read: () => T): T | null {
  return reader.takeNull() ? null : read();
}
