import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SAMPLED } from '../support/sampledTests';
import { recordedProgram } from './recordedProgram';
import { useFolder } from '../support/folders';

/** The code of each line by its name: native calls, some of which leave much garbage. */
const WORK: Readonly<Record<string, string>> = {
  parsed: 'JSON.parse(text)',
  copied: 'structuredClone(data)',
  deflated: 'zlib.deflateSync(text)',
  derived: "crypto.pbkdf2Sync('a', 'b', 150000, 64, 'sha512')",
  sorted: 'numbers.slice().sort()',
  replaced: "text.replace(/[0-9]+/g, digits => digits + 'x')",
  mapped: 'wide.map(each => ({ ...each, also: [each.id] }))',
  spun: 'spin(200)'
};

const SETUP = `const { readFileSync, writeFileSync } = require('node:fs');
const zlib = require('node:zlib');
const crypto = require('node:crypto');
const data = Array.from({ length: 40000 }, (_, id) => ({ id, name: 'n' + id, list: [id, { a: 'b' + id }] }));
const wide = [...data, ...data, ...data, ...data];
const text = JSON.stringify(data);
const numbers = Array.from({ length: 50000 }, (_, id) => Math.sin(id));
const cpuMs = () => (process.cpuUsage(), Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6);
const spin = ms => { const until = cpuMs() + ms; let n = 0; while (cpuMs() < until) for (let i = 0; i < 1e6; i++) n += Math.sqrt(i); return n; };
const spent = {};
let began;
const told = (name, value) => { spent[name] = (spent[name] ?? 0) + cpuMs() - began; return value; };
`;

/** Each in a function of its own. */
const APART = Object.entries(WORK)
  .map(([name, code]) => `function ${name}() {\n  const ${name} = ${code};\n  return ${name};\n}`)
  .join('\n');

const CALLS = Object.keys(WORK)
  .map(name => `  began = cpuMs(); told('${name}', ${name}());`)
  .join('\n');

/** All of them in one function. */
const TOGETHER = Object.entries(WORK)
  .map(
    ([name, code]) => `  began = cpuMs();\n  const ${name} = ${code};\n  told('${name}', ${name});`
  )
  .join('\n');

const folder = useFolder();

/** By how much the lines of `body` are off, as shares of their times, after five rounds. */
async function errorsOf(file: string, before: string, body: string) {
  const spentFile = path.join(folder, `${file}.json`);
  const end = `writeFileSync(${JSON.stringify(spentFile)}, JSON.stringify(spent));`;
  const rounds = `for (let round = 0; round < 5; round++) {\n${body}\n}`;
  const text = `${SETUP}${before}\n${rounds}\n${end}\n`;
  const profile = await recordedProgram(folder, file, text);
  const spent = JSON.parse(readFileSync(spentFile, 'utf8')) as Record<string, number>;
  const lines = text.split('\n');
  const found = new Map(profile.lines(file).map(each => [each.line, each.totalNs]));
  return Object.keys(WORK).map(name => {
    const line = lines.findIndex(each => each.includes(`const ${name} = `)) + 1;
    return { name, error: (found.get(line) ?? 0) / 1e6 / spent[name] - 1 };
  });
}

test('lines that call native code have its time and that of its garbage', SAMPLED, async () => {
  for (const { name, error } of await errorsOf('apart.cjs', APART, CALLS)) {
    expect(Math.abs(error), name).toBeLessThan(0.2);
  }
});

test(
  'several such lines of one function have about theirs',
  { ...SAMPLED, tags: 'night' },
  async () => {
    for (const { name, error } of await errorsOf('together.cjs', '', TOGETHER)) {
      expect(Math.abs(error), name).toBeLessThan(0.35);
    }
  }
);
