import type { Shape } from '../../model/profile/operatorFacts';
import { type ProtobufField, fieldText, fieldWholes, readFields } from './protobufFields';

/** A node of a graph as far as its operations depend on it. */
export interface OnnxNode {
  /** Names of the values that it reads; empty for those that it does without. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** Sides of the window of a pooling operator. */
  readonly kernel: Shape | null;
  /** Of an Einstein summation. */
  readonly equation: string | null;
}

/** A constant of a graph. */
export interface OnnxConstant {
  readonly shape: Shape;
  /** Of its elements, such as `float32`; empty for one that is not known. */
  readonly type: string;
}

/** The facts in an ONNX file that the times of its nodes do not include. */
export interface OnnxModel {
  /** Nodes of the main graph, by the names in ONNX Runtime's times. */
  readonly nodes: ReadonlyMap<string, OnnxNode>;
  /** The weights and other constants, by name. */
  readonly constants: ReadonlyMap<string, OnnxConstant>;
}

/** Field numbers of onnx.proto3. */
const MODEL = { graph: 7 };
const GRAPH = { node: 1, initializer: 5 };
const NODE = { input: 1, output: 2, name: 3, operator: 4, attribute: 5 };
const ATTRIBUTE = { name: 1, text: 4, tensor: 5, integers: 8 };
const TENSOR = { dims: 1, type: 2, name: 8 };

/** Names of the types of elements by their numbers in onnx.proto3, from 0. */
const TYPES =
  ' float32 uint8 int8 uint16 int16 int32 int64 string bool float16 float64 uint32 uint64 ' +
  'complex64 complex128 bfloat16 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz uint4 int4';
const TYPE_NAMES: readonly string[] = TYPES.split(' ');

/** The operator whose node is a constant, which ONNX Runtime does not run. */
const CONSTANT = 'Constant';

/**
 * Reads the main graph of an ONNX file. Nodes with duplicate names are left out.
 *
 * @throws RangeError for bytes that are not a protocol buffer.
 */
export function readOnnxModel(bytes: Uint8Array): OnnxModel {
  const graphs = readFields(bytes).filter(({ field }) => field === MODEL.graph);
  const parts = graphs.flatMap(graph => readFields(graph.bytes));
  const constants = new Map<string, OnnxConstant>();
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

function addConstant(constants: Map<string, OnnxConstant>, bytes: Uint8Array): void {
  const { name, shape, type } = readTensor(bytes);
  constants.set(name, { shape, type });
}

function readTensor(bytes: Uint8Array): OnnxConstant & { readonly name: string } {
  const fields = readFields(bytes);
  const shape = fields.filter(({ field }) => field === TENSOR.dims).flatMap(fieldWholes);
  const name = fields.find(({ field }) => field === TENSOR.name);
  const [type = 0] = fields.filter(({ field }) => field === TENSOR.type).flatMap(fieldWholes);
  return { shape, type: TYPE_NAMES[type] ?? '', name: name ? fieldText(name) : '' };
}

interface NamedNode extends OnnxNode {
  readonly name: string;
  readonly operator: string;
  /** The tensor that the node of a constant holds. */
  readonly value: OnnxConstant | null;
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
    value: operator === CONSTANT && tensor ? readTensor(tensor) : null,
    kernel: attributes.find(({ name }) => name === 'kernel_shape')?.integers ?? null,
    equation: attributes.find(({ name }) => name === 'equation')?.text ?? null
  };
}

function readAttribute({ bytes }: ProtobufField) {
  const fields = readFields(bytes);
  const textOf = (wanted: number) =>
    fields.filter(({ field }) => field === wanted).map(fieldText)[0];
  return {
    name: textOf(ATTRIBUTE.name) ?? '',
    text: textOf(ATTRIBUTE.text) ?? null,
    tensor: fields.find(({ field }) => field === ATTRIBUTE.tensor)?.bytes ?? null,
    integers: fields.filter(({ field }) => field === ATTRIBUTE.integers).flatMap(fieldWholes)
  };
}
