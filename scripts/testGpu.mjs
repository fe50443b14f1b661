// Checks the recording of GPUs on a machine that has one: `npm run test:gpu [-- OPTIONS]`.
//
// It needs Node, a driver, and either this repository after set-up or the folder that
// `npm run test:gpu -- --build-only` makes, `.build/gpu`: it works wherever it is copied to, and
// `bash first.sh OUT` in it needs no Node.
//
//   --build-only       make the folder, and run nothing
//   --folder FOLDER    the folder; default .build/gpu
//   --json FILE        write results and figures
//   --record FILE      write the records as CUPTI made them
//   --python PATH      the Python whose PyTorch does the same work; default python3
//   --quick            leave out what is measured, and what may leave the device lost
//   --only A,B         only these groups of checks
//   --limit S          seconds for all groups
//   --group-limit S    seconds for each group
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runVisibly } from './steps/command.mjs';
import { bundleChecks, makeGpuFolder } from './steps/gpuFolder.mjs';
import { at } from './steps/paths.mjs';
import { StepError, runMain } from './steps/stepError.mjs';

const OWN = {
  'build-only': { type: 'boolean', default: false },
  folder: { type: 'string', default: at('.build', 'gpu') }
};

/** The options of this script, and the arguments for the program. */
function readArguments() {
  const args = process.argv.slice(2);
  const { values, tokens } = parseArgs({ args, options: OWN, strict: false, tokens: true });
  const own = tokens.filter(token => token.kind === 'option' && token.name in OWN);
  const taken = own.flatMap(({ index, inlineValue, value }) =>
    value === undefined || inlineValue ? [index] : [index, index + 1]
  );
  return { ...values, rest: args.filter((_, index) => !taken.includes(index)) };
}

await runMain(async () => {
  const { 'build-only': isBuilt, folder: given, rest } = readArguments();
  const folder = resolve(given);
  const program = join(folder, 'testGpu.cjs');
  const canBuild = existsSync(at('node_modules', 'esbuild'));
  if (!canBuild && (isBuilt || !existsSync(program))) {
    throw new StepError('The npm packages are not installed', 'run `npm run build`');
  }
  if (isBuilt) {
    await makeGpuFolder(folder);
    return 0;
  }
  if (canBuild) await bundleChecks(folder);
  return runVisibly([process.execPath, program, ...rest]);
});
