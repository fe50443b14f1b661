import type { ProfiledOperator, Shapes } from '../../analysis/operators/records/profiledOperator';
import type { Shape } from '../../model/profile/operatorFacts';
import { JsonError } from '../../base/json/jsonCursor';
import { JsonReader } from '../../base/json/jsonReader';
import { KernelscopeError } from '../../base/errors';
import {
  type FootprintFields,
  type GraphOperator,
  type TimesOfOperators,
  readElementType,
  readFields,
  readFootprint,
  readOperator,
  readTimes
} from './readMgeParts';

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
