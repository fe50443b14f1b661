import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Folder of the kernel's types, beside that of the bundle. */
const TYPES = path.join(__dirname, '..', 'types');
const RELEASE = /^node(\d+)$/;

/** The kernel's own types of `kernelscope`, for cells that import it. */
export const KERNELSCOPE_TYPES = slashed(path.join(TYPES, 'kernelscope', 'index.d.ts'));

/** The place where tslab searches for the types of Node if the notebook's folder has none. */
const TSLAB_ROOT = slashed(path.join(__dirname, '..', 'node_modules', '@types'));

/**
 * `typeRoots` with the kernel's types of Node in the place of tslab's: those of the release that runs
 * the kernel, or of the newest one before it that the kernel has types of.
 */
export function withNodeTypes(typeRoots: readonly string[]): string[] {
  const running = Number.parseInt(process.versions.node, 10);
  const releases = readdirSync(TYPES).flatMap(name => Number(RELEASE.exec(name)?.[1] ?? []));
  const release = closestRelease(releases, running);
  const root = slashed(path.join(TYPES, `node${release}`));
  return typeRoots.map(one => (one === TSLAB_ROOT ? root : one));
}

/** The newest of `releases` that is not newer than `running`; the oldest where all are newer. */
function closestRelease(releases: readonly number[], running: number): number {
  const older = releases.filter(release => release <= running);
  return older.length > 0 ? Math.max(...older) : Math.min(...releases);
}

function slashed(file: string): string {
  return file.replaceAll('\\', '/');
}
