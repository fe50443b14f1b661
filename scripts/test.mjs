// Sets everything up and runs the tests: `npm test [-- --only NAME,NAME…]`.
import { availableParallelism } from 'node:os';
import { setUp } from './setup.mjs';
import { runCheck, sourceChecks } from './steps/checks.mjs';
import { findChromium } from './steps/chromium.mjs';
import { runBeside } from './steps/command.mjs';
import { failuresOf } from './steps/failures.mjs';
import { installGoPprof } from './steps/goPprof.mjs';
import { installMoto } from './steps/moto.mjs';
import { installPackageChecks, installRuntimes } from './steps/packagingTools.mjs';
import { installSecondNode } from './steps/secondNode.mjs';
import { sideBySide } from './steps/sideBySide.mjs';
import { installSpark } from './steps/spark.mjs';
import { StepError, runMain } from './steps/stepError.mjs';
import { CHECKS, TEST_RUNS, TIMED_RUNS, wantedRuns } from './steps/testRuns.mjs';
import { writeTimes } from './steps/testTimes.mjs';
import { reportTotals } from './steps/totals.mjs';
import { runVitest } from './steps/vitestRun.mjs';

/** No run takes half of it: one that does waits for something that will not come. */
const LIMIT_MS = 45 * 60_000;

/** Runs beside each other; those that measure are by themselves. */
const PLACES = Math.min(availableParallelism(), 4);

const run = program => runBeside({ ...program, limitMs: LIMIT_MS });

/** The environment of the runs with Spark; null where there is none. */
async function sparkEnvironment() {
  const folder = await installSpark();
  return folder === null ? null : { KERNELSCOPE_SPARK: folder };
}

/** Installs what packages are checked with, and tried on. */
async function installPackaging() {
  await installPackageChecks();
  await installRuntimes();
  return {};
}

/** Installs what the wanted runs need of other programs, and gives each run that is possible its environment. */
async function withTools(runs) {
  const isOnSecond = runs.some(({ on }) => on === 'secondNode');
  const secondNode = isOnSecond ? await installSecondNode() : undefined;
  const environments = {
    ui: async () => ({ CHROMIUM_PATH: await findChromium() }),
    oracles: async () => ({ PPROF_PATH: await installGoPprof(), MOTO_PATH: await installMoto() }),
    spark: sparkEnvironment,
    wheel: installPackaging
  };
  const prepared = [];
  for (const { name, on, isInNode, ...rest } of runs) {
    const env = environments[name] ? await environments[name]() : {};
    if (env === null) continue;
    const second = on === 'secondNode' ? secondNode : undefined;
    const kernels = second && !isInNode ? { KERNELSCOPE_NODE: second } : {};
    const node = second && isInNode ? { node: second } : {};
    prepared.push({ name, ...rest, ...node, env: { ...env, ...kernels } });
  }
  return prepared;
}

function wanted() {
  try {
    return wantedRuns(process.argv.slice(2));
  } catch (error) {
    throw new StepError(error.message, 'name some of these');
  }
}

await runMain(async () => {
  const names = wanted();
  const isWanted = ({ name }) => names.has(name);
  await setUp('all');
  const runs = await withTools([...TEST_RUNS, ...TIMED_RUNS].filter(isWanted));
  const asTask = each => () => runVitest(each, run);
  const isTimed = ({ name }) => TIMED_RUNS.some(timed => timed.name === name);
  const checks = names.has(CHECKS) ? sourceChecks.map(each => () => runCheck(each, run)) : [];
  const beside = runs.filter(each => !isTimed(each)).map(asTask);
  const results = await sideBySide([...beside, ...checks], PLACES);
  results.push(...(await sideBySide(runs.filter(isTimed).map(asTask), 1)));
  const broken = results.filter(({ failed }) => failed > 0);
  broken.forEach(({ name }) => console.log(`\n✗ ${name}\n${failuresOf(name)}`));
  writeTimes(runs.map(({ name }) => name));
  return reportTotals(results);
});
