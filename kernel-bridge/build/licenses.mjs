import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { kernelFolder, packageFolder, root } from './places.mjs';
import { nodeTypePackages } from './types.mjs';

const COPIED = ['zeromq', '@datadog/pprof', 'node-sqlite3-wasm', 'typescript', 'tslab'];
const LICENSE_FILE = /^(licen[cs]e|copying|notice|third.?party)/i;

/** Folder of the package that a bundled file belongs to, or null for our own files. */
function owningPackage(input) {
  const file = path.resolve(root, input);
  const marker = `${path.sep}node_modules${path.sep}`;
  const start = file.lastIndexOf(marker);
  if (start < 0) {
    return null;
  }
  const [scope, name] = file.slice(start + marker.length).split(path.sep);
  const parts = scope.startsWith('@') ? [scope, name] : [scope];
  return path.join(file.slice(0, start + marker.length), ...parts);
}

function describe(folder) {
  const { name, version, license } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8')
  );
  const texts = readdirSync(folder)
    .filter(file => LICENSE_FILE.test(file))
    .map(file => readFileSync(path.join(folder, file), 'utf8').trim());
  return { key: `${name} ${version}`, license: String(license ?? 'see below'), texts };
}

/** Writes THIRD_PARTY_LICENSES for every package that is bundled or copied into the kernel. */
export function writeLicenses(inputs) {
  const folders = new Set([
    ...inputs.map(owningPackage).filter(folder => folder !== null && existsSync(folder)),
    ...COPIED.map(name => packageFolder(name)),
    ...nodeTypePackages().flatMap(name => [
      packageFolder(name),
      packageFolder('undici-types', name)
    ])
  ]);
  const entries = [...folders].map(describe).sort((a, b) => a.key.localeCompare(b.key));
  const rule = '-'.repeat(80);
  const blocks = entries.map(({ key, license, texts }) =>
    [rule, `${key} (${license})`, rule, ...texts].join('\n\n')
  );
  const heading = 'The Kernelscope kernel contains the following packages.';
  const text = [heading, ...blocks].join('\n\n');
  writeFileSync(path.join(kernelFolder, 'THIRD_PARTY_LICENSES'), `${text}\n`);
}
