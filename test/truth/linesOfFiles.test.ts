import { writeFileSync } from 'node:fs';
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
    20
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
    expect(atHot / (atHot + ofProgram), JSON.stringify([...self])).toBeGreaterThan(0.8);
    const own = hotFunctions(data).filter(({ file }) => /(?:part|main)\.mjs$/.test(file));
    expect(path.basename(own[0].file), JSON.stringify(own)).toBe('part.mjs');
  }
);

/** A line that calls native code, in a function that then calls a loop at a line of that number in another file. */
const NATIVE = {
  'a function': 'function step() {',
  'an async function': 'async function step() {'
};

test.each(Object.entries(NATIVE))(
  'a line of %s that calls native code, with the number of a loop in another file',
  SAMPLED,
  async (_kind, begin) => {
    const main = `import { work } from './part.mjs';
const text = JSON.stringify(Array.from({ length: 20_000 }, (_, at) => ({ at, text: 'x' + at })));
let sum = 0;
${begin}
  const rows = JSON.parse(text);
  return rows.length + work(100_000);
}
for (let round = 0; round < 60; round++) sum += await step();
console.log(sum);
`;
    const text = `export function work(rounds) { let mixed = 1;\n\n\n
for (let bit = 0; bit < rounds; bit++) mixed = (mixed * 31 + bit) % 1000003; return mixed; }`;
    writeFileSync(path.join(folder, 'part.mjs'), text);
    const self = selfTimes((await recordedProgram(folder, 'main.mjs', main)).data);
    const [native, loop] = ['main.mjs:5', 'part.mjs:5'].map(at => self.get(at) ?? 0);
    // Parsing takes several times as long as the loop. V8 names one line for both once it has inlined the loop: their time
    // is shared as it was before that, when the loop was slower.
    expect(native / (native + loop), JSON.stringify([...self])).toBeGreaterThan(0.25);
    expect(loop).toBeGreaterThan(0);
  }
);
