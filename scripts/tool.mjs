// Runs a tool that reads the sources, with arguments of its own: `npm run types | lint | format | style | arch | unit`.
// Its packages are installed first where they are missing.
import { sourceChecks } from './steps/checks.mjs';
import { runVisibly } from './steps/command.mjs';
import { hasNpmPackages, installNpmPackages } from './steps/npmPackages.mjs';
import { nodeProgram } from './steps/paths.mjs';
import { requireNode } from './steps/requirements.mjs';
import { StepError, runMain } from './steps/stepError.mjs';

const UNIT = ['unit*', 'architecture'].flatMap(name => ['--project', name]);

const checkOf = wanted => sourceChecks.find(({ name }) => name === wanted).command;

const TOOLS = {
  types: checkOf('types'),
  lint: checkOf('lint'),
  format: nodeProgram('oxfmt', 'bin', 'oxfmt'),
  style: checkOf('stylelint'),
  arch: checkOf('arch'),
  unit: [...nodeProgram('vitest', 'vitest.mjs'), 'run', ...UNIT]
};

await runMain(async () => {
  const [name, ...rest] = process.argv.slice(2);
  if (!Object.hasOwn(TOOLS, name)) {
    throw new StepError(`There is no tool ${name}`, `name one of ${Object.keys(TOOLS).join(', ')}`);
  }
  requireNode();
  if (!hasNpmPackages('all')) await installNpmPackages('all');
  return runVisibly([...TOOLS[name], ...rest]);
});
