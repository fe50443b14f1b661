import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { at } from './paths.mjs';

/** A file that takes less is counted in its run only. */
const SLOW_SECONDS = 10;

/** The files that a run of all tests names at its end. */
const NAMED_FILES = 5;

const bySeconds = (a, b) => b.seconds - a.seconds;

const inMinutes = ms => `${(ms / 60_000).toFixed(1)} minutes`;

/** Cells of a Markdown table in columns of one width each: the first to the left, the others to the right. */
function table(rows) {
  const texts = rows.map(row => row.map(String));
  const widths = texts[0].map((_, column) => Math.max(...texts.map(row => row[column].length)));
  const pad = (text, column) =>
    column === 0 ? text.padEnd(widths[0]) : text.padStart(widths[column]);
  const line = row => `| ${row.map(pad).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`
  );
  return [line(texts[0]), line(rule), ...texts.slice(1).map(line)].join('\n');
}

function filesOf({ name: run, report }) {
  return (report?.testResults ?? []).map(({ name, startTime, endTime, assertionResults }) => ({
    run,
    file: relative(at('test'), name),
    tests: assertionResults.length,
    seconds: (endTime - startTime) / 1000
  }));
}

const fileTable = files =>
  table([
    ['file', 'run', 'tests', 'seconds'],
    ...files.map(({ file, run, tests, seconds }) => [file, run, tests, seconds.toFixed(0)])
  ]);

/**
 * Two Markdown tables: the tests and seconds of each run, and those of its files that `isShown` says, the slowest
 * first.
 *
 * @param {import('./testRuns.mjs').TestResult[]} results
 * @param {(file: { seconds: number }, index: number) => boolean} isShown by its place among the slowest
 */
export function timesTables(results, isShown) {
  const runs = [...results]
    .sort(bySeconds)
    .map(({ name, passed, failed, seconds, retried = [] }) => {
      return [name, passed + failed, seconds.toFixed(0), retried.length];
    });
  const files = results.flatMap(filesOf).sort(bySeconds).filter(isShown);
  const tables = [table([['suite', 'tests', 'seconds', 'retried'], ...runs])];
  return (files.length > 0 ? [...tables, fileTable(files)] : tables).join('\n\n');
}

/**
 * Writes the tables of a whole run, which took `ms`, to `.build/reports/times.md` with every file that takes 10 s
 * or more, and prints them with the five slowest.
 *
 * @param {import('./testRuns.mjs').TestResult[]} results
 * @param {number} ms
 */
export function writeTimes(results, ms) {
  const all = timesTables(results, ({ seconds }) => seconds >= SLOW_SECONDS);
  writeFileSync(at('.build', 'reports', 'times.md'), `${all}\n`);
  console.log(`\n${timesTables(results, (_, index) => index < NAMED_FILES)}\n`);
  results
    .flatMap(({ name, retried = [] }) => retried.map(test => `${name}: ${test}`))
    .forEach(test => console.log(`• Passed on a later try: ${test}`));
  console.log(`• With the set-up: ${inMinutes(ms)}`);
}
