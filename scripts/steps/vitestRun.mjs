import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { runVisibly } from './command.mjs';
import { at } from './paths.mjs';

/**
 * @typedef {object} VitestReport
 * @property {number} [numPassedTests]
 * @property {number} [numFailedTests]
 * @property {number} [numPendingTests]
 * @property {number} [numTodoTests]
 * @property {{ assertionResults: { status: string, tags: string[] }[] }[]} [testResults]
 */

/** How many tests a Vitest JSON report names that it leaves to the night. */
const leftToNight = report =>
  (report?.testResults ?? [])
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, tags }) => status === 'skipped' && tags.includes('night')).length;

/**
 * The counts in a Vitest JSON report, of which `skipped` has none that are left to the night. A run that failed without a failed test, or that executed
 * no test, counts as one failure: silence is not success, unless there may be nothing to say.
 *
 * @param {VitestReport | undefined} report what Vitest wrote, if it wrote anything
 * @param {number} exitCode of the run
 * @param {boolean} [mayBeEmpty] whether a run without tests is as it should be
 */
export function countsOf(report, exitCode, mayBeEmpty = false) {
  const passed = report?.numPassedTests ?? 0;
  const failed = report?.numFailedTests ?? 0;
  const skipped =
    (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0) - leftToNight(report);
  const broken = failed === 0 && (exitCode !== 0 || (passed === 0 && !mayBeEmpty));
  return { passed, failed: broken ? 1 : failed, skipped };
}

const visibly = ({ name, command, env }) => {
  console.log(`\n• ${name}`);
  return runVisibly(command, env);
};

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * The program, and its arguments, that runs the test projects named in `projects` and writes a report to `reportPath`.
 *
 * @param {{ projects: string[], node?: string, more?: string[] }} run on the Node whose path is `node`
 * @param {string} reportPath
 */
export function vitestCommand({ projects, node = process.execPath, more = [] }, reportPath) {
  return [
    ...[node, at('node_modules', 'vitest', 'vitest.mjs'), 'run'],
    ...projects.flatMap(project => ['--project', project]),
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`],
    `--reporter=${at('scripts', 'steps', 'retryReporter.mjs')}`,
    ...more
  ];
}

/**
 * Runs the test projects named in `projects`, on the Node whose path is `node`, and returns the counts under
 * `name`, with the seconds that it took, Vitest's `report` (undefined if it wrote none that can be read) and the
 * names of the tests that passed only when they were `retried`; `run` runs the program.
 */
export async function runVitest(
  { name, projects, env = {}, node, more, mayBeEmpty = false },
  run = visibly
) {
  const reportPath = at('.build', 'reports', `${name}.json`);
  const retriesPath = at('.build', 'reports', `${name}.retries.json`);
  mkdirSync(at('.build', 'reports'), { recursive: true });
  [reportPath, retriesPath].forEach(path => rmSync(path, { force: true }));
  const command = vitestCommand({ projects, node, more }, reportPath);
  const startedMs = Date.now();
  const variables = { ...env, KERNELSCOPE_RETRIES: retriesPath };
  const exitCode = await run({ name, command, env: variables });
  const seconds = (Date.now() - startedMs) / 1000;
  const report = readJson(reportPath);
  const retried = readJson(retriesPath) ?? [];
  return { name, ...countsOf(report, exitCode, mayBeEmpty), seconds, report, retried };
}
