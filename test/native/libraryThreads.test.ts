import { describe, expect, it } from 'vitest';
import { denseModel } from '../support/onnxModel';
import { recordGpu } from './recordedGpu';

const slices = recordGpu(`
  const inside = op('inside', () => runtime.launch('inOperator', 1, 32, 0, 0n));
  const around = op('around', () => runtime.launchInThread('whileOneRuns', 0n));
  const recording = record();
  const stream = runtime.createStream();
  inside();
  runtime.launchInThread('alone', stream);
  around();
  const later = op('later', () => new Promise(resolve => setImmediate(() => {
    runtime.launch('inLaterTurn', 1, 32, 0, 0n);
    resolve();
  })));
  await later();
  runtime.synchronize();
  const { data } = await recording.finish();
  finish(data);`);

const kernel = (name: string) => {
  const [found] = slices.of('kernel').filter(each => each.name === name);
  const [call] = slices.sources(found);
  return { found, call };
};

it('work of a library thread is on its stream, and its call on a track of that thread', () => {
  const { found, call } = kernel('alone');
  expect(found.track).toMatch(/^stream \d+$/);
  expect(found.track).not.toBe(kernel('inOperator').found.track);
  expect(call).toMatchObject({ name: 'cudaLaunchKernel', category: 'cuda_runtime' });
  expect(call.track).toMatch(/^thread \d+$/);
  expect(found.args.correlation).toBe(call.args.correlation);
});

it('it belongs to no operator if none runs, also right after another had launched', () => {
  const { found, call } = kernel('alone');
  expect(slices.causeOf(call, 'operator')).toBeNull();
  expect(slices.causeOf(found, 'operator')).toBeNull();
  expect([found, call].map(({ args }) => args['External id'])).toEqual([undefined, undefined]);
});

it('it belongs to the operator that runs at the time, if it is the only one', () => {
  const { call } = kernel('whileOneRuns');
  expect(call.track).toMatch(/^thread \d+$/);
  expect(slices.causeOf(call, 'operator')?.name).toBe('around');
});

it('work of the calling thread belongs to the operator around the call', () => {
  const { call } = kernel('inOperator');
  expect(call.track).toBe('main thread');
  expect(slices.causeOf(call, 'operator')?.name).toBe('inside');
});

it('work that an operator leaves to a later turn belongs to none', () => {
  const { found, call } = kernel('inLaterTurn');
  expect(call.track).toBe('main thread');
  expect(slices.causeOf(call, 'operator')).toBeNull();
  expect(found.args['External id']).toBeUndefined();
  expect(slices.named('later')).toHaveLength(1);
});

describe('work of onnxruntime-node, which calls native code in a later turn', () => {
  const model = Buffer.from(denseModel()).toString('base64');

  /** What the session does natively launches a kernel besides, as with the provider for CUDA. */
  const found = recordGpu(`
    const { binding } = require('onnxruntime-node/dist/binding');
    const Native = binding.InferenceSession;
    binding.InferenceSession = class extends Native {
      run(feeds, ...rest) {
        runtime.launch(feeds.x.dims[0] === 8 ? 'run' : 'refused', 1, 32, 0, 0n);
        return super.run(feeds, ...rest);
      }
    };
    const { InferenceSession, Tensor } = require('onnxruntime-node');
    const model = Buffer.from('${model}', 'base64');
    const early = await InferenceSession.create(model);
    const input = (rows, columns) => new Tensor('float32', new Float32Array(rows * columns), [rows, columns]);
    const immediate = setImmediate;
    const recording = record();
    const late = await InferenceSession.create(model);
    const feeds = { x: input(8, 8) };
    // All of them have begun before the first one calls native code.
    const between = op('between', () => runtime.launch('between', 1, 32, 0, 0n));
    const runs = [early.run(feeds), late.run(feeds), early.run({ x: input(1, 2) }).catch(() => null)];
    between();
    const beside = new Promise(resolve => setImmediate(() => {
      runtime.launch('beside', 1, 32, 0, 0n);
      resolve();
    }));
    await Promise.all([...runs, beside]);
    runtime.launch('after', 1, 32, 0, 0n);
    runtime.synchronize();
    if (setImmediate !== immediate) throw new Error('setImmediate is another one');
    const { data } = await recording.finish();
    finish(data);`);

  const operatorsOf = (name: string) =>
    found
      .of('kernel')
      .filter(each => each.name === name)
      .map(each => found.causeOf(found.sources(each)[0], 'operator'));

  it('belongs to the run, also of a session from before the recording and of one that fails', () => {
    const runs = [...operatorsOf('run'), ...operatorsOf('refused')];
    expect(runs.map(run => run?.name)).toEqual(Array(3).fill('InferenceSession.run'));
    expect(new Set(runs.map(run => run?.row)).size).toBe(3);
  });

  it('is told from what else runs meanwhile', () => {
    expect(operatorsOf('between').map(each => each?.name)).toEqual(['between']);
    expect(operatorsOf('beside')).toEqual([null]);
    expect(operatorsOf('after')).toEqual([null]);
  });
});
