import type { Recording } from '../../src/engine/recording/recording';
import { RecordingHost } from '../../src/engine/recording/recordingHost';
import type { RecordingOptions } from '../../src/engine/options/recordingOptions';
import { monotonicClock } from '../../src/record/time/clock';
import type { MeasuredFigure } from './figure';
import { floorCase, interleave, median } from './harness';
import type { FigureName } from './targets';
import type { TrainingStep } from './trainingStep';
import { createTrainingStep, useWasm } from './trainingStep';

const ROUNDS = 21;
const WARMUP = 2;

const STEPS = 10;

/** Steps before the timed ones, since starting the CPU sampler drops all compiled code. */
const SETTLING_STEPS = 30;

/** How much longer a training step takes while it is recorded with these options, percent. */
export async function measurePreset(
  name: FigureName,
  options: Partial<RecordingOptions>
): Promise<MeasuredFigure> {
  await useWasm();
  const step = createTrainingStep();
  const bare: number[] = [];
  const recorded: number[] = [];
  const host = new RecordingHost();
  let recording: Recording;
  const cases = {
    floor: floorCase(),
    bare: { times: STEPS, run: () => train(step, bare) },
    recorded: {
      times: STEPS,
      before() {
        recording = host.start(options);
      },
      run: () => train(step, recorded),
      after: () => finish(recording)
    }
  };
  const times = await interleave(cases, { rounds: ROUNDS, warmup: WARMUP });
  const settled = WARMUP * STEPS;
  const value = (median(recorded.slice(settled)) / median(bare.slice(settled)) - 1) * 100;
  return { name, value, floorNs: median(times.floor) };
}

/** Trains, and notes for each step after the first ones how long it took, nanoseconds. */
async function train(step: TrainingStep, nanoseconds: number[]): Promise<void> {
  for (let i = 0; i < SETTLING_STEPS; i++) await step();
  for (let i = 0; i < STEPS; i++) {
    const start = monotonicClock();
    await step();
    nanoseconds.push(Number(monotonicClock() - start));
  }
}

/** Ends a recording, and refuses to measure one in which a source failed. */
async function finish(recording: Recording): Promise<void> {
  const { data } = await recording.finish();
  const failed = data.sources.filter(({ status }) => status !== 'ok');
  if (failed.length > 0) throw new Error(failed.map(({ message }) => message).join('\n'));
}
