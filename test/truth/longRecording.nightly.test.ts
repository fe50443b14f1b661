import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lineCosts } from '../../src/analysis/stacks/lineCosts';
import { effectiveSamples } from '../../src/analysis/slices/shareInterval';
import { recordedProgram } from './recordedProgram';

let folder: string;
beforeAll(() => (folder = mkdtempSync(path.join(tmpdir(), 'kernelscope-long-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The seconds that the program computes and waits. */
const SECONDS = 24;

/** Three lines take turns, of which each measures its CPU time; in the second half the third one takes the time of the first. */
const PROGRAM = `
const { writeFileSync } = require('node:fs');
const spent = {};
const cpu = () => (process.threadCpuUsage ?? process.cpuUsage).call(process);
const ranMs = () => (({ user, system }) => (user + system) / 1000)(cpu());
const text = JSON.stringify(Array.from({ length: 2000 }, (_, at) => ({ at, name: 'n' + at })));
const numbers = Array.from({ length: 40000 }, (_, at) => (at * 7919) % 40000);
function timed(line, times, work) {
  const begin = ranMs();
  for (let at = 0; at < times; at++) work();
  spent[line] = (spent[line] ?? 0) + ranMs() - begin;
}
async function main() {
  const begin = performance.now();
  while (performance.now() - begin < ${SECONDS} * 1000) {
    const isLate = performance.now() - begin > ${SECONDS / 2} * 1000;
    timed(18, isLate ? 2 : 30, () =>
      JSON.parse(text));
    timed(20, 2, () =>
      numbers.slice().sort((a, b) => a - b));
    timed(22, isLate ? 30 : 2, () =>
      numbers.map(each => each.toString(36)).join());
    await new Promise(resolve => setTimeout(resolve, 3));
  }
  writeFileSync(process.argv[1] + '.json', JSON.stringify(spent));
}
main();
`;

test('a program of half a minute has few samples, and its lines have the time that they measured', async () => {
  const { data: profile } = await recordedProgram(folder, 'long.js', PROGRAM);
  const spent = JSON.parse(readFileSync(path.join(folder, 'long.js.json'), 'utf8')) as Record<
    number,
    number
  >;
  const { samples, meta } = profile;
  expect(samples.length).toBeLessThan(9000);
  expect(samples.length).toBeGreaterThan(2000);
  const intervals = (meta.cpuIntervals ?? []).map(({ intervalNs }) => intervalNs / 1e6);
  // on a busy machine V8 takes fewer samples than it was asked for
  expect(intervals.length).toBeGreaterThan(1);
  expect(intervals).toEqual(intervals.map((_, at) => 2 ** at));
  const computedMs = Object.values(spent).reduce((sum, ms) => sum + ms, 0);
  const { lines } = lineCosts(profile);
  const shares = lines.filter(({ file }) => file.endsWith('long.js'));
  const shareOf = (line: number): number =>
    shares.find(each => each.line === line)?.totalShare ?? 0;
  const lastLines = Object.keys(spent).map(Number);
  const all = lastLines.reduce((sum, line) => sum + shareOf(line), 0);
  const error = 4 / Math.sqrt(effectiveSamples(samples));
  for (const line of lastLines) {
    const trueShare = spent[line] / computedMs;
    expect(Math.abs(shareOf(line) / all - trueShare), `line ${line}`).toBeLessThan(error + 0.02);
  }
});

test('an interval that was asked for stays', async () => {
  const { data: profile } = await recordedProgram(
    folder,
    'fixed.js',
    PROGRAM.replace(`${SECONDS} *`, '6 *'),
    ['--cpu=2000']
  );
  expect(profile.meta.cpuIntervals?.map(({ intervalNs }) => intervalNs)).toEqual([2e6]);
});
