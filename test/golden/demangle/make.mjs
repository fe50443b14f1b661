/*
 * Writes names.tsv: mangled names and what GNU's c++filt makes of them, `-i` for short forms such as
 * std::ostream. Names are those of cases.txt and every STEP-th one of the given programs and libraries:
 *
 *   node make.mjs 30 libstdc++.so.6 200 node
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const LONGEST = 600;
const beside = name => fileURLToPath(new URL(name, import.meta.url));
const run = (command, args, input) =>
  execFileSync(command, args, { input, encoding: 'utf8', maxBuffer: 1 << 30 }).trim().split('\n');

function namesOf(file) {
  const symbols = [[], ['-D']].flatMap(flags => run('nm', [...flags, file]));
  const names = symbols.map(line => line.split(' ').at(-1).replace(/@.*/, ''));
  return [...new Set(names)].filter(name => name.startsWith('_Z')).sort();
}

const names = readFileSync(beside('cases.txt'), 'utf8').trim().split('\n');
for (let at = 2; at < process.argv.length; at += 2) {
  const [step, file] = process.argv.slice(at);
  names.push(...namesOf(file).filter((_, row) => row % Number(step) === 0));
}
const texts = run('c++filt', ['-i'], names.join('\n'));
const rows = names.map((name, row) => `${name}\t${texts[row]}\n`);
writeFileSync(beside('names.tsv'), rows.filter(row => row.length < LONGEST).join(''));
