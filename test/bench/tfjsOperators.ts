import '@tensorflow/tfjs-backend-cpu';
import * as tf from '@tensorflow/tfjs-core';
import { monotonicClock } from '../../src/base/clock';
import { Recorder } from '../../src/record/recorder';
import type { RecordingWindow } from '../../src/record/slices/recordingWindow';
import { ApiCalls } from '../../src/sources/operators/apiCalls';
import { ModuleWatch } from '../../src/sources/operators/moduleWatch';
import { OperatorContext } from '../../src/sources/operators/operatorContext';
import { OperatorMemory } from '../../src/sources/operators/operatorMemory';
import { RecordedKinds } from '../../src/sources/operators/recordedKinds';
import { TfjsHook, TfjsSource } from '../../src/sources/tfjs/tfjs';
import { NO_KINDS } from '../support/hookDeps';
import type { MeasuredFigure } from './figure';
import { type BenchCase, floorCase, interleave } from './harness';

const OPERATORS = 3_000;

function operators(): BenchCase {
  const a = tf.ones([4, 4]);
  const b = tf.ones([4, 4]);
  return {
    times: OPERATORS,
    run(count) {
      for (let i = 0; i < count; i++) tf.add(a, b).dispose();
    }
  };
}

/** The same operators with time, shapes and bytes recorded, and tensor memory if wanted. */
function recordedOperators({ tensorMemory }: { readonly tensorMemory: boolean }): BenchCase {
  const recorder = new Recorder({ clock: monotonicClock });
  const kinds = new RecordedKinds();
  const apiCalls = new ApiCalls(recorder);
  const operatorContext = new OperatorContext();
  const moduleWatch = new ModuleWatch();
  const operatorMemory = new OperatorMemory(recorder);
  const parts = { recorder, kinds, apiCalls, operatorContext, moduleWatch, operatorMemory };
  const hook = new TfjsHook(parts);
  let source: TfjsSource;
  let window: RecordingWindow;
  let release: () => void;
  return {
    ...operators(),
    before() {
      release = kinds.acquire({ ...NO_KINDS, operators: true, tensorMemory });
      source = new TfjsSource(hook, { shapes: true, tensors: false, flops: null });
      source.start();
      window = recorder.openWindow();
      recorder.end(recorder.begin(recorder.label('first', 'range')));
    },
    after() {
      recorder.endWindow(window);
      release();
      source.stopNow();
      recorder.closeWindow(window);
    }
  };
}

/**
 * What recording adds to the smallest operator, in clock reads, by the best of many rounds of each:
 * one process measures it with tensor memory or without, since V8 makes other code of both.
 */
export async function addedToOperator(what: {
  readonly tensorMemory: boolean;
}): Promise<Omit<MeasuredFigure, 'name'>> {
  await tf.setBackend('cpu');
  const cases = { floor: floorCase(), bare: operators(), recorded: recordedOperators(what) };
  const times = await interleave(cases, { rounds: 61, warmup: 10 });
  const floorNs = Math.min(...times.floor);
  const value = (Math.min(...times.recorded) - Math.min(...times.bare)) / floorNs;
  return { value, floorNs };
}
