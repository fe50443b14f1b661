import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Variables that tell a program where its peer is installed and what file it writes. */
export const FOLDER_VARIABLE = 'KERNELSCOPE_BENCH_PEER_FOLDER';
export const FILE_VARIABLE = 'KERNELSCOPE_BENCH_PEER_FILE';

/** @throws Error where the benchmark has not set the variable */
export function peerVariable(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}

/** A package of the scratch folder `folder`, as `require` gives it. */
export function requirePeer(folder: string, name: string): unknown {
  return createRequire(join(folder, 'package.json'))(name);
}
