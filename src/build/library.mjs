import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleLazily } from './lazyBundle.mjs';

/** The sources of the package. */
const core = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** What is started by its path, each a bundle of its own: names as in `src/native/packageFiles.ts`. */
const STARTED = {
  cli: 'cli/start.ts',
  register: 'register.ts',
  standBy: 'program/recorded/standByThread.ts',
  keepLines: 'program/keepLines.ts',
  lineHooks: 'program/lineHooks.ts',
  startedNode: 'program/startedNode.ts',
  offlineWorker: 'compat/mindspore/offline/offlineWorker.ts',
  memoryWorker: 'sources/process/memoryWorker.ts',
  snapshotWorker: 'sources/heapSnapshots/snapshotWorker.ts'
};

/** A bundle that is sent to other machines on its own, so it includes the packages that it imports. */
const ALONE = { rowExtractor: 'compat/mindspore/offline/rowExtractor.ts' };

/** Threads that keep files up to date, which have their code in common. */
const DUMP_THREADS = {
  continuousDump: 'engine/live/continuousDumpWorker.ts',
  memberWatch: 'program/recorded/memberWatchWorker.ts',
  programWatch: 'program/recorded/programWatchWorker.ts'
};

/** The scripts of these, each of which loads the thread of its name with the code that V8 has kept of it. */
const DUMP_WORKERS = Object.fromEntries(
  Object.keys(DUMP_THREADS).map(name => [`${name}Worker`, 'native/keptThread.ts'])
);

/**
 * Modules that importing the package, and recording a program, do without until they are used; by name.
 * Everything that recording takes must not be here: a program may have replaced by then what it uses.
 */
const LATER = {
  analysis: 'analysis/index.ts',
  causes: 'open/findingsWithCauses.ts',
  report: 'report/index.ts',
  chromeLosses: 'formats/chrome/losses.ts',
  chromeRead: 'formats/chrome/read.ts',
  chromeWrite: 'formats/chrome/write.ts',
  kinetoTrace: 'formats/chrome/kinetoTrace.ts',
  cpuprofileRead: 'formats/cpuprofile/read.ts',
  cpuprofileWrite: 'formats/cpuprofile/write.ts',
  csv: 'formats/csv.ts',
  folded: 'formats/folded/write.ts',
  html: 'formats/html/write.ts',
  memoryFlow: 'formats/memoryFlow/write.ts',
  nvprofRead: 'formats/nvprof/readCudaTrace.ts',
  nvprofProfile: 'formats/nvprof/traceProfile.ts',
  perfettoRead: 'formats/perfetto/read.ts',
  perfettoWrite: 'formats/perfetto/write.ts',
  pprof: 'formats/pprof/write.ts',
  speedscope: 'formats/speedscope/write.ts',
  timelineTrace: 'formats/chrome/timelineTrace.ts',
  formats: 'formats/index.ts',
  tableHtml: 'formats/html/tableHtml.ts',
  database: 'sources/databases/sqliteFile.ts',
  gpuActivities: 'sources/gpu/cudaSource.ts',
  gpuSampling: 'sources/gpu/gpuSamplingSource.ts',
  continuousOptions: 'engine/continuous/continuousOptions.ts',
  continuousProfiling: 'engine/continuous/continuousProfiling.ts',
  functionEvents: 'compat/torch/functionEventsOf.ts',
  sql: 'engine/sql/queryProfiles.ts',
  eventTable: 'compat/torch/events/eventTable.ts',
  eventTrace: 'compat/torch/eventTrace.ts',
  compareRanks: 'compat/mindspore/offline/compareRanks.ts',
  analyseOnSpark: 'compat/mindspore/offline/analyseOnSpark.ts',
  analyseDirectory: 'compat/mindspore/outputTree/analyseDirectory.ts',
  outputTree: 'compat/mindspore/outputTree/outputTreeLayout.ts',
  outputFiles: 'compat/megengine/outputFilesLayout.ts',
  tracedCalls: 'compat/megengine/tracedCalls.ts',
  checkedProfile: 'check/checkedProfile.ts',
  doctor: 'doctor/doctor.ts'
};

/** Of these, the modules that the end of a recording needs: in a file of their own, so that the rest is not loaded. */
const SCRIPTS = { scriptFunctions: 'sources/v8/scripts/readFunctions.ts' };

/** Packages, those of Node among them, that importing does without. */
const PACKAGES_LATER = new Set([
  '@jridgewell/trace-mapping',
  '@lezer/javascript',
  'acorn',
  'node:child_process',
  'node:crypto',
  'node:fs/promises',
  'node:http',
  'node:https',
  'node:inspector',
  'node:perf_hooks',
  'node:string_decoder',
  'node:timers/promises',
  'node:v8',
  'node:zlib',
  'picocolors',
  'string-width'
]);

