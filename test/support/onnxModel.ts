import { Writer } from 'protobufjs/minimal.js';

const FLOAT = 1;
const IR_VERSION = 8;
const OPSET = 13;

/** A node of {@link onnxModel}: its name in the graph, its operator, what it reads and writes. */
export interface OnnxNode {
  readonly name: string;
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly output: string;
}

/** A graph over float tensors of shape [`size`, `size`]. */
export interface OnnxGraph {
  readonly size: number;
  readonly inputs: readonly string[];
  readonly output: string;
  /** Constant tensors, all of whose elements are 0.5. */
  readonly weights: readonly string[];
  readonly nodes: readonly OnnxNode[];
}

/** The model `y = relu(x · w)`, with the nodes `multiply` and `activate`. */
export function denseModel(size = 8): Uint8Array {
  return onnxModel({
    size,
    inputs: ['x'],
    output: 'y',
    weights: ['w'],
    nodes: [
      { name: 'multiply', operator: 'MatMul', inputs: ['x', 'w'], output: 'product' },
      { name: 'activate', operator: 'Relu', inputs: ['product'], output: 'y' }
    ]
  });
}

/** A convolution of 3 channels into 8, a pool and a product, all unnamed; the factor is a constant. */
export function convolutionModel(): Uint8Array {
  const value = encodeAttribute(
    'value',
    Writer.create()
      .uint32(tag(5, 2))
      .bytes(encodeTensor('', [1])),
    4
  );
  const graph = Writer.create();
  const nodes = [
    encodeUnnamed('Conv', ['x', 'w', 'b'], 'c', []),
    encodeUnnamed('Constant', [], 'half', [value]),
    encodeUnnamed('MaxPool', ['c'], 'p', [
      integers('kernel_shape', [2, 2]),
      integers('strides', [2, 2])
    ]),
    encodeUnnamed('Mul', ['p', 'half'], 'y', [])
  ];
  for (const node of nodes) graph.uint32(tag(1, 2)).bytes(node);
  graph.uint32(tag(2, 2)).string('graph');
  graph.uint32(tag(5, 2)).bytes(encodeTensor('w', [8, 3, 3, 3]));
  graph.uint32(tag(5, 2)).bytes(encodeTensor('b', [8]));
  graph.uint32(tag(11, 2)).bytes(encodeValueInfo('x', [1, 3, 6, 6]));
  graph.uint32(tag(12, 2)).bytes(encodeValueInfo('y', [1, 8, 2, 2]));
  return encodeModel(graph.finish());
}

function encodeUnnamed(
  operator: string,
  inputs: readonly string[],
  output: string,
  attributes: readonly Uint8Array[]
): Uint8Array {
  const writer = Writer.create();
  for (const input of inputs) writer.uint32(tag(1, 2)).string(input);
  writer.uint32(tag(2, 2)).string(output).uint32(tag(4, 2)).string(operator);
  for (const attribute of attributes) writer.uint32(tag(5, 2)).bytes(attribute);
  return writer.finish();
}

function integers(name: string, values: readonly number[]): Uint8Array {
  const writer = Writer.create();
  for (const value of values) writer.uint32(tag(8, 0)).int64(value);
  return encodeAttribute(name, writer, 7);
}

/** An attribute whose value `content` has been written; `type` is that of AttributeProto. */
function encodeAttribute(name: string, content: Writer, type: number): Uint8Array {
  return content.uint32(tag(1, 2)).string(name).uint32(tag(20, 0)).int32(type).finish();
}

/** The bytes of an ONNX file; field numbers are those of the format's onnx.proto3. */
export function onnxModel(graph: OnnxGraph): Uint8Array {
  return encodeModel(encodeGraph(graph));
}

function encodeModel(graph: Uint8Array): Uint8Array {
  const opset = Writer.create().uint32(0x10).int64(OPSET).finish();
  return Writer.create()
    .uint32(tag(1, 0))
    .int64(IR_VERSION)
    .uint32(tag(7, 2))
    .bytes(graph)
    .uint32(tag(8, 2))
    .bytes(opset)
    .finish();
}

function tag(field: number, wireType: number): number {
  return field * 8 + wireType;
}

function encodeGraph({ size, inputs, output, weights, nodes }: OnnxGraph): Uint8Array {
  const writer = Writer.create();
  for (const node of nodes) writer.uint32(tag(1, 2)).bytes(encodeNode(node));
  writer.uint32(tag(2, 2)).string('graph');
  for (const name of weights) writer.uint32(tag(5, 2)).bytes(encodeTensor(name, [size, size]));
  for (const name of inputs) writer.uint32(tag(11, 2)).bytes(encodeValueInfo(name, [size, size]));
  return writer
    .uint32(tag(12, 2))
    .bytes(encodeValueInfo(output, [size, size]))
    .finish();
}

function encodeNode({ name, operator, inputs, output }: OnnxNode): Uint8Array {
  const writer = Writer.create();
  for (const input of inputs) writer.uint32(tag(1, 2)).string(input);
  writer.uint32(tag(2, 2)).string(output);
  return writer.uint32(tag(3, 2)).string(name).uint32(tag(4, 2)).string(operator).finish();
}

function encodeTensor(name: string, dims: readonly number[]): Uint8Array {
  const elements = dims.reduce((product, size) => product * size, 1);
  const values = new Float32Array(elements).fill(0.5);
  const writer = Writer.create();
  for (const size of dims) writer.uint32(tag(1, 0)).int64(size);
  return writer
    .uint32(tag(2, 0))
    .int32(FLOAT)
    .uint32(tag(8, 2))
    .string(name)
    .uint32(tag(9, 2))
    .bytes(new Uint8Array(values.buffer))
    .finish();
}

function encodeValueInfo(name: string, dims: readonly number[]): Uint8Array {
  const shape = Writer.create();
  for (const size of dims) {
    shape.uint32(tag(1, 2)).bytes(Writer.create().uint32(tag(1, 0)).int64(size).finish());
  }
  const tensor = Writer.create()
    .uint32(tag(1, 0))
    .int32(FLOAT)
    .uint32(tag(2, 2))
    .bytes(shape.finish())
    .finish();
  const type = Writer.create().uint32(tag(1, 2)).bytes(tensor).finish();
  return Writer.create().uint32(tag(1, 2)).string(name).uint32(tag(2, 2)).bytes(type).finish();
}
