/** Files by which a program under the profiler and who launched it talk; all beside the profile. */

/** There as soon as the program is to end by a signal. */
export function interruptFile(profileFile: string): string {
  return `${profileFile}.interrupt`;
}

/** Has a byte for each signal that has reached the program. */
export function heardFile(profileFile: string): string {
  return `${profileFile}.heard`;
}

/** There as soon as the program has listened for such a signal itself. */
export function listensFile(profileFile: string): string {
  return `${profileFile}.listens`;
}
