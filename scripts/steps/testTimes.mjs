import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { at } from './paths.mjs';
import { readReport } from './vitestRun.mjs';

/** A file that takes less is counted in its run only. */
const SLOW_SECONDS = 10;

const sum = values => values.reduce((total, value) => total + value, 0);

const secondsOf = ({ startTime, endTime }) => (endTime - startTime) / 1000;

/** Cells of a Markdown table in columns of one width each: the first to the left, the others to the right. */
function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map(row => row[column].length)));
  const pad = (text, column) =>
    column === 0 ? text.padEnd(widths[0]) : text.padStart(widths[column]);
  const line = row => `| ${row.map(pad).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`
  );
  return [line(rows[0]), line(rule), ...rows.slice(1).map(line)].join('\n');
}

function filesOf({ run, report }) {
  return report.testResults.map(result => ({
    run,
    file: relative(at('test'), result.name),
    tests: result.assertionResults.length,
    seconds: secondsOf(result)
  }));
}

/**
 * Two Markdown tables: the seconds of each run, its files one after another, and the seconds of each
 * file that takes 10 s or more; the slowest first.
 *
 * @param {{ run: string, report: { testResults: object[] } }[]} reports of Vitest, by run
 */
export function timesTables(reports) {
  const runs = reports.map(({ run, report }) => {
    const files = filesOf({ run, report });
    const tests = sum(files.map(file => file.tests));
    return { run, files: files.length, tests, seconds: sum(files.map(file => file.seconds)) };
  });
  const slow = reports.flatMap(filesOf).filter(({ seconds }) => seconds >= SLOW_SECONDS);
  const bySeconds = (a, b) => b.seconds - a.seconds;
  return [
    table([
      ['run', 'files', 'tests', 'seconds'],
      ...runs
        .sort(bySeconds)
        .map(({ run, files, tests, seconds }) =>
          [run, files, tests, seconds.toFixed(0)].map(String)
        )
    ]),
    table([
      ['file', 'run', 'tests', 'seconds'],
      ...slow
        .sort(bySeconds)
        .map(({ file, run, tests, seconds }) => [file, run, tests, seconds.toFixed(0)].map(String))
    ])
  ].join('\n\n');
}

/** Writes the tables of these runs to `.build/reports/times.md`; those without a report are left out. */
export function writeTimes(runs) {
  const reports = runs
    .map(run => ({ run, report: readReport(run) }))
    .filter(({ report }) => report !== undefined);
  writeFileSync(at('.build', 'reports', 'times.md'), `${timesTables(reports)}\n`);
}
