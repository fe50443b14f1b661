import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { runCheck, sourceChecks } from './steps/checks.mjs';
import { runBeside } from './steps/command.mjs';
import { at } from './steps/paths.mjs';
import { sideBySide } from './steps/sideBySide.mjs';
import { StepError, runMain } from './steps/stepError.mjs';
import { reportTotals } from './steps/totals.mjs';
import { runVitest } from './steps/vitestRun.mjs';

/** None of them takes a tenth of it. */
const LIMIT_MS = 20 * 60_000;

const run = program => runBeside({ ...program, limitMs: LIMIT_MS });

const UNIT = { name: 'unit', projects: ['unit', 'unit-apart', 'architecture'] };

await runMain(async () => {
  if (!existsSync(at('node_modules'))) {
    throw new StepError('The npm packages are not installed', 'run `npm ci --ignore-scripts`');
  }
  const checks = sourceChecks.map(check => () => runCheck(check, run));
  const tasks = [() => runVitest({ ...UNIT, more: ['--maxWorkers=1'] }, run), ...checks];
  return reportTotals(await sideBySide(tasks, Math.min(availableParallelism(), 4)));
});
