import { relative } from 'node:path';
import { installNpmPackages } from './steps/npmPackages.mjs';
import { requireNode } from './steps/requirements.mjs';
import { runMain } from './steps/stepError.mjs';

await runMain(async () => {
  requireNode();
  await installNpmPackages('vscode');
  const { writeExtension } = await import('../vscode/package.mjs');
  console.log(`✓ ${relative(process.cwd(), await writeExtension())}`);
});
