import { type Random, seededRandom } from '../support/random';
import { sizeOf } from '../support/tiers';

/** Inputs tried of each loader, and the seed of the first: KERNELSCOPE_FUZZ_INPUTS and _SEED. */
const INPUTS = process.env.KERNELSCOPE_FUZZ_INPUTS;
const FIRST_SEED = Number(process.env.KERNELSCOPE_FUZZ_SEED ?? 1);

/** The seeds of a run, `usual` of them: each makes one input, the same on every machine. */
export function* seeds(
  usual = sizeOf(100, 300)
): Generator<{ readonly seed: number; readonly random: Random }> {
  const inputs = Number(INPUTS ?? usual);
  if (!(inputs > 0)) throw new RangeError('KERNELSCOPE_FUZZ_INPUTS must be a number above 0');
  for (let seed = FIRST_SEED; seed < FIRST_SEED + inputs; seed++) {
    yield { seed, random: seededRandom(seed * 2654435761) };
  }
}
