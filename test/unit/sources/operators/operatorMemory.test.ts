import { expect, test } from 'vitest';
import { OperatorMemory } from '../../../../src/sources/operators/operatorMemory';
import { createInstrument } from '../../../../src/sources/operators/instrument';
import { SourceFaults } from '../../../../src/sources/source';
import { testHookDeps } from '../../../support/hookDeps';
import { finishWindow } from '../../../support/recording';
import {
  type TfjsBench,
  counterOf,
  loadTensorFlow,
  useTfjsBench
} from '../../../support/tfjsBench';

let bench: TfjsBench;

useTfjsBench(made => {
  bench = made;
});

const DEVICE = 'Memory in use: tfjs/cpu';
const PROCESS = 'Memory in use: node/rss';

test('memory is taken at the end of every so many operators, by device and of the process', () => {
  const tf = loadTensorFlow();
  const x = tf.ones([8]);
  const before = tf.memory().numBytes;
  const run = () => Array.from({ length: 7 }, () => tf.square(x));
  const profile = bench.profile(run, { operators: true, memoryEveryOperators: 3 });
  expect(counterOf(profile, DEVICE).map(bytes => bytes - before)).toEqual([32, 128, 224]);
  const resident = counterOf(profile, PROCESS);
  expect(resident).toHaveLength(3);
  expect(Math.min(...resident)).toBeGreaterThan(10e6);
  expect(profile.counters.find(({ name }) => name === DEVICE)).toMatchObject({
    category: 'Device Storage',
    unit: 'bytes',
    kind: 'sampled'
  });
  expect(profile.sources.map(({ source, status }) => [source, status])).toContainEqual([
    'operatorMemory',
    'ok'
  ]);
});

test('nothing is taken where nobody wants it', () => {
  const tf = loadTensorFlow();
  const profile = bench.profile(() => tf.square(tf.ones([8])), { operators: true });
  expect(counterOf(profile, PROCESS)).toEqual([]);
});

test('agrees with the curve of every tensor where that is recorded as well', () => {
  const tf = loadTensorFlow();
  const wanted = { operators: true, tensorMemory: true, memoryEveryOperators: 1 };
  const profile = bench.profile(() => tf.tidy(() => tf.neg(tf.square(tf.ones([8])))), wanted);
  const exact = counterOf(profile, 'Memory: tfjs/cpu');
  for (const bytes of counterOf(profile, DEVICE)) expect(exact).toContain(bytes);
});

test('instrumented functions count as operators, asynchronous ones when they settle', async () => {
  const parts = testHookDeps();
  const target = { now: () => 1, later: () => Promise.resolve(2) };
  createInstrument(parts)(target);
  const faults = new SourceFaults('operatorMemory', 'Mend it.');
  parts.operatorMemory.acquire(faults, 1);
  const window = parts.recorder.openWindow();
  target.now();
  const promise = target.later();
  expect(parts.operatorMemory.readings).toBe(1);
  expect(await promise).toBe(2);
  expect(parts.operatorMemory.readings).toBe(2);
  parts.operatorMemory.release(faults);
  target.now();
  expect(parts.operatorMemory.readings).toBe(2);
  parts.recorder.endWindow(window);
  finishWindow(parts.recorder, window);
});

test('a reader that fails is reported, and operators go on', () => {
  const parts = testHookDeps();
  const faults = new SourceFaults('operatorMemory', 'Mend it.');
  const memory = new OperatorMemory(parts.recorder);
  memory.addReader(() => {
    throw new Error('no device');
  });
  memory.acquire(faults, 1);
  const window = parts.recorder.openWindow();
  expect(() => memory.operatorEnded()).not.toThrow();
  expect(faults.report(0)).toMatchObject({ status: 'failed', message: 'no device. Mend it.' });
  parts.recorder.endWindow(window);
});
