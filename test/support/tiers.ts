/** Whether everything runs, `npm run test:all`, or what decides about a change alone. */
export const isNight = process.env['KERNELSCOPE_TESTS'] === 'all';

/**
 * Of a list of cases of one kind: every `step`-th from the first on, and all of them at night. Cases that differ in
 * kind belong in lists of their own.
 */
export function sampleOf<T>(cases: readonly T[], step: number): T[] {
  return isNight ? [...cases] : cases.filter((_, index) => index % step === 0);
}

/** A size that is enough to decide about a change, and the one that real programs have, which is tried at night. */
export function sizeOf(enough: number, real: number): number {
  return isNight ? real : enough;
}
