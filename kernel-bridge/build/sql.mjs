import { cpSync } from 'node:fs';
import path from 'node:path';
import { kernelFolder } from './places.mjs';

/** Copies the SQL of the cross-rank report, which the core reads from there when ranks are compared. */
export function copySql(core) {
  const from = path.join(core, 'compat', 'mindspore', 'offline', 'sql');
  cpSync(from, path.join(kernelFolder, 'sql'), { recursive: true });
}
