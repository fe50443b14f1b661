import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, runInThisContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RecordingWindow } from '../../../../src/record/slices/recordingWindow';
import type { Profile } from '../../../../src/model/profile/profile';
import type { Source } from '../../../../src/record/build/contribution';
import { createInstrument } from '../../../../src/sources/operators/instrument';
import { OnnxruntimeHook } from '../../../../src/sources/onnx/onnxruntime';
import type { OrtSession, OrtSessionClass } from '../../../../src/sources/onnx/onnxruntimeModules';
import { OnnxruntimeSource } from '../../../../src/sources/onnx/onnxruntimeSource';
import type { LibraryFunction } from '../../../../src/sources/operators/operatorCalls';
import { replaceMethod } from '../../../../src/sources/process/replaceMethod';
import { type TestHookDeps, testHookDeps } from '../../../support/hookDeps';
import { denseModel } from '../../../support/onnxModel';
import { useOwnTemporaryFolder } from '../../../support/ownTemporaryFolder';
import { argsOf, finishWindow } from '../../../support/recording';

interface Runtime {
  readonly InferenceSession: OrtSessionClass;
  readonly Tensor: new (type: string, data: Float32Array, dims: number[]) => OrtTensorLike;
}

interface OrtTensorLike {
  readonly data: Float32Array;
}

const SIZE = 8;
const load = createRequire(import.meta.url);

let parts: TestHookDeps;
let hook: OnnxruntimeHook;
let window: RecordingWindow;
let open: Source[];

beforeEach(() => {
  parts = testHookDeps({ graphOperators: true });
  hook = new OnnxruntimeHook(parts);
  window = parts.recorder.openWindow();
  open = [];
});

afterEach(() => {
  for (const source of open) source.stopNow();
});

function start(detail: { shapes?: boolean; nodeShares?: boolean } = {}): OnnxruntimeSource {
  const source = new OnnxruntimeSource(hook, {
    shapes: false,
    nodeShares: false,
    flops: null,
    ...detail
  });
  source.start();
  open.push(source);
  return source;
}

function finish(source: OnnxruntimeSource): Profile {
  parts.recorder.endWindow(window);
  source.stopNow();
  return finishWindow(parts.recorder, window, [source]);
}

function runtime(): Runtime {
  return load('onnxruntime-node') as Runtime;
}

function input(): Record<string, OrtTensorLike> {
  const { Tensor } = runtime();
  return { x: new Tensor('float32', new Float32Array(SIZE * SIZE).fill(1), [SIZE, SIZE]) };
}

async function firstOutput(session: OrtSession): Promise<number> {
  const { y } = await session.run(input());
  return (y.data as Float32Array)[0];
}

/** `category/name @track` of each slice. */
function slicesOf({ slices, labels, strings, tracks }: Profile): string[] {
  return Array.from(slices.label, (label, row) => {
    const [category, name] = [labels.category[label], labels.name[label]];
    return `${strings[category]}/${strings[name]} @${tracks[slices.track[row]].name}`;
  });
}

function methodsOf(sessions: OrtSessionClass) {
  return {
    load: Reflect.get(Module, '_load') as unknown,
    create: Object.getOwnPropertyDescriptor(sessions, 'create'),
    run: Object.getOwnPropertyDescriptor(sessions.prototype, 'run')
  };
}

/** Loads the package with the session class once more, beside the copy in use. */
function loadCopy() {
  const isPart = (file: string) => file.includes('onnxruntime-common');
  const inUse = Object.entries(load.cache).filter(([file]) => isPart(file));
  for (const [file] of inUse) Reflect.deleteProperty(load.cache, file);
  const { InferenceSession: sessions } = load('onnxruntime-common') as Runtime;
  const copied = Object.keys(load.cache).filter(isPart);
  for (const file of copied) Reflect.deleteProperty(load.cache, file);
  for (const [file, module] of inUse) load.cache[file] = module;
  return { sessions, ...methodsOf(sessions) };
}

