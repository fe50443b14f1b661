import type { Recording } from '../../src/api/recording';
import { RecordingHost } from '../../src/api/recordingHost';
import type { RecordingOptions } from '../../src/api/recordingOptions';
import type { MeasuredFigure } from './figure';
import type { BenchCase } from './harness';
import { floorCase, interleave, median } from './harness';
import type { FigureName } from './targets';
import type { TrainingStep } from './trainingStep';
import { createTrainingStep, useWasm } from './trainingStep';

const STEPS = 20;

/** Steps before the timed ones, since starting the CPU sampler drops all compiled code. */
const SETTLING_STEPS = 10;

/** How much longer a training step takes while it is recorded with these options, percent. */
export async function measurePreset(
  name: FigureName,
  options: Partial<RecordingOptions>
): Promise<MeasuredFigure> {
  await useWasm();
  const step = createTrainingStep();
  const cases = { floor: floorCase(), bare: bare(step), recorded: recorded(step, options) };
  const times = await interleave(cases, { rounds: 31, warmup: 3 });
  const value = (median(times.recorded) / median(times.bare) - 1) * 100;
  return { name, value, floorNs: median(times.floor) };
}

async function train(step: TrainingStep, steps: number): Promise<void> {
  for (let i = 0; i < steps; i++) await step();
}

function bare(step: TrainingStep): BenchCase {
  return {
    times: STEPS,
    before: () => train(step, SETTLING_STEPS),
    run: steps => train(step, steps)
  };
}

function recorded(step: TrainingStep, options: Partial<RecordingOptions>): BenchCase {
  const host = new RecordingHost();
  let recording: Recording;
  return {
    times: STEPS,
    async before() {
      recording = host.start(options);
      await train(step, SETTLING_STEPS);
    },
    run: steps => train(step, steps),
    async after() {
      const { data } = await recording.finish();
      const failed = data.sources.filter(({ status }) => status !== 'ok');
      if (failed.length > 0) throw new Error(failed.map(({ message }) => message).join('\n'));
    }
  };
}
