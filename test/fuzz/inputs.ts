import type { Random } from '../support/random';
import { seededRandom } from '../support/random';

/** Inputs tried of each loader, and the seed of the first: KERNELSCOPE_FUZZ_INPUTS and _SEED. */
const INPUTS = Number(process.env.KERNELSCOPE_FUZZ_INPUTS ?? 300);
const FIRST_SEED = Number(process.env.KERNELSCOPE_FUZZ_SEED ?? 1);

/** The seeds of a run: each makes one input, the same on every machine. */
export function* seeds(): Generator<{ readonly seed: number; readonly random: Random }> {
  if (!(INPUTS > 0)) throw new RangeError('KERNELSCOPE_FUZZ_INPUTS must be a number above 0');
  for (let seed = FIRST_SEED; seed < FIRST_SEED + INPUTS; seed++) {
    yield { seed, random: seededRandom(seed * 2654435761) };
  }
}
