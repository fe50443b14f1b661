import { expect, it } from 'vitest';
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

it('work that an operator leaves to a later turn belongs to none, as with onnxruntime-node', () => {
  const { found, call } = kernel('inLaterTurn');
  expect(call.track).toBe('main thread');
  expect(slices.causeOf(call, 'operator')).toBeNull();
  expect(found.args['External id']).toBeUndefined();
  expect(slices.named('later')).toHaveLength(1);
});
