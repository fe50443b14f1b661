import { availableParallelism } from 'node:os';
import { runCheck, sourceChecks } from './steps/checks.mjs';
import { runBeside } from './steps/command.mjs';
import { installNpmPackages } from './steps/npmPackages.mjs';
import { requireNode } from './steps/requirements.mjs';
import { sideBySide } from './steps/sideBySide.mjs';
import { runMain } from './steps/stepError.mjs';
import { reportTotals } from './steps/totals.mjs';
import { runVitest } from './steps/vitestRun.mjs';

/** None of them takes a tenth of it. */
const LIMIT_MS = 20 * 60_000;

/** Where there is no test, Vitest lists all patterns that none has matched. */
const shown = output =>
  output.includes('No test files found') ? 'No unit test imports what is not committed.\n' : output;

const run = program => runBeside({ ...program, limitMs: LIMIT_MS, shown });

/** Those of unit tests that import what is not committed yet; `npm test` has all. */
const UNIT = {
  name: 'unit',
  projects: ['unit*'],
  more: ['--changed', '--maxWorkers=1'],
  mayBeEmpty: true
};

const ARCHITECTURE = { name: 'architecture', projects: ['architecture'] };

await runMain(async () => {
  requireNode();
  await installNpmPackages('all');
  const checks = sourceChecks.map(check => () => runCheck(check, run));
  const tests = [UNIT, ARCHITECTURE].map(each => () => runVitest(each, run));
  const tasks = [...tests, ...checks];
  return reportTotals(await sideBySide(tasks, Math.min(availableParallelism(), 4)));
});
