import type { RunTime } from '../../analysis/operators/records/profiledOperator';
import type { Shape } from '../../model/profile/operatorFacts';
import type { JsonReader } from '../../base/json/jsonReader';

/** Times of operators at one place, by operator and within it by computing node. */
export type TimesOfOperators = Map<string, Map<string, RunTime>>;

/** MegEngine's record of the size of an operator; absent if the file has no such field. */
export interface FootprintFields {
  computation?: number | null;
  memory?: number | null;
  inShapes?: readonly Shape[] | null;
  outShapes?: readonly Shape[] | null;
  inLayouts?: readonly (Shape | null)[] | null;
}

/** An operator of the graph with the ids of the variables that it reads and writes. */
export interface GraphOperator {
  readonly name: string;
  readonly type: string;
  readonly id: string;
  readonly input: readonly string[];
  readonly output: readonly string[];
}

/** The times of `profiler.device` or `profiler.host`. */
export function readTimes(reader: JsonReader): TimesOfOperators {
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
export function readFootprint(reader: JsonReader): FootprintFields {
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
export function readOperator(reader: JsonReader): GraphOperator {
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
export function readElementType(reader: JsonReader): string | null {
  const dtype = () => orNull(reader, () => reader.text());
  const layout = () => orNull(reader, () => readFields(reader, { dtype }).dtype ?? null);
  const plan = () => orNull(reader, () => readFields(reader, { layout }).layout ?? null);
  return readFields(reader, { mem_plan: plan }).mem_plan ?? null;
}

type Readers = Readonly<Record<string, () => unknown>>;
type FieldsOf<R extends Readers> = { [Key in keyof R]?: ReturnType<R[Key]> };

/** Reads the fields of an object that there are readers for, the last where one occurs twice. */
export function readFields<R extends Readers>(reader: JsonReader, readers: R): FieldsOf<R> {
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
