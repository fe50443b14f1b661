import { build } from 'esbuild';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleLazily } from './lazyBundle.mjs';

/** The sources of the package. */
const core = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** What is started by its path, each a bundle of its own: names as in `src/native/packageFiles.ts`. */
const STARTED = {
  register: 'register.ts',
  standBy: 'program/recorded/standByThread.ts',
  keepLines: 'program/lines/keepLines.ts',
  lineHooks: 'program/lines/lineHooks.ts',
  offlineWorker: 'compat/mindspore/offline/offlineWorker.ts',
  memoryWorker: 'sources/process/memoryWorker.ts',
  heapDiffWorker: 'sources/heapSnapshots/heapDiffWorker.ts'
};

/** Threads that keep files up to date, which have their code in common. */
const DUMP_WORKERS = {
  continuousDumpWorker: 'engine/live/continuousDumpWorker.ts',
  memberWatchWorker: 'program/recorded/memberWatchWorker.ts',
  programWatchWorker: 'program/recorded/programWatchWorker.ts'
};

/**
 * Modules that importing the package, and recording a program, do without until they are used; by name.
 * Everything that recording takes must not be here: a program may have replaced by then what it uses.
 */
const LATER = {
  analysis: 'analysis/index.ts',
  report: 'report/index.ts',
  chromeRead: 'formats/chrome/read.ts',
  chromeWrite: 'formats/chrome/write.ts',
  kinetoTrace: 'formats/chrome/kinetoTrace.ts',
  cpuprofileRead: 'formats/cpuprofile/read.ts',
  cpuprofileWrite: 'formats/cpuprofile/write.ts',
  csv: 'formats/csv/write.ts',
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
  gpuSampling: 'sources/gpu/sampling/gpuSamplingSource.ts',
  functionEvents: 'engine/events/functionEventsOf.ts',
  eventTable: 'report/autograd/eventTable.ts',
  eventTrace: 'engine/events/eventTrace.ts',
  compareRanks: 'compat/mindspore/offline/compareRanks.ts',
  analyseDirectory: 'compat/mindspore/outputTree/analyseDirectory.ts',
  outputTree: 'compat/mindspore/outputTree/outputTreeLayout.ts',
  outputFiles: 'compat/megengine/outputFiles/outputFilesLayout.ts',
  tracedCalls: 'compat/megengine/trace/tracedCalls.ts',
  checkedProfile: 'check/checkedProfile.ts',
  doctor: 'doctor/doctor.ts'
};

/** The command line. */
const COMMAND = { cli: 'cli/main.ts' };

/** The entries of the package besides its main one, each the same instance as that. */
const SUBPATHS = ['settings', 'model', 'analysis', 'layout', 'formats', 'report'];

/** What a program imports and what has it record itself are one instance, hence one bundle. */
const CORE = 'kernelscope:core';
const CORE_TEXT = `
export * as index from './index';
export * as host from './host';
export { recordThisProgram } from './program/recorded/recordThisProgram';
`;

/**
 * Bundles the package `kernelscope` into `folder`: what programs import, also the worker threads and
 * processes of cells, and the programs of `kernelscope run`. `options` are those of every bundle;
 * returns the inputs.
 */
export async function bundleLibrary(folder, options) {
  const plugins = [...(options.plugins ?? []), coreModule()];
  const shared = { ...options, plugins };
  const exported = Object.fromEntries(SUBPATHS.map(name => [name, `${name}/index.ts`]));
  const common = { core, later: LATER, outdir: folder, options: shared };
  const { analysis, report, checkedProfile, ...laterForCommands } = LATER;
  const forCommands = { entryPoints: inCore(COMMAND), later: laterForCommands };
  const bundles = [
    await bundleLazily({ ...common, entryPoints: { core: CORE }, laterFile: 'later', exported }),
    await bundleLazily({ ...common, entryPoints: inCore(DUMP_WORKERS), laterFile: 'dumpLater' }),
    await bundleLazily({ ...common, ...forCommands, laterFile: 'commandLater' })
  ];
  const others = await build({ ...shared, entryPoints: inCore(STARTED), outdir: folder });
  writeEntries(folder);
  return [...bundles, others.metafile].flatMap(({ inputs }) => Object.keys(inputs));
}

const inCore = files =>
  Object.fromEntries(Object.entries(files).map(([name, file]) => [name, path.join(core, file)]));

function coreModule() {
  return {
    name: 'core',
    setup(builder) {
      builder.onResolve({ filter: /^kernelscope:core$/ }, () => ({
        path: CORE,
        namespace: 'core'
      }));
      builder.onLoad({ filter: /.*/, namespace: 'core' }, () => ({
        contents: CORE_TEXT,
        resolveDir: core,
        loader: 'ts'
      }));
    }
  };
}

/** Writes the modules that programs import, which are parts of the bundles in `folder`. */
function writeEntries(folder) {
  const load = createRequire(path.join(folder, 'core.js'));
  const write = (name, text) => writeFileSync(path.join(folder, `${name}.js`), text);
  const part = (file, name) => write(name, entryText(file, name, Object.keys(load(file)[name])));
  for (const name of ['index', 'host']) part('./core.js', name);
  for (const name of SUBPATHS) part('./later.js', name);
  write('registerProgram', REGISTER);
}

const REGISTER = `'use strict';\nexports.recordThisProgram = require('./core.js').recordThisProgram;\n`;

/** A module with the exports of a part of a bundle, in a form whose names Node finds for `import` too. */
function entryText(file, part, names) {
  const getter = name =>
    `Object.defineProperty(exports, '${name}', ` +
    `{ enumerable: true, get: function () { return part.${name}; } });`;
  return [
    `'use strict';`,
    `Object.defineProperty(exports, '__esModule', { value: true });`,
    `const part = require('${file}').${part};`,
    ...names.filter(name => name !== 'default').map(getter),
    ''
  ].join('\n');
}
