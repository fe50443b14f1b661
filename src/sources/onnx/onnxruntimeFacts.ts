import { isObject } from '../../base/isObject';
import { readFileSync, statSync } from 'node:fs';
import type { OperatorFacts, Shape } from '../../model/profile/operatorFacts';
import { type OnnxModel, type OnnxNode, readOnnxModel } from './onnxModel';
import type { OrtTensor } from './onnxruntimeModules';
import type { NodeTime } from './onnxruntimeNodes';

/** The same of a node, with the types of its tensors; empty where unknown. */
export interface NodeFacts extends OperatorFacts {
  readonly inputTypes: readonly string[];
  readonly outputTypes: readonly string[];
}

/** Shape and type of a value of the graph. */
interface Value {
  readonly shape: Shape;
  readonly type: string;
}

/** In place of an input that a node does without. */
const NO_VALUE: Value = { shape: [], type: '' };

/** Bytes of a model's file that are read at most. */
const MAX_MODEL_BYTES = 256 << 20;

/**
 * The facts that determine the operations of each node of a run: the shapes of its results from ONNX
 * Runtime, those of its inputs by following them through the model, and windows of pooling operators.
 * `null` for a node that the model does not have under its name, such as one of a subgraph, and for a
 * node with an input of unknown shape.
 *
 * @param args the arguments of `InferenceSession.create`
 * @param feeds the inputs of the run
 * @throws RangeError for a file that is too large or not a model.
 */
export function factsOfNodes(
  times: readonly NodeTime[],
  args: readonly unknown[],
  feeds: unknown
): (NodeFacts | null)[] {
  const model = readOnnxModel(bytesOfModel(args));
  const values = new Map([...model.constants, ...feedValues(feeds)]);
  return times.map(time => factsOf(time, model, values));
}

function factsOf(
  { node: name, outputs: results }: NodeTime,
  model: OnnxModel,
  values: Map<string, Value>
): NodeFacts | null {
  const node = model.nodes.get(name);
  if (!node) return null;
  const names = node.outputs.filter(output => output !== '');
  results.slice(0, names.length).forEach((result, at) => values.set(names[at], result));
  const inputs = inputValues(node, values);
  if (inputs === null) return null;
  const window = node.kernel?.reduce((product, side) => product * side, 1);
  return {
    inputs: inputs.map(({ shape }) => shape),
    inputTypes: inputs.map(({ type }) => type),
    outputs: results.map(({ shape }) => shape),
    outputTypes: results.map(({ type }) => type),
    ...(window !== undefined && { window }),
    ...(node.equation !== null && { equation: node.equation })
  };
}

function inputValues({ inputs }: OnnxNode, values: ReadonlyMap<string, Value>): Value[] | null {
  const known = inputs.map(name => (name === '' ? NO_VALUE : values.get(name)));
  return known.includes(undefined) ? null : known.filter(value => value !== undefined);
}

function feedValues(feeds: unknown): [string, Value][] {
  if (!isObject(feeds)) return [];
  return Object.entries(feeds).map(([name, tensor]) => {
    const { dims, type } = tensor as OrtTensor;
    return [name, { shape: dims, type }];
  });
}

/** The bytes of the model that a session was made of: a file, a buffer, or a part of one. */
function bytesOfModel([model, offset, length]: readonly unknown[]): Uint8Array {
  if (typeof model === 'string') {
    const { size } = statSync(model);
    if (size > MAX_MODEL_BYTES) throw new RangeError(`A model of ${size} bytes is not read`);
    return readFileSync(model);
  }
  if (ArrayBuffer.isView(model)) {
    return new Uint8Array(model.buffer, model.byteOffset, model.byteLength);
  }
  if (!(model instanceof ArrayBuffer)) throw new RangeError('The model is neither file nor bytes');
  const from = typeof offset === 'number' ? offset : 0;
  return new Uint8Array(model, from, typeof length === 'number' ? length : undefined);
}
