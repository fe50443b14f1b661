import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { sayUpToDate } from './command.mjs';
import { withLock } from './lock.mjs';
import { at, root } from './paths.mjs';

const GENERATED = new Set([
  'node_modules',
  'lib',
  'dist',
  'labextension',
  '__pycache__',
  '.ipynb_checkpoints'
]);

function* filesBelow(path) {
  if (!existsSync(path)) return;
  if (!statSync(path).isDirectory()) {
    yield path;
    return;
  }
  for (const entry of readdirSync(path).sort()) {
    if (!GENERATED.has(entry)) yield* filesBelow(join(path, entry));
  }
}

/**
 * The SHA-256 of every input's path and content; generated folders are left out.
 *
 * @param {string[]} inputs files and folders below `base`
 * @param {string} extra anything else that the result depends on
 */
export function contentStamp(inputs, extra = '', base = root) {
  const hash = createHash('sha256').update(`${process.version} ${extra}`);
  for (const input of inputs) {
    for (const file of filesBelow(join(base, input))) {
      hash.update(`\0${relative(base, file)}\0`).update(readFileSync(file));
    }
  }
  return hash.digest('hex');
}

/** True when the stamp file holds exactly this stamp. */
export const stampMatches = (path, stamp) =>
  existsSync(path) && readFileSync(path, 'utf8') === stamp;

/** Writes a stamp file, with its folder: whole or not at all. */
export function writeStamp(path, stamp) {
  mkdirSync(dirname(path), { recursive: true });
  const written = `${path}.${process.pid}`;
  writeFileSync(written, stamp);
  renameSync(written, path);
}

const STAMPS = at('.build', 'stamps');

/** Has the step of this name done again when it comes next. */
export const forget = name => rmSync(join(STAMPS, name), { force: true });

/**
 * Does `work` unless its inputs are those of the last success and every output is there. `name` names the stamp file,
 * `inputs` and `outputs` are paths below the repository. One that is interrupted is done again, also where the inputs
 * are what they were before; two at once wait for each other.
 */
export const whenChanged = ({ name, title, inputs, outputs, work }, stamps = STAMPS) =>
  withLock(name, async () => {
    const stampPath = join(stamps, name);
    const stamp = contentStamp(inputs);
    if (stampMatches(stampPath, stamp) && outputs.every(output => existsSync(at(output)))) {
      sayUpToDate(title);
      return;
    }
    rmSync(stampPath, { force: true });
    await work();
    writeStamp(stampPath, stamp);
  });
