import { mkdirSync, rmSync, statSync } from 'node:fs';
import { relative } from 'node:path';
import { setUp } from './setup.mjs';
import { runVisibly } from './steps/command.mjs';
import { at, root, venvExecutable } from './steps/paths.mjs';
import { StepError, runMain } from './steps/stepError.mjs';

const NOTEBOOK = at('binder', 'tutorials', '01-first-profile.ipynb');
const RESULTS = ['01-first-profile.html', 'first-profile.perfetto-trace'];

async function executeNotebook(folder) {
  const script = at('scripts', 'python', 'execute_notebook.py');
  const code = await runVisibly([venvExecutable('python'), script, NOTEBOOK, folder]);
  if (code !== 0) {
    throw new StepError(
      'The tutorial did not run to its end',
      'the failing cell and its error are above'
    );
  }
}

function sizeOf(path) {
  const { size } = statSync(path, { throwIfNoEntry: false }) ?? { size: 0 };
  if (size > 0) return `${(size / 1024).toFixed(0)} KiB`;
  throw new StepError(
    `The tutorial left no ${relative(root, path)}`,
    'see that the notebook still writes it with `-o`'
  );
}

await runMain(async () => {
  await setUp('product');
  const folder = at('demo');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  await executeNotebook(folder);
  for (const name of RESULTS) {
    const path = at('demo', name);
    console.log(`✓ ${relative(root, path)} (${sizeOf(path)})`);
  }
});
