import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { licensesText, namesOf, packagesOf } from '../../src/build/licenses.mjs';
import { bridge, kernelFolder, packageFolder, root } from './places.mjs';
import { nodeTypePackages } from './types.mjs';

const COPIED = ['zeromq', 'node-sqlite3-wasm', 'typescript', 'tslab'];

/**
 * Writes THIRD_PARTY_LICENSES for every package that is bundled or copied into the kernel, and their names beside
 * the kernel, for the bill of materials.
 */
export function writeLicenses(inputs) {
  const folders = new Set([
    ...packagesOf(inputs.map(input => path.resolve(root, input))),
    ...COPIED.map(name => packageFolder(name)),
    ...nodeTypePackages().flatMap(name => [
      packageFolder(name),
      packageFolder('undici-types', name)
    ])
  ]);
  const heading = 'The Kernelscope kernel contains the following packages.';
  const text = licensesText(heading, [...folders]);
  writeFileSync(path.join(kernelFolder, 'THIRD_PARTY_LICENSES'), text);
  const names = path.join(bridge, 'dist', 'bundledPackages.json');
  writeFileSync(names, JSON.stringify(namesOf([...folders])));
}
