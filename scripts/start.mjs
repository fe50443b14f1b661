import { setUp } from './setup.mjs';
import { runVisibly } from './steps/command.mjs';
import { at, venvExecutable } from './steps/paths.mjs';
import { runMain } from './steps/stepError.mjs';

const asRoot = () => (process.getuid?.() === 0 ? ['--allow-root'] : []);

await runMain(async () => {
  await setUp('product');
  const tutorials = at('binder', 'tutorials');
  return runVisibly([
    venvExecutable('jupyter'),
    ...['lab', `--ServerApp.root_dir=${tutorials}`],
    ...asRoot(),
    ...process.argv.slice(2)
  ]);
});
