// Takes the pictures of README and guide anew, from the real JupyterLab: `npm run docs:pictures`.
import { setUp } from './setup.mjs';
import { findChromium } from './steps/chromium.mjs';
import { runMain } from './steps/stepError.mjs';
import { reportTotals } from './steps/totals.mjs';
import { runVitest } from './steps/vitestRun.mjs';

/** The tests that take pictures. */
const TESTS = [
  'test/ui/tutorial.nightly.test.ts',
  'test/ui/tutorialGuide.nightly.test.ts',
  'test/ui/pictures/tour.nightly.test.ts'
];

await runMain(async () => {
  await setUp('all');
  const env = { CHROMIUM_PATH: await findChromium(), KERNELSCOPE_PICTURES: '1' };
  return reportTotals([await runVitest({ name: 'pictures', projects: ['ui'], env, more: TESTS })]);
});
