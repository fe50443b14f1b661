import type * as Tf from '@tensorflow/tfjs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aggregate } from '../../../../src/analysis/statistics/aggregate';
import { memoryRecordCsv } from '../../../../src/compat/mindspore/report/memoryRecord';
import { EventIds } from '../../../../src/compat/torch/eventIds';
import { functionEventsOf } from '../../../../src/compat/torch/functionEventsOf';
import { memoryFlowSvg } from '../../../../src/formats/memoryFlow/write';
import type { Profile } from '../../../../src/model/profile/profile';
import { dumpsTable } from '../../../../src/report/dumpsTable';
import {
  type TfjsBench,
  counterOf,
  loadTensorFlow,
  loadWasmBackend,
  slicesOf,
  useTfjsBench
} from '../../../support/tfjsBench';

const MEMORY = { operators: true, tensorMemory: true };
const CURVE = 'Memory: tfjs/cpu';

let bench: TfjsBench;

useTfjsBench(made => {
  bench = made;
});

/** Bytes of the different pieces of data among tensors, as a program knows them. */
function bytesOfData(tensors: Iterable<Tf.Tensor>): number {
  const bytes = new Map<object, number>();
  for (const { dataId, size } of tensors) bytes.set(dataId, 4 * size);
  return [...bytes.values()].reduce((sum, each) => sum + each, 0);
}

function heldBytes({ allocations: { length, isHeld, bytes } }: Profile): number {
  let held = 0;
  for (let row = 0; row < length; row++) held += isHeld[row] * bytes[row];
  return held;
}

/** Something that a program does with the tensors it has; each number picks one of them. */
type Step = readonly [
  kind: 'make' | 'view' | 'copy' | 'variable' | 'add' | 'tidy' | 'gradient' | 'dispose' | 'pause',
  at: number
];

const STEPS = fc.array(
  fc.tuple(
    fc.constantFrom<Step[0]>(
      'make',
      'view',
      'copy',
      'variable',
      'add',
      'tidy',
      'gradient',
      'dispose',
      'pause'
    ),
    fc.nat(20)
  ),
  { maxLength: 30 }
);

/** Does a step; the tensors that it leaves are those of `live` afterwards. */
function perform(tf: typeof Tf, live: Tf.Tensor[], [kind, number]: Step): void {
  const at = number % Math.max(1, live.length);
  const chosen = live.at(at) ?? tf.tensor1d([number]);
  if (live.length === 0) live.push(chosen);
  switch (kind) {
    case 'make':
      live.push(tf.fill([number + 1], number));
      break;
    case 'view':
      live.push(tf.reshape(chosen, [-1, 1]));
      break;
    case 'copy':
      live.push(tf.clone(chosen));
      break;
    case 'variable':
      live.push(tf.variable(chosen));
      break;
    case 'add':
      live.push(tf.add(chosen, 1));
      break;
    case 'tidy':
      live.push(tf.tidy(() => tf.reshape(tf.square(tf.reshape(chosen, [1, -1])), [-1])));
      break;
    case 'gradient':
      live.push(tf.grad((x: Tf.Tensor) => tf.sum(tf.square(tf.reshape(x, [-1]))))(chosen));
      break;
    case 'dispose':
      live.splice(at, 1)[0].dispose();
      break;
    case 'pause':
      bench.recorder.pause();
      live.push(tf.reshape(chosen, [1, -1]), tf.fill([number + 2], 1));
      bench.recorder.resume();
      break;
  }
}

/** Scalars that operators made of numbers on the way: TensorFlow.js leaves them to `tidy`. */
function performAll(tf: typeof Tf, live: Tf.Tensor[], steps: readonly Step[]): void {
  for (const step of steps) {
    const before = new Set(live);
    tf.tidy(() => {
      perform(tf, live, step);
      for (const tensor of live) if (!before.has(tensor)) tf.keep(tensor);
    });
  }
}

test('the curve is the data that live tensors hold, whichever share it, then and before', () => {
  const tf = loadTensorFlow('all');
  fc.assert(
    fc.property(STEPS, STEPS, (early, steps) => {
      const live: Tf.Tensor[] = [];
      try {
        performAll(tf, live, early);
        const before = bytesOfData(live);
        const all: readonly Step[] = [['make', 1], ...steps, ['make', 1]];
        const profile = bench.profile(() => performAll(tf, live, all), MEMORY);
        const curve = counterOf(profile, CURVE);
        if (before > 0) expect(curve[0]).toBe(before);
        expect(curve.at(-1)).toBe(bytesOfData(live));
      } finally {
        tf.engine().reset();
      }
    }),
    { numRuns: 100 }
  );
});

