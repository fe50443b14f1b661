// Makes the documentation, one site of the guide and the reference: `npm run docs`, to be read in dist/docs.
import { relative } from 'node:path';
import { checkSite } from './docs/checkSite.mjs';
import { runVisibly } from './steps/command.mjs';
import { installNpmPackages } from './steps/npmPackages.mjs';
import { at, nodeProgram, root } from './steps/paths.mjs';
import { requireNode } from './steps/requirements.mjs';
import { runMain, StepError } from './steps/stepError.mjs';

const SITE = at('dist', 'docs');

await runMain(async () => {
  requireNode();
  await installNpmPackages('all');
  const command = [...nodeProgram('typedoc', 'bin', 'typedoc'), '--out', SITE];
  if ((await runVisibly(command)) !== 0) {
    throw new StepError('The site could not be made', 'see the messages of TypeDoc above');
  }
  const faults = checkSite(SITE);
  faults.forEach(fault => console.error(`  ${fault}`));
  if (faults.length > 0) {
    throw new StepError(`The site has ${faults.length} broken links`, 'see the list above');
  }
  console.log(`✓ Open ${relative(root, SITE)}/index.html`);
});
