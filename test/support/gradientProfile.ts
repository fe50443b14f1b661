import { type Profile, ProfileBuilder } from 'kernelscope/model';
import { sampleMeta } from './drawProfile';

const STEP_NS = 4e6;

/** The forward operators of a step, their lengths in milliseconds, and what they compute. */
const OPERATORS = [
  { name: 'Conv2D', ms: 0.9, flops: 14_745_600 },
  { name: 'Relu', ms: 0.2, flops: 102_400 },
  { name: 'BatchMatMul', ms: 0.4, flops: 2_097_152 },
  { name: 'Mean', ms: 0.1, flops: 1280 }
];

/** Steps of training: operators, then their backward functions in reverse, with arrows. */
export function gradientProfile(steps = 2): Profile {
  const builder = new ProfileBuilder();
  const track = builder.addTrack({ name: 'main thread', kind: 'thread' });
  for (let step = 0; step < steps; step++) addStep(builder, track, step);
  return builder.build({ ...sampleMeta(steps * STEP_NS), name: 'train' });
}

function addStep(builder: ProfileBuilder, track: number, step: number): void {
  let start = step * STEP_NS + 0.1e6;
  const duration = STEP_NS - 0.2e6;
  builder.addSlice({ name: 'minimize', category: 'API', track, start, duration });
  const forward = OPERATORS.map(({ name, ms, flops }, at) => {
    const args = { flops, seq: step * OPERATORS.length + at + 1 };
    const slice = { name, category: 'operator', track, start, duration: ms * 1e6, args };
    start += ms * 1e6 + 2e4;
    return builder.addSlice(slice);
  });
  for (const [at, { name, ms, flops }] of [...OPERATORS.entries()].reverse()) {
    const args = { 'stashed seq': step * OPERATORS.length + at + 1 };
    const length = 1.1e6 * ms;
    const place = { category: 'operator', track };
    const backward = { ...place, name: `${name}Backward`, start, duration: length, args };
    builder.addFlow('fwdbwd', 'fwdbwd', forward[at], builder.addSlice(backward));
    const kernel = { ...place, name: `${name}Grad`, start: start + 1e4, duration: length - 2e4 };
    builder.addSlice({ ...kernel, args: { flops: 2 * flops } });
    start += length + 2e4;
  }
}
