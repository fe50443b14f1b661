import { setUp } from './setup.mjs';
import { runCheck, sourceChecks } from './steps/checks.mjs';
import { findChromium } from './steps/chromium.mjs';
import { installGoPprof } from './steps/goPprof.mjs';
import { installSecondNode } from './steps/secondNode.mjs';
import { runMain } from './steps/stepError.mjs';
import { reportTotals } from './steps/totals.mjs';
import { runVitest } from './steps/vitestRun.mjs';

async function testRuns() {
  const chromium = await findChromium();
  const secondNode = await installSecondNode();
  const pprof = await installGoPprof();
  return [
    { name: 'unit', projects: ['unit', 'architecture'] },
    { name: 'oracles', projects: ['oracles'], env: { PPROF_PATH: pprof } },
    { name: 'native', projects: ['native'] },
    { name: 'bridge', projects: ['bridge'] },
    { name: 'bridge-node-24', projects: ['bridge'], env: { KERNELSCOPE_NODE: secondNode } },
    { name: 'wheel', projects: ['wheel'] },
    { name: 'ui', projects: ['ui'], env: { CHROMIUM_PATH: chromium } }
  ];
}

await runMain(async () => {
  await setUp('all');
  const runs = await testRuns();
  const results = [];
  for (const check of sourceChecks) results.push(await runCheck(check));
  for (const run of runs) results.push(await runVitest(run));
  return reportTotals(results);
});
