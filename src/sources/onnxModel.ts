import type { Shape } from '../model/operatorFacts';
import type { ProtobufField } from './protobufFields';
import { fieldText, fieldWholes, readFields } from './protobufFields';

/** A node of a graph as far as its operations depend on it. */
export interface OnnxNode {
  /** Names of the values that it reads; empty for those that it does without. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** Sides of the window of a pooling operator. */
  readonly kernel: Shape | null;
}

/** What an ONNX file says that the times of its nodes do not. */
export interface OnnxModel {
  /** Nodes of the main graph by the names under which ONNX Runtime tells their times. */
  readonly nodes: ReadonlyMap<string, OnnxNode>;
  /** Shapes of the weights and other constants, by name. */
  readonly constants: ReadonlyMap<string, Shape>;
}

/** Field numbers of onnx.proto3. */
const MODEL = { graph: 7 };
const GRAPH = { node: 1, initializer: 5 };
const NODE = { input: 1, output: 2, name: 3, operator: 4, attribute: 5 };
const ATTRIBUTE = { name: 1, tensor: 5, integers: 8 };
const TENSOR = { dims: 1, name: 8 };

/** The operator whose node is a constant, which ONNX Runtime does not run. */
const CONSTANT = 'Constant';

/**
 * Reads the main graph of an ONNX file. Nodes whose name another one has are left out.
 *
 * @throws RangeError for bytes that are no protocol buffer.
 */
export function readOnnxModel(bytes: Uint8Array): OnnxModel {
  const graphs = readFields(bytes).filter(({ field }) => field === MODEL.graph);
  const parts = graphs.flatMap(graph => readFields(graph.bytes));
  const constants = new Map<string, Shape>();
  const nodes = new Map<string, OnnxNode>();
  const ambiguous = new Set<string>();
  for (const { field, bytes: tensor } of parts) {
    if (field === GRAPH.initializer) addConstant(constants, tensor);
  }
  const read = parts.filter(({ field }) => field === GRAPH.node).map(readNode);
  for (const { outputs, value } of read) if (value) constants.set(outputs[0], value);
  read
    .filter(({ operator }) => operator !== CONSTANT)
    .forEach(({ name, operator, ...node }, index) => {
      const known = name === '' ? `${operator}_${index}` : name;
      if (nodes.has(known)) ambiguous.add(known);
      nodes.set(known, node);
    });
  for (const name of ambiguous) nodes.delete(name);
  return { nodes, constants };
}

function addConstant(constants: Map<string, Shape>, bytes: Uint8Array): void {
  const { dims, name } = readTensor(bytes);
  constants.set(name, dims);
}

function readTensor(bytes: Uint8Array): { readonly dims: number[]; readonly name: string } {
  const fields = readFields(bytes);
  const dims = fields.filter(({ field }) => field === TENSOR.dims).flatMap(fieldWholes);
  const name = fields.find(({ field }) => field === TENSOR.name);
  return { dims, name: name ? fieldText(name) : '' };
}

interface NamedNode extends OnnxNode {
  readonly name: string;
  readonly operator: string;
  /** Shape of the tensor that the node of a constant holds. */
  readonly value: Shape | null;
}

function readNode({ bytes }: ProtobufField): NamedNode {
  const fields = readFields(bytes);
  const textsOf = (wanted: number) => fields.filter(({ field }) => field === wanted).map(fieldText);
  const outputs = textsOf(NODE.output);
  const attributes = fields.filter(({ field }) => field === NODE.attribute).map(readAttribute);
  const tensor = attributes.find(({ name }) => name === 'value')?.tensor;
  const operator = textsOf(NODE.operator)[0] ?? '';
  return {
    name: textsOf(NODE.name)[0] ?? '',
    operator,
    inputs: textsOf(NODE.input),
    outputs,
    value: operator === CONSTANT && tensor ? readTensor(tensor).dims : null,
    kernel: attributes.find(({ name }) => name === 'kernel_shape')?.integers ?? null
  };
}

function readAttribute({ bytes }: ProtobufField) {
  const fields = readFields(bytes);
  const name = fields.find(({ field }) => field === ATTRIBUTE.name);
  return {
    name: name ? fieldText(name) : '',
    tensor: fields.find(({ field }) => field === ATTRIBUTE.tensor)?.bytes ?? null,
    integers: fields.filter(({ field }) => field === ATTRIBUTE.integers).flatMap(fieldWholes)
  };
}
