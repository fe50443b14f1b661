import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { kernelFolder, packageFolder } from './places.mjs';

/** Of Node 20, and of all releases from Node 22 on. */
const isSupported = abi => abi === 115 || abi >= 127;
const BINARY = /\.abi(\d+)\.node$/;

/** Copies the wall profiler's binaries of all platforms, so that one wheel serves all. */
export function copyCallSiteBinaries() {
  const from = path.join(packageFolder('@datadog/pprof'), 'prebuilds');
  for (const file of readdirSync(from, { recursive: true, encoding: 'utf8' })) {
    const abi = Number(BINARY.exec(file)?.[1]);
    if (!isSupported(abi)) {
      continue;
    }
    const target = path.join(kernelFolder, 'pprof', file);
    mkdirSync(path.dirname(target), { recursive: true });
    cpSync(path.join(from, file), target);
  }
}
