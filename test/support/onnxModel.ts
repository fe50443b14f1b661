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

/** The bytes of an ONNX file; field numbers are those of the format's onnx.proto3. */
export function onnxModel(graph: OnnxGraph): Uint8Array {
  const opset = Writer.create().uint32(0x10).int64(OPSET).finish();
  return Writer.create()
    .uint32(tag(1, 0))
    .int64(IR_VERSION)
    .uint32(tag(7, 2))
    .bytes(encodeGraph(graph))
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
  for (const name of weights) writer.uint32(tag(5, 2)).bytes(encodeWeight(name, size));
  for (const name of inputs) writer.uint32(tag(11, 2)).bytes(encodeValueInfo(name, size));
  return writer.uint32(tag(12, 2)).bytes(encodeValueInfo(output, size)).finish();
}

function encodeNode({ name, operator, inputs, output }: OnnxNode): Uint8Array {
  const writer = Writer.create();
  for (const input of inputs) writer.uint32(tag(1, 2)).string(input);
  writer.uint32(tag(2, 2)).string(output);
  return writer.uint32(tag(3, 2)).string(name).uint32(tag(4, 2)).string(operator).finish();
}

function encodeWeight(name: string, size: number): Uint8Array {
  const values = new Float32Array(size * size).fill(0.5);
  return Writer.create()
    .uint32(tag(1, 0))
    .int64(size)
    .uint32(tag(1, 0))
    .int64(size)
    .uint32(tag(2, 0))
    .int32(FLOAT)
    .uint32(tag(8, 2))
    .string(name)
    .uint32(tag(9, 2))
    .bytes(new Uint8Array(values.buffer))
    .finish();
}

function encodeValueInfo(name: string, size: number): Uint8Array {
  const dimension = Writer.create().uint32(tag(1, 0)).int64(size).finish();
  const shape = Writer.create();
  for (const each of [dimension, dimension]) shape.uint32(tag(1, 2)).bytes(each);
  const tensor = Writer.create()
    .uint32(tag(1, 0))
    .int32(FLOAT)
    .uint32(tag(2, 2))
    .bytes(shape.finish())
    .finish();
  const type = Writer.create().uint32(tag(1, 2)).bytes(tensor).finish();
  return Writer.create().uint32(tag(1, 2)).string(name).uint32(tag(2, 2)).bytes(type).finish();
}
