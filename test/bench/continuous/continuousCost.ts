import { type StepCost, costOfSteps } from '../stepCost';
import { PUSHING, type PushingName, type PushingProfiler } from './continuousPeers';
import { serviceStep } from './serviceStep';

const WARMUP = 1;
const ROUNDS = 14;

/** Measured steps of each turn: windows end and are pushed within them. */
const STEPS = 1200;

/** Steps before them, in which code is compiled again that V8's profiler had dropped. */
const SETTLING_STEPS = 500;

/** The costs of steps with and without a profiler, in each round. */
export interface ContinuousCosts {
  readonly none: readonly StepCost[];
  readonly profiled: readonly StepCost[];
}

async function turn(profiler: PushingProfiler | null): Promise<StepCost> {
  profiler?.start();
  for (let step = 0; step < SETTLING_STEPS; step++) await serviceStep();
  const cost = await costOfSteps(serviceStep, STEPS);
  await profiler?.stop();
  return cost;
}

/**
 * Measures a profiler in this process: turns with and without it change with each other, and so does which of them
 * is first, so that no drift of the machine counts for one of them.
 */
async function measure(name: PushingName, url: string, folder: string): Promise<ContinuousCosts> {
  const profiler = PUSHING[name]({ url, folder });
  const [none, profiled]: StepCost[][] = [[], []];
  for (let round = 0; round < WARMUP + ROUNDS; round++) {
    const isBareFirst = round % 2 === 0;
    const first = await turn(isBareFirst ? null : profiler);
    const second = await turn(isBareFirst ? profiler : null);
    if (round < WARMUP) continue;
    none.push(isBareFirst ? first : second);
    profiled.push(isBareFirst ? second : first);
  }
  return { none, profiled };
}

const [name, url, folder] = process.argv.slice(2);
void measure(name as PushingName, url, folder).then(costs => {
  process.send?.(costs);
  process.disconnect();
});