describe('the hook in onnxruntime-node', () => {
  test('records sessions that are made and run, on lanes, with what a run took and gave', async () => {
    const source = start({ shapes: true });
    const session = await runtime().InferenceSession.create(denseModel(SIZE));
    expect(await firstOutput(session)).toBe(SIZE / 2);
    await session.release();
    const profile = finish(source);
    expect(slicesOf(profile)).toEqual([
      'operator/init @operators',
      'operator/InferenceSession.run @operators'
    ]);
    const model = `a model of ${denseModel(SIZE).length} bytes`;
    expect(argsOf(profile, 0)).toEqual({ of: model });
    expect(argsOf(profile, 1)).toEqual({
      model,
      inputShapes: `[[${SIZE},${SIZE}]]`,
      inputTypes: '["float32"]',
      outputShapes: `[[${SIZE},${SIZE}]]`,
      outputTypes: '["float32"]',
      bytes: SIZE * SIZE * 4
    });
    expect(profile.sources.find(each => each.source === 'onnxruntime')).toMatchObject({
      status: 'ok',
      records: 2
    });
  });

  test('shows calls that end before the operators they start', async () => {
    parts.kinds.api = true;
    const source = start();
    const session = await runtime().InferenceSession.create(denseModel(SIZE));
    await Promise.all([firstOutput(session), firstOutput(session)]);
    const profile = finish(source);
    expect(slicesOf(profile)).toEqual([
      'API/InferenceSession.create @main thread',
      'operator/init @operators',
      'API/InferenceSession.run @main thread',
      'operator/InferenceSession.run @operators',
      'API/InferenceSession.run @main thread',
      'operator/InferenceSession.run @operators 2'
    ]);
    const end = (row: number) => profile.slices.start[row] + profile.slices.duration[row];
    for (const row of [0, 2, 4]) expect(end(row)).toBeLessThan(end(row + 1));
  });

  test('names the file of a model', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kernelscope-model-'));
    writeFileSync(join(folder, 'dense.onnx'), denseModel(SIZE));
    const source = start();
    const session = await runtime().InferenceSession.create(join(folder, 'dense.onnx'));
    await firstOutput(session);
    rmSync(folder, { recursive: true });
    const profile = finish(source);
    expect([argsOf(profile, 0).of, argsOf(profile, 1).model]).toEqual(['dense.onnx', 'dense.onnx']);
  });

  test('records neither when graph operators are not wanted, but the creation of a session', async () => {
    parts.kinds.graphOperators = false;
    const source = start();
    await firstOutput(await runtime().InferenceSession.create(denseModel(SIZE)));
    expect(slicesOf(finish(source))).toEqual(['operator/init @operators']);
  });

  test('passes on what sessions reject with', async () => {
    const source = start();
    const { InferenceSession } = runtime();
    await expect(InferenceSession.create(new Uint8Array([1, 2, 3]))).rejects.toThrow('protobuf');
    await expect(InferenceSession.create(5)).rejects.toThrow(TypeError);
    const session = await InferenceSession.create(denseModel(SIZE));
    await expect(session.run({})).rejects.toThrow("input 'x' is missing");
    const { unfinished } = argsOf(finish(source), 3);
    expect(unfinished).toBeUndefined();
  });

  test('catches copies that are loaded later, and restores them and the loader exactly', () => {
    const { InferenceSession } = runtime();
    const before = methodsOf(InferenceSession);
    const outer = start();
    const inner = start();
    const copy = loadCopy();
    const own = methodsOf(InferenceSession);
    expect(copy.create?.value).not.toBe(before.create?.value);
    expect([copy, own].map(({ create }) => create?.value as unknown)).not.toContain(undefined);
    inner.stopNow();
    expect(methodsOf(InferenceSession)).toEqual(own);
    outer.stopNow();
    expect(methodsOf(InferenceSession)).toEqual(before);
    expect(methodsOf(copy.sessions).create?.value).not.toBe(copy.create?.value);
  });

  test('serves code that imports the package', async () => {
    const source = start();
    const imported = (await runInThisContext('import("onnxruntime-node")', {
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER
    })) as Runtime;
    const session = await imported.InferenceSession.create(denseModel(SIZE));
    expect(await firstOutput(session)).toBe(SIZE / 2);
    expect(slicesOf(finish(source))).toHaveLength(2);
  });

  test('is not wrapped again by instrument, and leaves alone what that has wrapped', async () => {
    const { InferenceSession } = runtime();
    const instrument = createInstrument(parts);
    const source = start();
    expect(instrument(InferenceSession).methods).not.toContain('InferenceSession.run');
    source.stopNow();
    const { restore } = instrument(InferenceSession);
    const again = start();
    await firstOutput(await InferenceSession.create(denseModel(SIZE)));
    restore();
    expect(slicesOf(finish(again))).toEqual([
      'operator/InferenceSession.create @operators',
      'operator/InferenceSession.run @operators'
    ]);
  });
});

