import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writer } from 'protobufjs/minimal.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { onnxFlops } from '../../../../src/analysis/operators/libraryFlops';
import type { Profile } from '../../../../src/model/profile/profile';
import { OnnxruntimeHook } from '../../../../src/sources/onnx/onnxruntime';
import { factsOfNodes } from '../../../../src/sources/onnx/onnxruntimeFacts';
import type { OrtSessionClass } from '../../../../src/sources/onnx/onnxruntimeModules';
import { OnnxruntimeSource } from '../../../../src/sources/onnx/onnxruntimeSource';
import { readOnnxModel } from '../../../../src/sources/onnx/onnxModel';
import { type TestHookDeps, testHookDeps } from '../../../support/hookDeps';
import { convolutionModel, denseModel } from '../../../support/onnxModel';
import { argsOf, finishWindow } from '../../../support/recording';

interface Runtime {
  readonly InferenceSession: OrtSessionClass;
  readonly Tensor: new (type: string, data: Float32Array, dims: number[]) => object;
}

const SIZE = 8;
const { InferenceSession, Tensor } = createRequire(import.meta.url)('onnxruntime-node') as Runtime;

let parts: TestHookDeps;
let source: OnnxruntimeSource;
let finish: () => Profile;

beforeEach(() => {
  parts = testHookDeps({ graphOperators: true });
  source = new OnnxruntimeSource(new OnnxruntimeHook(parts), {
    shapes: true,
    nodeShares: true,
    flops: onnxFlops
  });
  source.start();
  const window = parts.recorder.openWindow();
  finish = () => {
    parts.recorder.endWindow(window);
    source.stopNow();
    return finishWindow(parts.recorder, window, [source]);
  };
});

afterEach(() => source.stopNow());

const input = (dims: number[]) => {
  const elements = dims.reduce((product, size) => product * size, 1);
  return { x: new Tensor('float32', new Float32Array(elements).fill(1), dims) };
};

/** What the slices of the second execution say, by name. */
function nodeArgs(profile: Profile): Record<string, unknown>[] {
  const { slices, labels, strings } = profile;
  const rows = Array.from({ length: slices.length }, (_, row) => row);
  const category = (row: number) => strings[labels.category[slices.label[row]]];
  const name = (row: number) => strings[labels.name[slices.label[row]]];
  return rows
    .filter(row => category(row) === 'second execution')
    .map(row => ({ name: name(row), ...argsOf(profile, row) }));
}

describe('nodes of a model', () => {
  test('carry their input shapes, weights among them, and what they compute', async () => {
    const session = await InferenceSession.create(denseModel(SIZE));
    await session.run(input([SIZE, SIZE]));
    const [product, activation] = [2 * SIZE ** 3, SIZE ** 2];
    expect(nodeArgs(finish())).toEqual([
      { name: expect.stringContaining('run of a model') as string, flops: product + activation },
      {
        name: 'multiply (MatMul)',
        inputShapes: '[[8,8],[8,8]]',
        inputTypes: '["float32","float32"]',
        outputShapes: '[[8,8]]',
        outputTypes: '["float32"]',
        flops: product
      },
      {
        name: 'activate (Relu)',
        inputShapes: '[[8,8]]',
        inputTypes: '["float32"]',
        outputShapes: '[[8,8]]',
        outputTypes: '["float32"]',
        flops: activation
      }
    ]);
  });

  test('are counted with the windows of pools, constants and unnamed nodes in a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kernelscope-model-'));
    const file = join(folder, 'convolution.onnx');
    writeFileSync(file, convolutionModel());
    const session = await InferenceSession.create(file);
    await session.run(input([1, 3, 6, 6]));
    rmSync(folder, { recursive: true });
    const convolution = 2 * (8 * 4 * 4) * (3 * 3 * 3);
    const pool = 8 * 2 * 2 * 3;
    expect(nodeArgs(finish())).toMatchObject([
      { name: 'run of convolution.onnx', flops: convolution + pool + 32 },
      {
        name: expect.stringMatching(/\(Conv\)$/) as string,
        inputShapes: '[[1,3,6,6],[8,3,3,3],[8]]',
        flops: convolution
      },
      {
        name: expect.stringMatching(/\(MaxPool\)$/) as string,
        inputShapes: '[[1,8,4,4]]',
        flops: pool
      },
      {
        name: expect.stringMatching(/\(Mul\)$/) as string,
        inputShapes: '[[1,8,2,2],[1]]',
        inputTypes: '["float32","float32"]',
        flops: 32
      }
    ]);
    expect(source.faults.any).toBe(false);
  });

  test('carry nothing of it unless that is wanted', async () => {
    source.stopNow();
    const plain = new OnnxruntimeSource(new OnnxruntimeHook(parts), {
      shapes: false,
      nodeShares: true,
      flops: null
    });
    plain.start();
    const window = parts.recorder.openWindow();
    const session = await InferenceSession.create(denseModel(SIZE));
    await session.run(input([SIZE, SIZE]));
    plain.stopNow();
    const profile = finishWindow(parts.recorder, window, [plain]);
    expect(nodeArgs(profile).map(args => Object.keys(args))).toEqual([
      ['name'],
      ['name'],
      ['name']
    ]);
  });
});

