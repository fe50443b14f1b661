import { basename, dirname, join } from 'node:path';

/** Files of this package that are not imported, but loaded or started by their path. */
export interface PackageFiles {
  /** The module that programs import as the package. */
  readonly entry: string;
  /** The module that a program requires to record itself. */
  readonly register: string;
  /** The module behind `register`, a {@link RegisterProgram}. */
  readonly registerProgram: string;
  /** The module that a program imports so that its TypeScript keeps its lines. */
  readonly keepLines: string;
  /** Hooks of Node's loader, for `keepLines`. */
  readonly lineHooks: string;
  /** The program that starts Node with arguments of its own. */
  readonly startedNode: string;
  /** Script of the thread that keeps files up to date while recording. */
  readonly dumpWorker: string;
  /** Script of the thread beside a program that records itself. */
  readonly watchWorker: string;
  /** Script of the thread beside a process that a recorded program started. */
  readonly memberWatchWorker: string;
  /** Script of the thread that samples memory. */
  readonly memoryWorker: string;
  /** Script of the threads that analyze finished cycles. */
  readonly offlineWorker: string;
  /** The reader of rows in one file, without other packages in the bundles. */
  readonly rowExtractor: string;
  /** Script of the thread that compares heap snapshots. */
  readonly snapshotWorker: string;
  /** Script of the processes that answer the calls of an MCP client. */
  readonly mcpCall: string;
  /** Folder of the native addon. */
  readonly addonFolder: string;
  /** Folder of the addon for V8. */
  readonly v8AddonFolder: string;
  /** Folder in or above which the SQL of the cross-rank report lies. */
  readonly offlineFolder: string;
  /** The script of the page that compares ranks; its style sheet lies beside it. */
  readonly crossRankPage: string;
  /** SQLite: a file, or the name of a package. */
  readonly sqlite: string;
}

/** The exports of the module behind `register`. */
export interface RegisterProgram {
  /**
   * Records this thread or process, as requested by its environment or by data passed to it.
   *
   * @param keepCode keeps what V8 has compiled of the profiler by then for later programs
   */
  recordThisProgram(keepCode: () => void): void;
  /** Saves this program's recording, so that a signal that is sent to it next ends it; false if it listens for that. */
  leaveToSignal(signal: string): boolean;
}

/**
 * Put in by the build of the kernel: the way from the folder of a bundle to the folder of the kernel.
 * Elsewhere it is not defined.
 */
declare const KERNELSCOPE_KERNEL: string | undefined;

/** The folder in which this file lies in the output of `tsc`. */
const COMPILED = 'native';

/** The folder of the bundles that the package is installed with, in the output of `tsc`. */
const BUNDLES = join('lib', 'bundle');

/** True if this file is in the bundles that the package is installed with. */
const isInBundles = (): boolean =>
  join(basename(dirname(__dirname)), basename(__dirname)) === BUNDLES;

/** True if this is TypeScript, as in tests; what is compiled is in the folder `lib`. */
const isSource = (): boolean => __filename.endsWith('.ts');

/** True if a program was bundled into one file with this package. */
function isBundledByProgram(): boolean {
  if (typeof KERNELSCOPE_KERNEL === 'string') return false;
  return basename(__dirname) !== COMPILED && !isInBundles();
}

/**
 * The location of this package's files: in a kernel, in its bundles, in the output of `tsc`, or beside the
 * bundle of a program with this package.
 */
export function packageFiles(): PackageFiles {
  if (typeof KERNELSCOPE_KERNEL === 'string') {
    return filesOfKernel(join(__dirname, KERNELSCOPE_KERNEL));
  }
  if (isInBundles()) return filesOfBundles(dirname(__dirname));
  if (!isBundledByProgram()) return filesOfPackage(dirname(__dirname));
  return {
    ...filesInOne(__dirname),
    addonFolder: __dirname,
    v8AddonFolder: __dirname,
    offlineFolder: __dirname,
    sqlite: 'node-sqlite3-wasm'
  };
}

/** The folder of this package's code; null in the bundle of a program, which is the program's own. */
export function packageFolder(): string | null {
  return isBundledByProgram() ? null : dirname(__dirname);
}

/** The files below the folder `lib` of the package. */
function filesOfPackage(lib: string): PackageFiles {
  const program = join(lib, 'program');
  const offline = join(lib, 'compat', 'mindspore', 'offline');
  return {
    entry: join(lib, 'index.js'),
    register: join(lib, 'register.js'),
    registerProgram: join(program, 'recorded', 'registerProgram.js'),
    keepLines: join(program, 'keepLines.js'),
    lineHooks: join(program, 'lineHooks.js'),
    startedNode: join(program, 'startedNode.js'),
    dumpWorker: join(lib, 'engine', 'live', 'continuousDumpWorker.js'),
    watchWorker: join(program, 'recorded', 'programWatchWorker.js'),
    memberWatchWorker: join(program, 'recorded', 'memberWatchWorker.js'),
    memoryWorker: join(lib, 'sources', 'process', 'memoryWorker.js'),
    offlineWorker: join(offline, 'offlineWorker.js'),
    rowExtractor: join(offline, 'extract', 'rowExtractor.js'),
    snapshotWorker: join(lib, 'sources', 'heapSnapshots', 'snapshotWorker.js'),
    mcpCall: join(lib, 'cli', 'mcp', 'mcpCall.js'),
    addonFolder: join(lib, 'native'),
    v8AddonFolder: isSource() ? join(lib, 'lib', 'native') : join(lib, 'native'),
    offlineFolder: offline,
    crossRankPage: join(lib, 'bundle', 'crossRankPage.js'),
    sqlite: 'node-sqlite3-wasm'
  };
}

/** The files of the bundles in the folder `lib` of the package. */
function filesOfBundles(lib: string): PackageFiles {
  const { addonFolder, v8AddonFolder, offlineFolder, sqlite } = filesOfPackage(lib);
  return {
    ...filesInOne(join(lib, 'bundle')),
    ...{ addonFolder, v8AddonFolder, offlineFolder, sqlite }
  };
}

/** The files below the folder of a kernel. */
function filesOfKernel(kernel: string): PackageFiles {
  return {
    ...filesInOne(join(kernel, 'packages', 'kernelscope')),
    addonFolder: join(kernel, 'native'),
    v8AddonFolder: join(kernel, 'native'),
    offlineFolder: kernel,
    sqlite: join(kernel, 'sqlite', 'node-sqlite3-wasm.js')
  };
}

/** The output of `tsc` or a bundler, all in one folder. */
function filesInOne(folder: string) {
  return {
    entry: join(folder, 'index.js'),
    register: join(folder, 'register.js'),
    registerProgram: join(folder, 'registerProgram.js'),
    keepLines: join(folder, 'keepLines.js'),
    lineHooks: join(folder, 'lineHooks.js'),
    startedNode: join(folder, 'startedNode.js'),
    dumpWorker: join(folder, 'continuousDumpWorker.js'),
    watchWorker: join(folder, 'programWatchWorker.js'),
    memberWatchWorker: join(folder, 'memberWatchWorker.js'),
    memoryWorker: join(folder, 'memoryWorker.js'),
    offlineWorker: join(folder, 'offlineWorker.js'),
    rowExtractor: join(folder, 'rowExtractor.js'),
    snapshotWorker: join(folder, 'snapshotWorker.js'),
    mcpCall: join(folder, 'mcpCall.js'),
    crossRankPage: join(folder, 'crossRankPage.js')
  };
}
