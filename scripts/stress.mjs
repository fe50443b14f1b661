// Runs the tests again and again on a machine on which much else goes on:
// `npm run test:stress [-- --runs N] [-- --only NAME,NAME…]`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { setUp } from './setup.mjs';
import { Disturbance } from './steps/disturbance.mjs';
import { at, root } from './steps/paths.mjs';
import { StepError, runMain } from './steps/stepError.mjs';

/** Programs that keep a core busy, beside the tests. */
const BUSY = 4;

const USAGE = 'npm run test:stress [-- --runs N] [-- --only NAME,NAME…]';

function wanted() {
  try {
    const { values } = parseArgs({
      options: { runs: { type: 'string', default: '5' }, only: { type: 'string' } }
    });
    const runs = Number(values.runs);
    if (!Number.isInteger(runs) || runs < 1) {
      throw new RangeError(`--runs must be a whole number of at least 1, got ${values.runs}`);
    }
    return { runs, only: values.only === undefined ? [] : ['--only', values.only] };
  } catch (error) {
    throw new StepError(error.message, `use ${USAGE}`);
  }
}

/** Runs all tests once, disturbed; how it ended. */
async function runOnce(only) {
  const startedMs = Date.now();
  const child = spawn(process.execPath, [at('scripts', 'test.mjs'), ...only], {
    cwd: root,
    stdio: 'inherit'
  });
  const disturbance = new Disturbance({ root: child.pid, busy: BUSY, random: Math.random });
  try {
    const [code] = await once(child, 'exit');
    return {
      isGood: code === 0,
      minutes: (Date.now() - startedMs) / 60_000,
      stops: disturbance.stops
    };
  } finally {
    await disturbance.dispose();
  }
}

await runMain(async () => {
  const { runs, only } = wanted();
  if (process.platform !== 'linux') {
    throw new StepError('Processes can be stopped on Linux alone', 'use `npm test` here');
  }
  await setUp('all');
  const ended = [];
  for (let each = 1; each <= runs; each++) {
    const { isGood, minutes, stops } = await runOnce(only);
    ended.push(isGood);
    const how = isGood ? '✓ passed' : '✗ failed';
    console.log(
      `\n${how}: run ${each} of ${runs}, ${minutes.toFixed(1)} minutes, ${stops} stops\n`
    );
  }
  const failed = ended.filter(isGood => !isGood).length;
  console.log(`${runs - failed} of ${runs} runs passed`);
  return failed > 0 ? 1 : 0;
});
