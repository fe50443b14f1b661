import type * as Tf from '@tensorflow/tfjs';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type ProfilerCallbackOptions,
  createProfilerCallback
} from '../../../../../src/compat/mindspore/profiler/profilerCallback';
import { schedule } from '../../../../../src/compat/torch/schedule';
import { ProfilerArgumentError } from '../../../../../src/engine/arguments/argumentErrors';
import { useTestProfilers } from '../../../../support/testProfilers';
import { forgetTensorFlow, loadTensorFlow } from '../../../../support/tfjsBench';

const test = useTestProfilers();

let tf: typeof Tf;

beforeEach(() => {
  forgetTensorFlow();
  tf = loadTensorFlow('all');
});

function callbackOf(options?: ProfilerCallbackOptions) {
  const { host, profiler } = test();
  return createProfilerCallback(host.recorder, profiler)(options);
}

function smallModel(): Tf.Sequential {
  const model = tf.sequential({ layers: [tf.layers.dense({ units: 1, inputShape: [2] })] });
  model.compile({ optimizer: tf.train.sgd(0.1), loss: 'meanSquaredError' });
  return model;
}

/** Trains so many batches an epoch. */
async function train(
  model: Tf.Sequential,
  callbacks: Tf.CustomCallbackArgs,
  [batches, epochs]: readonly [number, number]
): Promise<void> {
  const [x, y] = [tf.ones([batches, 2]), tf.ones([batches, 1])];
  await model.fit(x, y, { batchSize: 1, epochs, verbose: 0, callbacks });
}

describe('profilerCallback with a profiler', () => {
  it('records with that one, which the program keeps', async () => {
    const { profiler, cycles } = test();
    const own = profiler({ startProfile: false });
    const callback = callbackOf({ startStep: 2, stopStep: 3, profiler: own });
    expect(callback.profiler).toBe(own);
    await train(smallModel(), callback, [4, 1]);
    expect(cycles).toHaveLength(1);
    expect(own.functionEvents.filter(({ name }) => /^ProfilerStep#/.test(name))).toHaveLength(2);
    const scheduled = profiler({ schedule: schedule({ wait: 0, active: 1 }), startProfile: false });
    expect(() => callbackOf({ profiler: scheduled })).toThrow(ProfilerArgumentError);
  });
});

const steps = () =>
  test()
    .names()
    .map(names => names.filter(name => name.startsWith('ProfilerStep#')));

describe('profilerCallback', () => {
  it('records the batches from startStep to stopStep, through epochs, and analyses them', async () => {
    const callback = callbackOf({ startStep: 3, stopStep: 5 });
    await train(smallModel(), callback, [4, 2]);
    expect(steps()).toEqual([['ProfilerStep#3', 'ProfilerStep#4', 'ProfilerStep#5']]);
    const { analyses, warnings } = test();
    expect(analyses.map(({ directory }) => directory)).toEqual(['cycle 1']);
    expect(warnings).toEqual([]);
    expect(callback.profiler.functionEvents.map(({ name }) => name)).toContain('ProfilerStep#4');
  });

  it('records the first five batches unless told otherwise', async () => {
    await train(smallModel(), callbackOf(), [7, 1]);
    expect(steps().flat().at(0)).toBe('ProfilerStep#1');
    expect(steps().flat().at(-1)).toBe('ProfilerStep#5');
  });

  it('records a training that is shorter to its end, and one that is too short not at all', async () => {
    await train(smallModel(), callbackOf({ startStep: 2, stopStep: 100 }), [3, 1]);
    expect(steps()).toEqual([['ProfilerStep#2', 'ProfilerStep#3']]);
    await train(smallModel(), callbackOf({ startStep: 10, stopStep: 20 }), [3, 1]);
    expect(steps()).toHaveLength(1);
    expect(test().analyses).toHaveLength(1);
    expect(test().warnings).toEqual([]);
  });

  it('counts batches anew in each training', async () => {
    const callback = callbackOf({ startStep: 1, stopStep: 2 });
    const model = smallModel();
    await train(model, callback, [3, 1]);
    await train(model, callback, [3, 1]);
    const both = ['ProfilerStep#1', 'ProfilerStep#2'];
    expect(steps()).toEqual([both, both]);
    expect(test().analyses.map(({ directory }) => directory)).toEqual(['cycle 1', 'cycle 2']);
  });

  it('records data sets as well, with options of Profiler', async () => {
    const data = tf.data
      .array([1, 2, 3, 4].map(x => ({ xs: [x, x], ys: [x] })))
      .map(row => row)
      .batch(1);
    const handed: unknown[] = [];
    const onTraceReady = (given: unknown): void => void handed.push(given);
    const callback = callbackOf({ startStep: 2, stopStep: 3, profiler: { onTraceReady } });
    await smallModel().fitDataset(data, {
      epochs: 1,
      verbose: 0,
      callbacks: callback
    });
    expect(steps()).toEqual([['ProfilerStep#2', 'ProfilerStep#3']]);
    expect(handed).toEqual([callback.profiler]);
  });

  it.each([
    [{ startStep: 0 }, /for startStep expect whole number, 1 or more but value='0'/],
    [{ stopStep: 2.5 }, /for stopStep expect whole number, 1 or more but value='2.5'/],
    [{ startStep: 'first' }, /for startStep .* value='first'/],
    [{ startStep: 8, stopStep: 3 }, /stopStep is 3, before startStep 8/],
    [{ startStep: 8 }, /stopStep is 5, before startStep 8/],
    [{ profiler: 'quiet' }, /for profiler expect object of options of Profiler but value='quiet'/],
    [{ profiler: { schedule: () => 'NONE' } }, /profiler.schedule is not for profilerCallback/],
    [{ profiler: { startProfile: true } }, /profiler.startProfile is not for profilerCallback/],
    [{ profiler: { withStak: true } }, /Profiler has no option withStak. Did you mean withStack\?/],
    [{ start_ste: 1 }, /profilerCallback has no option start_ste. Did you mean startStep\?/]
  ])('refuses %j', (options, text) => {
    const make = () => callbackOf(options as ProfilerCallbackOptions);
    expect(make).toThrow(ProfilerArgumentError);
    expect(make).toThrow(text);
  });
});