/** The command line, and the processes in which it answers the calls of an MCP client. */
const COMMAND = { commandLine: 'cli/main.ts', mcpCall: 'cli/mcp/mcpCall.ts' };

/** The entries of the package besides its main one, each the same instance as that. */
const SUBPATHS = ['settings', 'model', 'analysis', 'layout', 'formats', 'report'];

/** What programs import, and what has a program record itself: one instance. */
const CORE = {
  index: 'index.ts',
  host: 'host.ts',
  registerProgram: 'program/recorded/registerProgram.ts',
  vitest: 'vitest/index.ts'
};

/**
 * Bundles the package `kernelscope` into `folder`: what programs import, also the worker threads and
 * processes of cells, and the programs of `kernelscope run`. `options` are those of every bundle;
 * returns the inputs.
 */
export async function bundleLibrary(folder, options) {
  const common = commonOf(folder, options);
  const { analysis, causes, report, checkedProfile, ...laterForCommands } = LATER;
  const bundles = [
    await bundleEntries(folder, options),
    await bundleLazily({
      ...{ ...common, entryPoints: inCore(DUMP_THREADS) },
      later: { dumpLater: LATER, dumpScripts: SCRIPTS }
    }),
    await bundleLazily({
      ...{ ...common, entryPoints: inCore(COMMAND) },
      later: { commandLater: laterForCommands, commandScripts: SCRIPTS }
    })
  ];
  const started = inCore({ ...STARTED, ...DUMP_WORKERS });
  const others = await build({ ...options, entryPoints: started, outdir: folder });
  const alone = await build({
    ...{ ...options, packages: 'bundle' },
    ...{ entryPoints: inCore(ALONE), outdir: folder }
  });
  const page = await bundlePage(folder, options);
  writeBuild(folder);
  const metafiles = [...bundles, others.metafile, alone.metafile, page.metafile];
  return metafiles.flatMap(({ inputs }) => Object.keys(inputs));
}

/**
 * Bundles what programs import by the names of the package into `folder`, with all that it loads by need; returns
 * esbuild's metafile. `options` are those of every bundle.
 */
export async function bundleEntries(folder, options) {
  const metafile = await bundleLazily({
    ...{ ...commonOf(folder, options), entryPoints: inCore(CORE) },
    later: { later: LATER, scripts: SCRIPTS },
    exported: { later: Object.fromEntries(SUBPATHS.map(name => [name, `${name}/index.ts`])) }
  });
  writeSubpaths(folder);
  return metafile;
}

const commonOf = (outdir, options) => ({ core, packages: PACKAGES_LATER, outdir, options });

/** Bundles the script of the page that compares ranks, and puts its style sheet beside it. */
async function bundlePage(folder, { target, plugins, define, ...options }) {
  const styles = ['base', 'canvas', 'tooltip', 'ranks'].map(name => `../style/${name}.css`);
  const texts = ['browser/page.css', ...styles].map(style =>
    readFileSync(path.join(core, style), 'utf8')
  );
  writeFileSync(path.join(folder, 'crossRankPage.css'), texts.join('\n'));
  return build({
    ...options,
    ...{ platform: 'browser', format: 'iife', target: 'es2022', packages: 'bundle', minify: true },
    entryPoints: [path.join(core, 'browser', 'crossRankPage.ts')],
    outfile: path.join(folder, 'crossRankPage.js')
  });
}

const inCore = files =>
  Object.fromEntries(Object.entries(files).map(([name, file]) => [name, path.join(core, file)]));

/** Writes the text by which compiled code is kept for this build alone, see `src/native/keptCode.ts`. */
function writeBuild(folder) {
  const hash = createHash('sha256');
  const scripts = readdirSync(folder).filter(name => name.endsWith('.js'));
  for (const name of scripts.sort())
    hash.update(name).update(readFileSync(path.join(folder, name)));
  writeFileSync(path.join(folder, 'build.txt'), hash.digest('hex'));
}

/** Writes the modules of the subpaths, which are parts of the file `later.js` in `folder`. */
function writeSubpaths(folder) {
  const later = createRequire(import.meta.url)(path.join(folder, 'later.js'));
  for (const name of SUBPATHS) {
    writeFileSync(path.join(folder, `${name}.js`), subpathText(name, Object.keys(later[name])));
  }
}

/** A module with the exports of a subpath, in a form whose names Node finds for `import` too. */
function subpathText(name, names) {
  const getter = one =>
    `Object.defineProperty(exports, '${one}', ` +
    `{ enumerable: true, get: function () { return part.${one}; } });`;
  return [
    `'use strict';`,
    `Object.defineProperty(exports, '__esModule', { value: true });`,
    `const part = require('./later.js').${name};`,
    ...names.filter(one => one !== 'default').map(getter),
    ''
  ].join('\n');
}
