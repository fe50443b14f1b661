import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type FinishedProfile, loadProfile } from 'kernelscope';
import { expect, test } from 'vitest';
import { hotFunctions } from '../../src/analysis';
import { KernelClient } from '../bridge/kernelClient';
import { runCell } from '../bridge/runCell';
import { SAMPLED } from '../support/sampledTests';
import { sampleOf } from '../support/tiers';
import { recordedProgram } from './recordedProgram';
import { useFolder } from '../support/folders';

/** Functions that V8 inlines, in loops, and the CPU time that each call of `timed` took, in milliseconds. */
const WORK = `const spent: Record<string, number> = {};
function timed(name: string, work: () => number): number {
  const began = cpuMs();
  const value = work();
  spent[name] = cpuMs() - began;
  return value;
}
function wait(ms: number): number {
  let rounds = 0;
  const end = performance.now() + ms;
  while (performance.now() < end) rounds++; // wait
  return rounds;
}
function mix(value: number): number {
  let mixed = value;
  for (let bit = value & 7; bit < 12; bit++) mixed ^= (mixed * 31 + bit) >>> 3; // mix inside
  return mixed;
}
function mixAll(count: number): number {
  let sum = 0;
  for (let at = 0; at < count; at++) sum += mix(at); // mix called
  return sum;
}
function scale(values: Float64Array, rounds: number): number {
  let sum = 0;
  for (let round = 0; round < rounds; round++) {
    values.forEach(value => { // scale called
      sum += Math.sqrt(value + sum); // scale inside
    });
  }
  return sum;
}
let total = 0;
total += timed('wait', () => wait(400));
total += timed('mix', () => mixAll(3e7));
total += timed('scale', () => scale(new Float64Array(20_000), 1500));
`;

const LINES = WORK.split('\n');

/** The CPU time of the thread; to ask for that of the process brings it up to date. */
const CLOCK = `function cpuMs() {
  process.cpuUsage();
  return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
}
`;

const write = (file: string): string =>
  `${CLOCK.replace('readFileSync', "require('node:fs').readFileSync")}require('node:fs').writeFileSync(${JSON.stringify(file)}, JSON.stringify(spent));\nconsole.log(total);\n`;

const asModule = (file: string): string =>
  `${WORK}${CLOCK}import { readFileSync, writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(file)}, JSON.stringify(spent));\nconsole.log(total);\n`;

const folder = useFolder();

/** How far a time may be from the measured one, as a share: compilation is in it, too. */
const TOLERANCE = 0.12;

/** Expects the lines and functions of the work in a profile, where lines are `offset` further down. */
function check(
  { data, lines }: Pick<FinishedProfile, 'data' | 'lines'>,
  file: string,
  spentFile: string
) {
  const spent = JSON.parse(readFileSync(spentFile, 'utf8')) as Record<string, number>;
  const near = (what: string, ns: number | null | undefined, name: string): void => {
    const share = (ns ?? 0) / 1e6 / spent[name];
    expect({ what, share: Math.abs(share - 1) < TOLERANCE ? 1 : share }).toEqual({
      what,
      share: 1
    });
  };
  const found = new Map(lines(file).map(each => [each.line, each]));
  const lineOf = (text: string) =>
    found.get(LINES.findIndex(line => line.endsWith(`// ${text}`)) + 1);
  near('the line of the wait', lineOf('wait')?.totalNs, 'wait');
  // V8 counts some of the code of an inlined loop for the line before it.
  expect(lineOf('mix inside')?.selfNs).toBeGreaterThan(spent['mix'] * 0.5e6);
  near('the line that calls mix', lineOf('mix called')?.totalNs, 'mix');
  near('the line that calls the callback', lineOf('scale called')?.totalNs, 'scale');
  const functions = new Map(hotFunctions(data).map(each => [each.name, each]));
  expect(functions.get('mix')?.selfNs).toBeGreaterThan(spent['mix'] * 0.5e6);
  near('mixAll', functions.get('mixAll')?.totalNs, 'mix');
  near('wait', functions.get('wait')?.totalNs, 'wait');
  near('scale', functions.get('scale')?.totalNs, 'scale');
}

