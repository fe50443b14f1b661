import type { Recording } from '../../src/engine/recording/recording';
import { RecordingHost } from '../../src/engine/recording/recordingHost';
import type { RecordingOptions } from '../../src/engine/arguments/recordingOptions';
import { floorCase, interleave, median } from './harness';
import { type StepCost, costOfSteps } from './stepCost';
import { type TrainingStep, createTrainingStep, useWasm } from './trainingStep';

const WARMUP = 2;

/** Steps before the measured ones, since starting the CPU sampler drops all compiled code. */
const SETTLING_STEPS = 30;

/** One way to run training steps. */
export interface StepCase {
  /** Options of the recording; null for none. */
  readonly options: Partial<RecordingOptions> | null;
  /** Called as soon as the recording has started. */
  readonly started?: () => void;
}

/** How much is measured. */
export interface StepRounds {
  readonly rounds: number;
  /** Measured steps of each case in each round. */
  readonly steps: number;
}

/** The cost of a step in each round, by case, and F, nanoseconds. */
export interface StepCosts<Name extends string> {
  readonly costs: Readonly<Record<Name, readonly StepCost[]>>;
  readonly floorNs: number;
}

/** Measures a training step in each of `cases`, which take turns in every round. */
export async function costsOfCases<Name extends string>(
  cases: Readonly<Record<Name, StepCase>>,
  { rounds, steps }: StepRounds
): Promise<StepCosts<Name>> {
  await useWasm();
  const step = createTrainingStep();
  const host = new RecordingHost();
  const names = Object.keys(cases) as Name[];
  const measured: Record<Name, StepCost>[] = [];
  const floors: number[] = [];
  for (let round = 0; round < WARMUP + rounds; round++) {
    const { floor } = await interleave({ floor: floorCase() }, { rounds: 7, warmup: 1 });
    floors.push(median(floor));
    const turns: [Name, StepCost][] = [];
    for (const name of names) turns.push([name, await train(step, host, cases[name], steps)]);
    measured.push(Object.fromEntries(turns) as Record<Name, StepCost>);
  }
  const counted = measured.slice(WARMUP);
  const columns = names.map(name => [name, counted.map(each => each[name])]);
  const costs = Object.fromEntries(columns) as Record<Name, readonly StepCost[]>;
  return { costs, floorNs: median(floors) };
}

async function train(
  step: TrainingStep,
  host: RecordingHost,
  { options, started }: StepCase,
  steps: number
): Promise<StepCost> {
  const recording = options && host.start(options);
  started?.();
  for (let i = 0; i < SETTLING_STEPS; i++) await step();
  const cost = await costOfSteps(step, steps);
  if (recording) await finish(recording);
  return cost;
}

/** Ends a recording, and refuses to measure one in which a source failed. */
async function finish(recording: Recording): Promise<void> {
  const { data } = await recording.finish();
  const failed = data.sources.filter(({ status }) => status !== 'ok');
  if (failed.length > 0) throw new Error(failed.map(({ message }) => message).join('\n'));
}
