import { setUp } from './setup.mjs';
import { runCheck, sourceChecks } from './steps/checks.mjs';
import { findChromium } from './steps/chromium.mjs';
import { runBeside } from './steps/command.mjs';
import { failuresOf } from './steps/failures.mjs';
import { installGoPprof } from './steps/goPprof.mjs';
import { installSecondNode } from './steps/secondNode.mjs';
import { sideBySide } from './steps/sideBySide.mjs';
import { runMain } from './steps/stepError.mjs';
import { reportTotals } from './steps/totals.mjs';
import { runVitest } from './steps/vitestRun.mjs';

/** No run takes half of it: one that does waits for something that will not come. */
const LIMIT_MS = 45 * 60_000;

/** How many runs go on at a time: each keeps about one core busy. */
const PLACES = 2;

/** The longest come first, so that the last ones end at about the same time. */
function testRuns({ chromium, secondNode, pprof }) {
  return [
    { name: 'bridge', projects: ['bridge'] },
    { name: 'bridge-node-24', projects: ['bridge'], env: { KERNELSCOPE_NODE: secondNode } },
    { name: 'ui', projects: ['ui'], env: { CHROMIUM_PATH: chromium } },
    { name: 'unit', projects: ['unit', 'architecture'], more: ['--maxWorkers=1'] },
    { name: 'wheel', projects: ['wheel'] },
    { name: 'oracles', projects: ['oracles'], env: { PPROF_PATH: pprof } },
    { name: 'fuzz', projects: ['fuzz'] },
    { name: 'fuzz-node-24', projects: ['fuzz'], node: secondNode }
  ];
}

/** Runs that count samples and compare times, and so want the machine for themselves. */
function timedRuns({ secondNode }) {
  return [
    { name: 'native', projects: ['native'] },
    { name: 'truth', projects: ['truth'] },
    { name: 'truth-node-24', projects: ['truth'], env: { KERNELSCOPE_NODE: secondNode } }
  ];
}

const run = program => runBeside({ ...program, limitMs: LIMIT_MS });

await runMain(async () => {
  await setUp('all');
  const tools = {
    chromium: await findChromium(),
    secondNode: await installSecondNode(),
    pprof: await installGoPprof()
  };
  const tests = testRuns(tools).map(each => () => runVitest(each, run));
  const checks = sourceChecks.map(each => () => runCheck(each, run));
  const timed = timedRuns(tools).map(each => () => runVitest(each, run));
  const results = await sideBySide([...tests, ...checks], PLACES);
  results.push(...(await sideBySide(timed, 1)));
  const broken = results.filter(({ failed }) => failed > 0);
  broken.forEach(({ name }) => console.log(`\n✗ ${name}\n${failuresOf(name)}`));
  return reportTotals(results);
});
