import { readFileSync, rmSync } from 'node:fs';
import { runVisibly } from './command.mjs';
import { at } from './paths.mjs';

/**
 * The counts in a Vitest JSON report. A run that failed without a failed test, or that executed
 * no test, counts as one failure: silence is not success.
 *
 * @param {Record<string, number> | undefined} report what Vitest wrote, if it wrote anything
 * @param {number} exitCode of the run
 */
export function countsOf(report, exitCode) {
  const passed = report?.numPassedTests ?? 0;
  const failed = report?.numFailedTests ?? 0;
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
  const broken = failed === 0 && (exitCode !== 0 || passed === 0);
  return { passed, failed: broken ? 1 : failed, skipped };
}

const reportOf = name => at('.build', 'reports', `${name}.json`);

/** The JSON report of a run; undefined if it wrote none that can be read. */
export function readReport(name) {
  try {
    return JSON.parse(readFileSync(reportOf(name), 'utf8'));
  } catch {
    return undefined;
  }
}

const visibly = ({ name, command, env }) => {
  console.log(`\n• ${name}`);
  return runVisibly(command, env);
};

/**
 * Runs the test projects named in `projects`, on the Node whose path is `node`, and returns the
 * counts under `name`; `run` runs the program.
 */
export async function runVitest(
  { name, projects, env = {}, node = process.execPath, more = [] },
  run = visibly
) {
  const reportPath = reportOf(name);
  rmSync(reportPath, { force: true });
  const command = [
    ...[node, at('node_modules', 'vitest', 'vitest.mjs')],
    'run',
    ...projects.flatMap(project => ['--project', project]),
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`],
    ...more
  ];
  const exitCode = await run({ name, command, env });
  return { name, ...countsOf(readReport(name), exitCode) };
}
