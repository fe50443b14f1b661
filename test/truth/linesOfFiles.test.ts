import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { hotFunctions } from '../../src/analysis';
import type { Profile } from '../../src/model/profile/profile';
import { SAMPLED } from '../support/sampledTests';
import { sampleOf } from '../support/tiers';
import { recordedProgram } from './recordedProgram';
import { useFolder } from '../support/folders';

/** A program with code of every kind on its lines, nearly all of whose time is in a function of another file. */
const MAIN = `import { work } from './part.mjs';
const names = ['a', 'b', 'c'];
let rounds = 0;
async function* pieces(count) {
  let piece = [];
  for (let at = 0; at < count; at++) {
    piece.push(at % 1000);
    if (piece.length < 500) continue;
    await new Promise(resolve => setImmediate(resolve));
    yield piece;
    piece = [];
  }
}
function isDue(value) {
  return value >= 0;
}
let sum = 0;
for await (const piece of pieces(ROUNDS)) {
  for (const value of piece) {
    if (isDue(value)) sum += work(value);
    rounds++;
  }
}
async function last() {
  return names.join();
}
console.log(sum, rounds, await last());
`;

const MAIN_LINES = MAIN.split('\n').length - 1;

/** Functions of one hot line, which V8 inlines where they are called, and how often they are. */
const HOT: Readonly<
  Record<string, { readonly rounds: number; readonly text: (line: string) => string }>
> = {
  'a callback': {
    rounds: 200_000,
    text: line => `const all = Array.from({ length: 1500 }, (_, n) => n);export function work(value) {${line}
return all.find(each => each === value + 480) ?? 0; }`
  },
  'a loop': {
    rounds: 60_000,
    text: line => `export function work(value) { let mixed = value;${line}
for (let bit = 0; bit < 2000; bit++) mixed = (mixed * 31 + bit) >>> 3; return mixed; }`
  },
  'a called function': {
    rounds: 60_000,
    text: line => `export function work(value) { let mixed = value;
for (let bit = 0; bit < 1500; bit++) mixed = mix(mixed, bit); return mixed; }
function mix(mixed, bit) {${line}
return (mixed * 31 + bit) >>> 3; }`
  }
};

/** Each line of the program as the number of the hot line in the other file, from the fourth on, where all fit. */
const CASES = Object.keys(HOT).flatMap((kind, shift) =>
  sampleOf(
    Array.from({ length: MAIN_LINES - 4 - shift }, (_, at) => 5 + shift + at),
    40
  ).map(line => [kind, line] as const)
);

const folder = useFolder();

/** The text with its hot line, which is the last but for a closing brace, at `line`. */
function atLine(text: (padding: string) => string, line: number): string {
  const lines = text('').split('\n').length;
  return text('\n'.repeat(line - lines));
}

/** The own time of lines, by file and number. */
function selfTimes({ lineTotals, strings }: Profile): ReadonlyMap<string, number> {
  return new Map(
    Array.from(lineTotals.file, (file, row) => [
      `${path.basename(strings[file])}:${lineTotals.line[row]}`,
      lineTotals.self[row]
    ])
  );
}

test.each(CASES)(
  '%s in another file, at a line %i that the program has too',
  SAMPLED,
  async (kind, line) => {
    const { rounds, text } = HOT[kind];
    writeFileSync(path.join(folder, 'part.mjs'), atLine(text, line));
    const main = MAIN.replace('ROUNDS', String(rounds));
    const { data } = await recordedProgram(folder, 'main.mjs', main);
    const self = selfTimes(data);
    const ofProgram = [...self].reduce(
      (sum, [at, ns]) => (at.startsWith('main.') ? sum + ns : sum),
      0
    );
    const atHot = self.get(`part.mjs:${line}`) ?? 0;
    // of some hundred samples, of which about a sixth are of the program's own lines
    expect(atHot / (atHot + ofProgram), JSON.stringify([...self])).toBeGreaterThan(0.6);
    const own = hotFunctions(data).filter(({ file }) => /(?:part|main)\.mjs$/.test(file));
    expect(path.basename(own[0].file), JSON.stringify(own)).toBe('part.mjs');
  }
);

/** A line that calls native code, in a function that then calls a loop at a line of that number in another file. */
const NATIVE = {
  'a function': 'function step(begun) {',
  'an async function': 'async function step(begun) {'
};

/**
 * How far a time may be from the measured one: as a share, for garbage is collected in it, and Node 24 has code without
 * lines; and by a few samples.
 */
const TOLERANCE = 0.25;
const SAMPLES_MS = 8;

test.each(sampleOf(Object.entries(NATIVE), 2))(
  'a line of %s that calls native code, with the number of a loop in another file',
  SAMPLED,
  async (_kind, begin) => {
    const spentFile = path.join(folder, 'spent.json');
    const main = `import { work, cpuMs, rowsText as text } from './part.mjs';
const spent = { native: 0, loop: 0 };
let sum = 0;
${begin}
  const rows = JSON.parse(text);
  const parsed = cpuMs();
  const again = cpuMs();
  sum += rows.length + work(80_000);
  spent.native += parsed - begun - (again - parsed);
  spent.loop += cpuMs() - again - (again - parsed);
}
for (let round = 0; round < 400; round++) await step(cpuMs());
import { writeFileSync } from 'node:fs';
writeFileSync(${JSON.stringify(spentFile)}, JSON.stringify(spent));
`;
    const text = `export function work(rounds) { let mixed = 1;


// the loop has the number of the line that parses
for (let bit = 0; bit < rounds; bit++) mixed = (mixed * 31 + bit) % 1000003; return mixed; }
import { openSync, readSync } from 'node:fs';
const file = openSync('/proc/thread-self/schedstat');
const bytes = Buffer.alloc(64);
export function cpuMs() {
  process.cpuUsage();
  return Number(bytes.toString('latin1', 0, readSync(file, bytes, 0, 64, 0)).split(' ')[0]) / 1e6;
}
export const rowsText = JSON.stringify(Array.from({ length: 3000 }, (_, at) => ({ at, text: 'x' + at })));
`;
    writeFileSync(path.join(folder, 'part.mjs'), text);
    const self = selfTimes((await recordedProgram(folder, 'main.mjs', main)).data);
    const spent = JSON.parse(readFileSync(spentFile, 'utf8')) as Record<string, number>;
    const about = JSON.stringify([spent, [...self]]);
    for (const [what, at] of Object.entries({ native: 'main.mjs:5', loop: 'part.mjs:5' })) {
      const off = Math.abs((self.get(at) ?? 0) / 1e6 - spent[what]);
      expect(off, `${what}: ${about}`).toBeLessThan(spent[what] * TOLERANCE + SAMPLES_MS);
    }
  }
);
