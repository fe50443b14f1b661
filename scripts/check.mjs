import { existsSync } from 'node:fs';
import { runCheck, sourceChecks } from './steps/checks.mjs';
import { at } from './steps/paths.mjs';
import { StepError, runMain } from './steps/stepError.mjs';
import { reportTotals } from './steps/totals.mjs';
import { runVitest } from './steps/vitestRun.mjs';

await runMain(async () => {
  if (!existsSync(at('node_modules'))) {
    throw new StepError('The npm packages are not installed', 'run `npm ci --ignore-scripts`');
  }
  const results = [];
  for (const check of sourceChecks) results.push(await runCheck(check));
  results.push(await runVitest({ name: 'unit', projects: ['unit', 'unit-apart', 'architecture'] }));
  return reportTotals(results);
});
