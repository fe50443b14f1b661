import { cpSync } from 'node:fs';
import path from 'node:path';
import { kernelFolder } from './places.mjs';

/** Copies what the core reads from there when ranks are compared: the SQL, and the program for Spark. */
export function copySql(core) {
  const from = path.join(core, 'compat', 'mindspore', 'offline');
  cpSync(path.join(from, 'sql'), path.join(kernelFolder, 'sql'), { recursive: true });
  const script = path.join('spark', 'spark_driver.py');
  cpSync(path.join(from, script), path.join(kernelFolder, script));
}