describe('factsOfNodes', () => {
  const node = { name: 'n', node: 'multiply', operator: 'MatMul', start: 0, duration: 1 };
  const times = [{ ...node, outputs: [{ shape: [SIZE, SIZE], type: 'float32' }] }];
  const feeds = { x: { dims: [SIZE, SIZE], type: 'float32' } };
  const facts = {
    inputs: [
      [8, 8],
      [8, 8]
    ],
    inputTypes: ['float32', 'float32'],
    outputs: [[8, 8]],
    outputTypes: ['float32']
  };

  test('reads models out of buffers, and parts of them', () => {
    const model = denseModel(SIZE);
    const larger = new Uint8Array(model.length + 20);
    larger.set(model, 10);
    for (const args of [
      [model, {}],
      [larger.subarray(10, 10 + model.length)],
      [larger.buffer, 10, model.length]
    ]) {
      expect(factsOfNodes(times, args, feeds)).toEqual([facts]);
    }
  });

  test('knows nothing of nodes that are not in the model, or whose inputs are unknown', () => {
    const model = denseModel(SIZE);
    expect(factsOfNodes([{ ...times[0], node: 'inner' }], [model], feeds)).toEqual([null]);
    expect(factsOfNodes(times, [model], null)).toEqual([null]);
    expect(() => factsOfNodes(times, [7], feeds)).toThrow('neither file nor bytes');
  });
});

describe('readOnnxModel', () => {
  test('refuses what is cut off, and anything that is not a protocol buffer', () => {
    const model = denseModel(SIZE);
    expect(() => readOnnxModel(model.subarray(0, model.length - 3))).toThrow('cut off');
    expect(() => readOnnxModel(new Uint8Array(12).fill(0xff))).toThrow('too long');
    expect(() => readOnnxModel(new Uint8Array([0x3b]))).toThrow('no fields of type 3');
    expect(readOnnxModel(new Uint8Array(0)).nodes.size).toBe(0);
  });

  test('leaves out nodes that share a name, and skips numbers of eight bytes and four', () => {
    const node = Writer.create().uint32(0x1a).string('twin').uint32(0x22).string('Relu').finish();
    const graph = Writer.create().uint32(0x0a).bytes(node).uint32(0x0a).bytes(node).finish();
    const numbers = Writer.create().uint32(0x09).fixed64(1).uint32(0x0d).fixed32(1);
    const bytes = numbers.uint32(0x3a).bytes(graph).finish();
    expect(readOnnxModel(bytes).nodes.size).toBe(0);
  });
});
