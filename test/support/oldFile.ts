import { utimesSync, writeFileSync } from 'node:fs';

/** Leaves a file of so many spaces, from long ago. */
export function leaveOldFile(file: string, length: number): void {
  writeFileSync(file, ' '.repeat(length));
  utimesSync(file, 1, 1);
}
