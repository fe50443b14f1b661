import { readFileSync, statSync } from 'node:fs';
import type { OperatorFacts, Shape } from '../model/operatorFacts';
import type { OnnxModel, OnnxNode } from './onnxModel';
import { readOnnxModel } from './onnxModel';
import type { OrtTensor } from './onnxruntimeModules';
import type { NodeTime } from './onnxruntimeNodes';

/** Bytes of a model's file that are read at most. */
const MAX_MODEL_BYTES = 256 << 20;

/**
 * What decides how much each node of a run computed: the shapes of its results as ONNX Runtime told
 * them, those of its inputs by following them through the model, and windows of pooling operators.
 * `null` for a node that the model does not have under its name, such as one of a subgraph, and for
 * one of whose inputs the shape is unknown.
 *
 * @param args what `InferenceSession.create` was given
 * @param feeds the inputs of the run
 * @throws RangeError for a file that is too large or no model.
 */
export function factsOfNodes(
  times: readonly NodeTime[],
  args: readonly unknown[],
  feeds: unknown
): (OperatorFacts | null)[] {
  const model = readOnnxModel(bytesOfModel(args));
  const shapes = new Map([...model.constants, ...feedShapes(feeds)]);
  return times.map(time => factsOf(time, model, shapes));
}

function factsOf(
  { node: name, outputs }: NodeTime,
  model: OnnxModel,
  shapes: Map<string, Shape>
): OperatorFacts | null {
  const node = model.nodes.get(name);
  if (!node) return null;
  const names = node.outputs.filter(output => output !== '');
  outputs.slice(0, names.length).forEach((shape, at) => shapes.set(names[at], shape));
  const inputs = inputShapes(node, shapes);
  if (inputs === null) return null;
  const window = node.kernel?.reduce((product, side) => product * side, 1);
  return { inputs, outputs, ...(window !== undefined && { window }) };
}

function inputShapes({ inputs }: OnnxNode, shapes: ReadonlyMap<string, Shape>): Shape[] | null {
  const known = inputs.map(name => (name === '' ? [] : shapes.get(name)));
  return known.includes(undefined) ? null : known.filter(shape => shape !== undefined);
}

function feedShapes(feeds: unknown): [string, Shape][] {
  if (typeof feeds !== 'object' || feeds === null) return [];
  return Object.entries(feeds).map(([name, tensor]) => [name, (tensor as OrtTensor).dims]);
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
