import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { RecordingHost } from '../../../../src/engine/recording/recordingHost';
import type { RecordingOptions } from '../../../../src/engine/arguments/recordingOptions';
import { createWaitAll } from '../../../../src/engine/annotate/waitAll';
import type { Profile } from '../../../../src/model/profile/profile';
import { createInstrument } from '../../../../src/sources/operators/instrument';
import type { OrtSessionClass } from '../../../../src/sources/onnx/onnxruntimeModules';
import { denseModel } from '../../../support/onnxModel';

interface Runtime {
  readonly InferenceSession: OrtSessionClass;
  readonly Tensor: new (type: string, data: Float32Array, dims: number[]) => object;
}

const SIZE = 4;
const QUIET = {
  ...{ cpuIntervalUs: null, memoryPeriodMs: null, gc: false, waits: false },
  requests: false
} as const;

/** The categories and names that a program with two libraries leaves in a profile. */
async function record(options: Partial<RecordingOptions>): Promise<Profile> {
  const host = new RecordingHost();
  const { InferenceSession, Tensor } = createRequire(import.meta.url)(
    'onnxruntime-node'
  ) as Runtime;
  const library = { scale: (by: number) => new Float32Array(SIZE * SIZE).fill(by) };
  const { restore } = createInstrument(host.hooks)(library);
  const recording = host.start({ ...QUIET, ...options });
  const session = await InferenceSession.create(denseModel(SIZE));
  const x = new Tensor('float32', library.scale(1), [SIZE, SIZE]);
  const run = session.run({ x });
  await createWaitAll(host.hooks)();
  await run;
  restore();
  return recording.stop().data;
}

function namesOf({ slices, labels, strings }: Profile): string[] {
  const names = Array.from(slices.label, label => {
    return `${strings[labels.category[label]]}/${strings[labels.name[label]]}`;
  });
  return [...new Set(names)].sort();
}

test('a recording by default has operators of both libraries, and no calls', async () => {
  const profile = await record({});
  expect(namesOf(profile)).toEqual([
    'operator/InferenceSession.run',
    'operator/init',
    'operator/scale'
  ]);
  expect(profile.sources.find(({ source }) => source === 'onnxruntime')).toMatchObject({
    status: 'ok',
    records: 2
  });
});

test('a recording of calls has them and their counters', async () => {
  const profile = await record({ api: true, operators: false, graphOperators: false });
  expect(namesOf(profile)).toEqual([
    'API/InferenceSession.create',
    'API/InferenceSession.run',
    'API/scale',
    'API/waitAll'
  ]);
  const calls = profile.counters.find(({ name }) => name === 'API Calls');
  expect(calls?.value.at(-1)).toBe(4);
});

test('a recording of nothing that hooks record leaves libraries alone', async () => {
  const profile = await record({
    ...{ async: false, userTimings: false, sampleLabels: false },
    ...{ operators: false, graphOperators: false, tensorMemory: false }
  });
  expect(namesOf(profile)).toEqual([]);
  expect(profile.sources).toEqual([]);
});

test('a recording can ask for the nodes of models', async () => {
  const names = namesOf(await record({ nodeShares: true }));
  expect(names).toContain('second execution/multiply (MatMul)');
});