test.each(sampleOf(['cts', 'mts', 'cjs', 'mjs'], 4))(
  'a program in .%s has the time of inlined functions on their lines',
  { ...SAMPLED, tags: 'night' },
  async ending => {
    const file = `inlined.${ending}`;
    const spentFile = path.join(folder, `${file}.json`);
    const text = ending.startsWith('c') ? `${WORK}${write(spentFile)}` : asModule(spentFile);
    const isTyped = ending.endsWith('ts');
    const code = isTyped
      ? text
      : text.replaceAll(
          /: (Record<[^>]+>|number|string|Float64Array|\(\) => number)(?=[ ,)])/g,
          ''
        );
    const profile = await recordedProgram(folder, file, code);
    check({ data: profile.data, lines: name => profile.lines(name) }, file, spentFile);
  }
);

test('a cell has the time of inlined functions on their lines', SAMPLED, async () => {
  const client = await KernelClient.start();
  const spentFile = path.join(folder, 'cell.json');
  const saved = path.join(folder, 'cell.kscope');
  await runCell(client, `%%profile -q -o ${saved}\n${WORK}${write(spentFile)}`);
  await client.dispose();
  const profile = loadProfile(saved);
  const lines = () => profile.lines().map(each => ({ ...each, line: each.line - 1 }));
  check({ data: profile.data, lines }, '', spentFile);
});

/** The own time of the lines of the two cells that ran last, by the text at their ends: `// …`. */
async function cellLines(cells: readonly [string, string]): Promise<Map<string, number>> {
  const client = await KernelClient.start();
  const saved = path.join(folder, 'cells.kscope');
  const [first, second] = cells;
  await runCell(client, first);
  await runCell(client, `%%profile -q -o ${saved}\n${second}`);
  await client.dispose();
  const { data } = loadProfile(saved);
  const texts = [first, `%%profile\n${second}`].map(text => text.split('\n'));
  const files = [...data.strings.filter(name => /^Cell \[\d+\]$/.test(name))].sort();
  const { lineTotals, strings } = data;
  const own = new Map<string, number>();
  lineTotals.file.forEach((file, row) => {
    const at = files.indexOf(strings[file]);
    const text = texts[at]?.[lineTotals.line[row] - 1] ?? '';
    own.set(text.replace(/^.*\/\/ /, ''), lineTotals.self[row]);
  });
  return own;
}

test('the last line of a cell has no time of a function of another cell', SAMPLED, async () => {
  const own = await cellLines([
    'const work = (n: number) => { let s = 0; for (let i = 0; i < n; i++) s += Math.sqrt(i); return s; }; // work',
    `import { range } from 'kernelscope';
let tot = 0;
for (let i = 0; i < 400_000; i++) range(i % 10 === 0 ? 'tenth' : 'step', () => { tot += work(100); }); // loop
tot // last`
  ]);
  const about = JSON.stringify([...own]);
  expect(own.get('work'), about).toBeGreaterThan(5 * (own.get('last') ?? 0));
});

test(
  'a line that calls native code keeps its time beside a loop of another cell',
  SAMPLED,
  async () => {
    const own = await cellLines([
      `import { setTimeout as sleep } from 'node:timers/promises';
const text = JSON.stringify(Array.from({ length: 20_000 }, (_, i) => ({ i, s: 'x' + i })));
const heavy = (n: number) => { let s = 0; for (let i = 0; i < n; i++) s += Math.sqrt(i) * Math.sin(i); return s; }; // heavy`,
      `async function step() {
  const begun = performance.now();
  await sleep(2);
  const between = performance.now();
  const rows = JSON.parse(text); // parse
  const value = heavy(80_000);
  return rows.length + value + between - begun;
}
let sum = 0;
for (let k = 0; k < 60; k++) sum += await step();
sum > 0`
    ]);
    const about = JSON.stringify([...own]);
    // parsing takes several times as long as the loop
    expect(own.get('parse'), about).toBeGreaterThan(own.get('heavy') ?? 0);
    expect(own.get('heavy'), about).toBeGreaterThan(0);
  }
);