test('every file of one recording tells the same memory, and views none', () => {
  const tf = loadTensorFlow();
  const megabyte = 250_000;
  const profile = bench.profile(() => {
    const a = tf.zeros([megabyte]);
    for (let rows = 1; rows < 10; rows++) tf.reshape(a, [10, megabyte / 10]);
  }, MEMORY);
  expect(counterOf(profile, CURVE).at(-1)).toBe(1e6);
  expect(heldBytes(profile)).toBe(1e6);
  const lines = new TextDecoder().decode(memoryRecordCsv(profile)).trim().split('\n').slice(1);
  for (const [, , allocated, , active] of lines.map(line => line.split(','))) {
    expect(allocated).toBe(active);
  }
  const [dumped] = /^Memory: tfjs\/cpu .*$/m.exec(dumpsTable(aggregate(profile))) ?? [];
  expect(dumped?.trim().split(/ {2,}/).slice(-2)).toEqual(['1000.0000', '1000.0000']);
  expect(memoryFlowSvg(profile)).toContain('peak 1.00 MB at');
  const events = functionEventsOf(profile, new EventIds()).filter(({ name }) => name === 'Reshape');
  expect(events.map(({ cpuMemoryUsage }) => cpuMemoryUsage)).toEqual(Array(9).fill(0));
});

test('an operator adds what it makes, without the views that gradients keep of it', () => {
  const tf = loadTensorFlow('all');
  const x = tf.ones([8]);
  const run = () => tf.grad((of: Tf.Tensor) => tf.sum(tf.square(tf.reshape(of, [2, 4]))))(x);
  for (const wanted of [{ operators: true }, MEMORY]) {
    const rows = slicesOf(bench.profile(run, wanted), 'operator');
    const bytes = (operator: string) =>
      rows.filter(({ name }) => name === operator).map(row => row.bytes);
    expect(new Set(bytes('Reshape'))).toEqual(new Set([0]));
    expect(new Set(bytes('Identity'))).toEqual(new Set([0]));
    expect(bytes('Square')).toEqual([32]);
  }
});

test('readings between operators count data as well', () => {
  const tf = loadTensorFlow();
  const x = tf.ones([8]);
  tf.reshape(x, [4, 2]);
  const run = () => {
    tf.reshape(x, [2, 4]);
    tf.square(x);
  };
  const profile = bench.profile(run, { operators: true, memoryEveryOperators: 1 });
  expect(counterOf(profile, 'Memory in use: tfjs/cpu')).toEqual([32, 64]);
});

test('views of texts and of complex numbers take nothing', () => {
  const tf = loadTensorFlow();
  const profile = bench.profile(() => {
    const text = tf.tensor1d(['ab', 'cd']);
    const view = tf.reshape(text, [2, 1]);
    view.dispose();
    const number = tf.complex(tf.tensor1d([1, 2]), tf.tensor1d([3, 4]));
    tf.reshape(number, [2, 1]).dispose();
  }, MEMORY);
  const text = 4;
  const parts = 2 * 8;
  expect(counterOf(profile, CURVE).at(-1)).toBe(text + parts);
  expect(heldBytes(profile)).toBe(text + parts);
});

test('data that is moved to another back end is held there', async () => {
  const tf = loadTensorFlow();
  loadWasmBackend();
  await tf.setBackend('cpu');
  const early = tf.tensor1d([1, 2]);
  const profile = await bench.profileAsync(async () => {
    const x = tf.tensor1d([1, 2, 3, 4]);
    const view = tf.reshape(x, [2, 2]);
    await tf.setBackend('wasm');
    tf.square(view);
    tf.square(early);
    tf.dispose([x, early]);
  }, MEMORY);
  expect(counterOf(profile, CURVE).at(-1)).toBe(0);
  expect(counterOf(profile, 'Memory: tfjs/wasm').at(-1)).toBe(16 + 16 + 8);
  expect(heldBytes(profile)).toBe(16 + 16 + 8);
});
