// Sets everything up and runs the tests: `npm test [-- --only NAME,NAME…]`, and `npm run test:all` for those of
// the night as well.
import { availableParallelism } from 'node:os';
import { setUp } from './setup.mjs';
import { runCheck, sourceChecks } from './steps/checks.mjs';
import { runBeside } from './steps/command.mjs';
import { failuresOf } from './steps/failures.mjs';
import { sideBySide } from './steps/sideBySide.mjs';
import { StepError, runMain } from './steps/stepError.mjs';
import { CHECKS, TEST_RUNS, wantedRuns } from './steps/testRuns.mjs';
import { writeTimes } from './steps/testTimes.mjs';
import { TestTools } from './steps/testTools.mjs';
import { reportTotals } from './steps/totals.mjs';
import { runVitest } from './steps/vitestRun.mjs';

/** No run takes half of it: one that does waits for something that will not come. */
const LIMIT_MS = 60 * 60_000;

/** Runs beside each other; those that measure are by themselves. More than there are cores take longer. */
const PLACES = Math.min(availableParallelism(), 4);

const run = program => runBeside({ ...program, limitMs: LIMIT_MS });

function wanted(args) {
  try {
    return wantedRuns(args);
  } catch (error) {
    throw new StepError(error.message, 'name some of these');
  }
}

await runMain(async () => {
  const startedMs = Date.now();
  const args = process.argv.slice(2);
  const names = wanted(args);
  await setUp('all');
  const runs = TEST_RUNS.filter(({ name }) => names.has(name));
  const isNight = args.includes('--all');
  const tools = new TestTools({ isNight });
  runs.forEach(each => tools.begin(each));
  const asTask = each => async () => {
    const rest = await tools.of(each);
    if (rest === null) return undefined;
    const env = isNight || each.isNightly ? { ...rest.env, KERNELSCOPE_TESTS: 'all' } : rest.env;
    return runVitest({ ...each, ...rest, env }, run);
  };
  const checks = names.has(CHECKS) ? sourceChecks.map(each => () => runCheck(each, run)) : [];
  const beside = runs.filter(({ isAlone = false }) => !isAlone);
  const alone = runs.filter(({ isAlone = false }) => isAlone);
  const ended = await sideBySide([...beside.map(asTask), ...checks], PLACES);
  ended.push(...(await sideBySide(alone.map(asTask), 1)));
  const results = ended.filter(result => result !== undefined);
  const broken = results.filter(({ failed }) => failed > 0);
  broken.forEach(({ name }) => console.log(`\n✗ ${name}\n${failuresOf(name)}`));
  writeTimes(results, Date.now() - startedMs);
  return reportTotals(results);
});
