// Takes the pictures of README and guide anew, from the real JupyterLab: `npm run docs:pictures`.
import { setUp } from './setup.mjs';
import { installCodeServer } from './steps/codeServer.mjs';
import { findChromium } from './steps/chromium.mjs';
import { runMain } from './steps/stepError.mjs';
import { reportTotals } from './steps/totals.mjs';
import { runVitest } from './steps/vitestRun.mjs';

/** The tests that take pictures. */
const TESTS = [
  'test/ui/tutorial.nightly.test.ts',
  'test/ui/tutorialGuide.nightly.test.ts',
  'test/ui/pictures/tour.nightly.test.ts',
  'test/vscode/pictures.nightly.test.ts'
];

await runMain(async () => {
  await setUp('all');
  const env = { CHROMIUM_PATH: await findChromium(), KERNELSCOPE_PICTURES: '1' };
  const { node, entry } = await installCodeServer('newest');
  const vscode = { KERNELSCOPE_CODE_SERVER: entry, KERNELSCOPE_CODE_SERVER_NODE: node };
  const pictures = { name: 'pictures', env: { ...env, ...vscode }, more: TESTS };
  return reportTotals([await runVitest({ ...pictures, projects: ['ui', 'vscode'] })]);
});
