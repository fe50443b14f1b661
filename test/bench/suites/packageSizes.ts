import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npmArchive, npmPackage } from '../../wheel/installedPackage';
import { wheelPath } from '../../wheel/emptyEnvironment';
import type { Figure } from '../figure';
import { floorCase, interleave, median } from '../harness';
import type { FigureName } from '../targets';

const BYTES_PER_MB = 1e6;

const DIST = join(__dirname, '..', '..', 'dist');

/** The sizes of the npm package, packed and installed, and of the wheel. */
export async function measure(): Promise<readonly Figure[]> {
  const { floor } = await interleave({ floor: floorCase() });
  const floorNs = median(floor);
  const figure = (name: FigureName, bytes: number): Figure => ({
    name,
    value: bytes / BYTES_PER_MB,
    floorNs
  });
  return [
    figure('size.archive', archiveBytes()),
    figure('size.installed', installedBytes('without optional packages')),
    figure('size.installedWhole', installedBytes('whole')),
    existsSync(DIST)
      ? figure('size.wheel', statSync(wheelPath()).size)
      : { name: 'size.wheel', skipped: 'no wheel is built: npm run demo builds it' }
  ];
}

function archiveBytes(): number {
  const folder = mkdtempSync(join(tmpdir(), 'kernelscope-bench-'));
  try {
    return statSync(npmArchive(folder)).size;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** All files below `node_modules` of a project with nothing else. */
function installedBytes(kind: Parameters<typeof npmPackage>[0]): number {
  const installed = npmPackage(kind);
  try {
    return readdirSync(installed.packages, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .reduce((bytes, entry) => bytes + statSync(join(entry.parentPath, entry.name)).size, 0);
  } finally {
    installed.dispose();
  }
}
