import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { kernelFolder, root } from './places.mjs';

/** Copies what was compiled of the core's native code; nothing where there was no compiler. */
export function copyNativeAddon() {
  const from = path.join(root, 'src', 'lib', 'native');
  const target = path.join(kernelFolder, 'native');
  const names = existsSync(from) ? readdirSync(from) : [];
  for (const name of names.filter(file => file.endsWith('.node'))) {
    mkdirSync(target, { recursive: true });
    cpSync(path.join(from, name), path.join(target, name));
  }
}