describe('times of nodes', () => {
  useOwnTemporaryFolder();
  const temporary = () => readdirSync(tmpdir()).filter(name => name.startsWith('kernelscope-onnx'));

  test('come from a second execution, on a track that says so, once a session', async () => {
    const before = temporary();
    const source = start({ nodeShares: true });
    const session = await runtime().InferenceSession.create(denseModel(SIZE), {
      graphOptimizationLevel: 'all'
    });
    expect(await firstOutput(session)).toBe(SIZE / 2);
    expect(await firstOutput(session)).toBe(SIZE / 2);
    const profile = finish(source);
    expect(slicesOf(profile).filter(line => line.includes('second'))).toEqual([
      expect.stringMatching(/^second execution\/run of a model .* @onnxruntime nodes \(second/),
      expect.stringMatching(/^second execution\/multiply \(MatMul\) @/),
      expect.stringMatching(/^second execution\/activate \(Relu\) @/)
    ]);
    expect(slicesOf(profile).filter(line => line.startsWith('operator/Inf'))).toHaveLength(2);
    expect(profile.meta.overheadNs).toBeGreaterThan(1000);
    expect(temporary()).toEqual(before);
  });

  test('need a session that the recording saw being made, and say so', async () => {
    const session = await runtime().InferenceSession.create(denseModel(SIZE));
    const source = start({ nodeShares: true });
    expect(await firstOutput(session)).toBe(SIZE / 2);
    const [report] = finish(source).sources;
    expect(report).toMatchObject({ status: 'partial' });
    expect(report.message).toContain('Create the session in the recorded code');
  });

  test('that cannot be had are reported, and the run gives what it would have given', async () => {
    const before = temporary();
    const folder = mkdtempSync(join(tmpdir(), 'kernelscope-model-'));
    writeFileSync(join(folder, 'dense.onnx'), denseModel(SIZE));
    const source = start({ nodeShares: true });
    const session = await runtime().InferenceSession.create(join(folder, 'dense.onnx'));
    rmSync(folder, { recursive: true });
    expect(await firstOutput(session)).toBe(SIZE / 2);
    const [report] = finish(source).sources;
    expect(report).toMatchObject({ status: 'partial' });
    expect(report.message).toContain('dense.onnx');
    expect(temporary()).toEqual(before);
  });

  test('never write into tensors that the user prepared for the outputs', async () => {
    const { InferenceSession, Tensor } = runtime();
    const { prototype } = InferenceSession;
    const original: unknown = Reflect.get(prototype, 'run');
    const given: unknown[][] = [];
    const restore = replaceMethod(prototype, 'run', function (this: unknown, ...args: unknown[]) {
      given.push(args);
      return Reflect.apply(original as LibraryFunction, this, args);
    });
    const source = start({ nodeShares: true });
    const session = await InferenceSession.create(denseModel(SIZE));
    const y = new Tensor('float32', new Float32Array(SIZE * SIZE), [SIZE, SIZE]);
    await session.run(input(), { y });
    source.stopNow();
    restore();
    expect(y.data[0]).toBe(SIZE / 2);
    expect(given.map(args => args.slice(1))).toEqual([[{ y }], [], []]);
  });
});
