// Runs a tool that reads the sources, with arguments of its own: `npm run types | lint | format | style | arch | unit`.
// Its packages are installed first where they are missing.
import { runVisibly } from './steps/command.mjs';
import { hasNpmPackages, installNpmPackages } from './steps/npmPackages.mjs';
import { nodeProgram } from './steps/paths.mjs';
import { requireNode } from './steps/requirements.mjs';
import { StepError, runMain } from './steps/stepError.mjs';

const UNIT = ['unit', 'unit-apart', 'architecture'].flatMap(name => ['--project', name]);
const SOURCES = ['src', 'kernel-bridge/src', 'extension/src', 'vscode/src'];

const TOOLS = {
  types: [...nodeProgram('typescript', 'bin', 'tsc'), '-b'],
  lint: [...nodeProgram('eslint', 'bin', 'eslint.js'), '--max-warnings', '0', '.'],
  format: [...nodeProgram('prettier', 'bin', 'prettier.cjs'), '--write', '.'],
  style: [...nodeProgram('stylelint', 'bin', 'stylelint.mjs'), 'style/**/*.css'],
  arch: [
    ...nodeProgram('dependency-cruiser', 'bin', 'dependency-cruise.mjs'),
    ...['--config', '.dependency-cruiser.cjs', ...SOURCES]
  ],
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
