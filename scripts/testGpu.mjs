// Checks the recording of GPUs on a machine that has one: `npm run test:gpu [-- OPTIONS]`.
//
// It needs Node, a driver, and either this repository after set-up or the folder `.build/gpu`, which
// `npm run test:gpu -- --build-only` makes and which works wherever it is copied to:
// `node .build/gpu/testGpu.cjs`.
//
//   --json FILE     write results and figures
//   --record FILE   write the records as CUPTI made them
//   --python PATH   the Python whose PyTorch does the same work; default python3
//   --quick         leave out what is measured
import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runVisibly } from './steps/command.mjs';
import { ADDON, compileAddon } from './steps/nativeAddon.mjs';
import { at } from './steps/paths.mjs';
import { StepError, runMain } from './steps/stepError.mjs';

const OUTPUT = at('.build', 'gpu');
const PROGRAM = join(OUTPUT, 'testGpu.cjs');

async function bundle() {
  if (!existsSync(at('node_modules', 'esbuild'))) {
    if (existsSync(PROGRAM)) return;
    throw new StepError('The npm packages are not installed', 'run `npm ci --ignore-scripts`');
  }
  const { build } = await import('esbuild');
  rmSync(OUTPUT, { recursive: true, force: true });
  await build({
    entryPoints: { testGpu: at('test', 'gpu', 'main.ts') },
    outdir: OUTPUT,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['koffi', '@datadog/pprof', '@duckdb/node-api', 'tsx'],
    logLevel: 'warning'
  });
  await compileAddon();
  copyFileSync(at(ADDON), join(OUTPUT, ADDON.split('/').pop()));
  copyFileSync(at('test', 'gpu', 'torchPeer.py'), join(OUTPUT, 'torchPeer.py'));
}

await runMain(async () => {
  const args = process.argv.slice(2);
  await bundle();
  if (args.includes('--build-only')) return 0;
  return runVisibly([process.execPath, PROGRAM, ...args]);
});
