/** Files by which a profiled program and its launcher communicate; all beside one file. */

/** Created as soon as a signal should end the program. */
export function interruptFile(signalsFile: string): string {
  return `${signalsFile}.interrupt`;
}

/** Has a byte for each signal that has reached the program. */
export function heardFile(signalsFile: string): string {
  return `${signalsFile}.heard`;
}
