/** Files by which a program under the profiler and who launched it talk; all beside one. */

/** There as soon as the program is to end by a signal. */
export function interruptFile(signalsFile: string): string {
  return `${signalsFile}.interrupt`;
}

/** Has a byte for each signal that has reached the program. */
export function heardFile(signalsFile: string): string {
  return `${signalsFile}.heard`;
}

/** There as soon as the program has listened for such a signal itself. */
export function listensFile(signalsFile: string): string {
  return `${signalsFile}.listens`;
}
