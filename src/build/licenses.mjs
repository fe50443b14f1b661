import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const LICENSE_FILE = /^(licen[cs]e|copying|notice|third.?party)/i;

/** The folders of the packages that bundled files belong to; `inputs` are absolute paths. */
export function packagesOf(inputs) {
  const folders = inputs.map(owningPackage);
  return [...new Set(folders)].filter(folder => folder !== null && existsSync(folder));
}

/** The names, versions and licences of packages by their folders, after `heading`. */
export function licensesText(heading, folders) {
  const entries = folders.map(describe).sort((a, b) => a.key.localeCompare(b.key));
  const rule = '-'.repeat(80);
  const blocks = entries.map(({ key, license, texts }) =>
    [rule, `${key} (${license})`, rule, ...texts].join('\n\n')
  );
  return `${[heading, ...blocks].join('\n\n')}\n`;
}

/** The names and versions of packages by their folders, as `[{ name, version }]`, in order of their names. */
export function namesOf(folders) {
  return folders
    .map(folder => manifestOf(folder))
    .map(({ name, version }) => ({ name, version }))
    .sort((a, b) => `${a.name} ${a.version}`.localeCompare(`${b.name} ${b.version}`));
}

const manifestOf = folder => JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));

/** Folder of the package that a file belongs to, or null for our own files. */
function owningPackage(file) {
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
  const { name, version, license } = manifestOf(folder);
  const texts = readdirSync(folder)
    .filter(file => LICENSE_FILE.test(file))
    .map(file => readFileSync(path.join(folder, file), 'utf8').trim());
  return { key: `${name} ${version}`, license: String(license ?? 'see below'), texts };
}
