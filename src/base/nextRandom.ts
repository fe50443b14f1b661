/** Before any program replaces it. */
const { imul } = Math;

/**
 * The pseudo-random whole number after another one, from 0 to 2³¹ − 1: for sampling in hot code, where any fixed
 * rhythm could coincide with that of the program. The lowest bits repeat soon.
 */
export function nextRandom(previous: number): number {
  return (imul(previous, 1_103_515_245) + 12_345) & 0x7fffffff;
}
