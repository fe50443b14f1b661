import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LIBRARY_NAMES, type LibraryName, buildFakeCuda } from './build';

/**
 * A new folder that has the stand-in under `names`, and under all other names files that are no
 * libraries: on the path of the loader they hide those that the machine may have.
 */
export function libraryFolder(names: readonly LibraryName[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kernelscope-libraries-'));
  const others = LIBRARY_NAMES.filter(name => !names.includes(name));
  for (const name of others) writeFileSync(path.join(folder, name), 'no library');
  for (const name of names) {
    symlinkSync(path.join(buildFakeCuda().folder, name), path.join(folder, name));
  }
  return folder;
}

/** Calls `use` with a {@link libraryFolder}, which is removed then. */
export function withLibraries<Result>(
  names: readonly LibraryName[],
  use: (folder: string) => Result
): Result {
  const folder = libraryFolder(names);
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
