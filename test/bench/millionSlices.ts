import type { LabelIndex, Profile } from '../../src/model/profile/profile';
import { Recorder } from '../../src/record/recorder';
import { finishWindow } from '../support/recording';
import { seededRandom } from '../support/random';
import { sampledProfile } from '../support/sampledProfile';

const STEPS = 1_000;
const LAYERS = 9;
const OPERATORS = 110;
const NAMES = 200;

/**
 * A profile of a million slices as a training loop leaves it: steps, in each nine layers, in each
 * 110 operators of 200 names that take 50 to 2,050 ns. `scale` divides the number of steps.
 */
export function trainingProfile(scale = 1): Profile {
  const random = seededRandom(1);
  let time = 1n;
  const recorder = new Recorder({ clock: () => time });
  const label = (category: string, count: number): LabelIndex[] =>
    Array.from({ length: count }, (_, index) => recorder.label(`${category}_${index}`, category));
  const names = { step: label('step', 1), layer: label('layer', LAYERS) };
  const operators = label('operator', NAMES);
  const advance = (longest: number): void => {
    time += BigInt(50 + Math.floor(random() * longest));
  };
  const slice = (name: LabelIndex, inside: () => void): void => {
    const token = recorder.begin(name);
    inside();
    recorder.end(token);
    advance(300);
  };
  const operator = (): void => {
    slice(operators[Math.floor(random() * NAMES)], () => advance(2_000));
  };
  const layer = (name: LabelIndex): void => slice(name, () => repeat(OPERATORS, operator));
  const window = recorder.openWindow();
  repeat(STEPS / scale, () => slice(names.step[0], () => names.layer.forEach(layer)));
  return finishWindow(recorder, window);
}

/** How many samples {@link withSamples} adds. */
export interface SampleCounts {
  readonly samples: number;
  readonly stacks: number;
  readonly functions: number;
}

/** `profile` with CPU samples and what they allocated; their texts stand behind its own. */
export function withSamples(
  profile: Profile,
  { samples: count, stacks: stackCount, functions }: SampleCounts
): Profile {
  const names = Array.from({ length: functions }, (_, at) => `function${at}`);
  const sampled = sampledProfile({ samples: count, stacks: stackCount, names, threads: 1 });
  const shift = profile.strings.length;
  const { samples, stacks, heapSamples } = sampled;
  const frames = {
    ...sampled.frames,
    name: sampled.frames.name.map(row => row + shift),
    file: sampled.frames.file.map(row => row + shift)
  };
  const strings = [...profile.strings, ...sampled.strings];
  return { ...profile, strings, samples, stacks, frames, heapSamples };
}

function repeat(times: number, action: () => void): void {
  for (let i = 0; i < times; i++) action();
}
