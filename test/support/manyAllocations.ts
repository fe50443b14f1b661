import type { Profile } from 'kernelscope/model';
import { type Piece, allocationProfile } from './allocationProfile';
import { seededRandom } from './random';

const LAYERS = ['conv2d', 'matMul', 'relu', 'maxPool', 'batchNorm', 'softmax', 'add', 'mul'];
const STEP_NS = 2e6;

/**
 * A profile of a training run with `count` allocations: weights that are kept, activations that live
 * until the step's backward pass, and a crowd of short-lived temporaries.
 */
export function manyAllocations(count: number): Profile {
  const random = seededRandom(3);
  const perStep = 200;
  const steps = Math.ceil(count / perStep);
  const pieces = Array.from({ length: count }, (_, index): Piece => {
    const step = Math.floor(index / perStep);
    const at = index % perStep;
    const layer = at % LAYERS.length;
    const start = step * STEP_NS + (at * STEP_NS) / perStep;
    const scope = `model:block_${at % 5}:`;
    const name = LAYERS[layer];
    if (step === 0 && at < 24) {
      return { scope, name, from: start, to: Infinity, bytes: 4e5 + 3e5 * random() };
    }
    const isActivation = at < 60;
    const length = isActivation ? STEP_NS * (0.9 - at / 100) : STEP_NS * 0.02 * random();
    const bytes = Math.ceil((isActivation ? 2e5 : 4e4) * (0.2 + random()));
    return { scope, name, from: start, to: start + length, bytes };
  });
  return allocationProfile(pieces, steps * STEP_NS);
}
