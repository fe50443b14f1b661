import '@tensorflow/tfjs-backend-cpu';
import * as tf from '@tensorflow/tfjs-core';
import { monotonicClock } from '../../../src/record/clock';
import { Recorder } from '../../../src/record/recorder';
import type { RecordingWindow } from '../../../src/record/recordingWindow';
import { TfjsHook, TfjsSource } from '../../../src/sources/tfjs';
import type { MeasuredFigure } from '../figure';
import type { BenchCase } from '../harness';
import { floorCase, interleave } from '../harness';

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

/** The same operators with time, shapes and bytes recorded. */
function recordedOperators(): BenchCase {
  const recorder = new Recorder({ clock: monotonicClock });
  const hook = new TfjsHook(recorder);
  let source: TfjsSource;
  let window: RecordingWindow;
  return {
    ...operators(),
    before() {
      source = new TfjsSource(hook, { shapes: true });
      source.start();
      window = recorder.openWindow();
      recorder.end(recorder.begin(recorder.label('first', 'range')));
    },
    after() {
      recorder.endWindow(window);
      source.stopNow();
      recorder.closeWindow(window);
    }
  };
}

/** What recording adds to the smallest operator, by the best of many rounds of each. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  await tf.setBackend('cpu');
  const cases = { floor: floorCase(), bare: operators(), recorded: recordedOperators() };
  const times = await interleave(cases, { rounds: 61, warmup: 10 });
  const floorNs = Math.min(...times.floor);
  const added = Math.min(...times.recorded) - Math.min(...times.bare);
  return [{ name: 'hook.tfjs', value: added / floorNs, floorNs }];
}
