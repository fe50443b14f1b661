import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { kernelFolder, packageFolder } from './places.mjs';

const OLDEST_ABI = 115; // Node 20

/** Copies ZeroMQ's addons of all platforms for Node 20 and later, so that one wheel serves all. */
export function copyAddons() {
  const from = path.join(packageFolder('zeromq'), 'build');
  const to = path.join(kernelFolder, 'build');
  const manifest = JSON.parse(readFileSync(path.join(from, 'manifest.json'), 'utf8'));
  const kept = Object.entries(manifest).filter(([key]) => {
    const { abi, arch } = JSON.parse(key);
    return abi >= OLDEST_ABI && arch !== 'ia32';
  });
  for (const [, file] of kept) {
    const portable = file.replaceAll('\\', '/');
    mkdirSync(path.dirname(path.join(to, portable)), { recursive: true });
    cpSync(path.join(from, portable), path.join(to, portable));
  }
  writeFileSync(path.join(to, 'manifest.json'), JSON.stringify(Object.fromEntries(kept)));
}
