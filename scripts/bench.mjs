// Measures the figures of docs/performance.md:
// `npm run bench [-- PREFIX] [-- OPTIONS]`; docs/performance.md has the options.
import { copyFileSync, existsSync, readdirSync } from 'node:fs';
import { join, parse } from 'node:path';
import { parseArgs } from 'node:util';
import { buildKernel, bundlePackage, compileTypes } from './steps/builds.mjs';
import { findChromium } from './steps/chromium.mjs';
import { runVisibly } from './steps/command.mjs';
import { compileAddon } from './steps/nativeAddon.mjs';
import { installNpmPackages } from './steps/npmPackages.mjs';
import { at } from './steps/paths.mjs';
import { requireNode } from './steps/requirements.mjs';
import { installNode } from './steps/secondNode.mjs';
import { StepError, runMain } from './steps/stepError.mjs';
import { compileV8Addons } from './steps/v8Addon.mjs';

/** Two levels below the root, as the sources of the tests are: what they look up lies the same. */
const output = at('.build', 'bench');

function entryPoints() {
  const suites = readdirSync(at('test', 'bench', 'suites')).map(file => parse(file).name);
  const peers = [
    'datadogPreload',
    'sentryPreload',
    'fastifyProgram',
    'prettierProgram',
    'rangesProgram'
  ];
  return {
    main: at('test', 'bench', 'main.ts'),
    suiteProcess: at('test', 'bench', 'suiteProcess.ts'),
    memoryWorker: at('src', 'sources', 'process', 'memoryWorker.ts'),
    offlineWorker: at('src', 'compat', 'mindspore', 'offline', 'offlineWorker.ts'),
    growthProgram: at('test', 'bench', 'growth', 'growthProgram.ts'),
    analyzeProgram: at('test', 'bench', 'analyzeProgram.ts'),
    offlineProgram: at('test', 'bench', 'offlineProgram.ts'),
    continuousCost: at('test', 'bench', 'continuous', 'continuousCost.ts'),
    continuousMemory: at('test', 'bench', 'continuous', 'continuousMemory.ts'),
    regressionProgram: at('test', 'bench', 'regressionProgram.ts'),
    ...Object.fromEntries(peers.map(name => [name, at('test', 'bench', 'peers', `${name}.ts`)])),
    ...Object.fromEntries(suites.map(name => [name, at('test', 'bench', 'suites', `${name}.ts`)]))
  };
}

async function bundle() {
  const { build } = await import('esbuild');
  await build({
    entryPoints: entryPoints(),
    outdir: output,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
    define: { 'import.meta.url': '__fileUrl' },
    banner: { js: 'const __fileUrl = require("node:url").pathToFileURL(__filename).href;' }
  }).catch(() => {
    throw new StepError('The benchmarks cannot be bundled', 'mend the errors above');
  });
}

/** Compiles the addon for V8, and puts it beside the suites, where a bundle looks for it. */
async function addV8Addons() {
  await compileV8Addons();
  const compiled = at('src', 'lib', 'native');
  const names = existsSync(compiled) ? readdirSync(compiled) : [];
  for (const name of names.filter(each => each.startsWith('v8-'))) {
    copyFileSync(join(compiled, name), join(output, name));
  }
}

/** Beginnings of the figures that are measured in the bundled kernel; the others do not wait for it. */
const IN_KERNEL = ['kernel.', 'cell.', 'growth.cells', 'growth.recordedCells'];
/** Those that need the addon. */
const IN_ADDON = ['gpu.drain', 'gpu.absent', 'gpu.id', 'gpu.launch', 'gpu.profile', 'size.'];

const PEER_PROFILERS = ['tsc', 'prettier', 'fastify'].flatMap(program =>
  ['none', 'cpuProf', 'datadog', 'sentry', 'zeroX', 'hottest'].map(
    each => `peer.${each}.${program}`
  )
);

/** Those that start the built package. */
const IN_PACKAGE = [
  ...['start.help', 'start.run', 'start.import', 'end.child', 'growth.workers', 'size.'],
  ...PEER_PROFILERS
];

/** Those that are measured in a browser. */
const IN_BROWSER = ['timeline.'];

/** Where the browser is, for the suites; without one they say that they are skipped. */
async function browserEnvironment() {
  try {
    return { CHROMIUM_PATH: await findChromium() };
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    return { KERNELSCOPE_NO_BROWSER: error.message };
  }
}

function wanted() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        json: { type: 'string' },
        compare: { type: 'string' },
        processes: { type: 'string' },
        node: { type: 'string' },
        'both-nodes': { type: 'boolean', default: false }
      }
    });
  } catch (error) {
    const usage =
      'npm run bench -- [NAME] [--json FILE] [--compare FILE] [--processes N] [--node PATH | --both-nodes]';
    throw new StepError(error.message.split('. ')[0], `use ${usage}`);
  }
}

await runMain(async () => {
  const { positionals, values } = wanted();
  requireNode();
  // Suites compare with packages of others, which the product does without.
  await installNpmPackages('all');
  await bundle();
  await addV8Addons();
  const prefix = positionals[0] ?? '';
  const isWanted = begin => begin.startsWith(prefix) || prefix.startsWith(begin);
  await Promise.all([
    IN_KERNEL.some(isWanted) && buildKernel(),
    ...(IN_PACKAGE.some(isWanted) ? [compileTypes(), bundlePackage()] : []),
    IN_ADDON.some(isWanted) && compileAddon()
  ]);
  const node = values.node ?? process.execPath;
  const nodes = values['both-nodes'] ? [process.execPath, await installNode('24')] : [node];
  const options = [
    ...['json', 'compare', 'processes'].flatMap(name =>
      values[name] === undefined ? [] : [`--${name}`, values[name]]
    ),
    ...nodes.flatMap(each => ['--node', each])
  ];
  const env = IN_BROWSER.some(isWanted) ? await browserEnvironment() : {};
  return runVisibly([process.execPath, join(output, 'main.js'), ...positionals, ...options], env);
});
