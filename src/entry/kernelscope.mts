/**
 * What `import` finds by the name of this package: the module that `require` finds, whole. A bundler that
 * makes one file of a program and its packages takes this one alone, so that the package stays what its
 * profiles, threads and native parts need: installed.
 */
import type * as library from '../index.js';

type Library = typeof library;

/** The end of this file's URL, where it is no part of a bundle. */
const OWN_PLACE = '/entry/kernelscope.mjs';

const NOT_FOUND =
  'kernelscope cannot be bundled, and is not installed beside the bundle: install it there, or keep it ' +
  'apart (esbuild --external:kernelscope)';

// Bundlers that know `createRequire` replace an imported one by their own.
const { createRequire } = process.getBuiltinModule('node:module');

/**
 * The URL of this file or of the bundle it is in; of the program where bundlers leave it out, as they do in
 * CommonJS. Some put in that of this file when they made the bundle, which may be gone.
 */
function ownUrl(): string {
  const { url } = import.meta as { readonly url?: string };
  return url ?? programUrl();
}

function programUrl(): string {
  const { pathToFileURL } = process.getBuiltinModule('node:url');
  return pathToFileURL(process.argv[1] ?? 'bundle').href;
}

/** What the module at `url` finds as `name`; null where there is no such module. */
function found(url: string, name: string): Library | null {
  const find = createRequire(url);
  try {
    find.resolve(name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    return null;
  }
  return find(name) as Library;
}

function load(): Library {
  const url = ownUrl();
  const library =
    (url.endsWith(OWN_PLACE) ? found(url, '../bundle/index.js') : null) ??
    found(url, 'kernelscope') ??
    found(programUrl(), 'kernelscope');
  if (library === null) throw new Error(NOT_FOUND);
  return library;
}

const loaded = load();

export { loaded as default };
export const {
  ActivityError,
  AicoreMetrics,
  AnalyzeFileError,
  AnalyzeOptionError,
  ArgumentPathError,
  ArgumentTypeError,
  ArgumentValueError,
  ArgumentsError,
  AttachError,
  AttachedProcessError,
  BucketError,
  ConflictingOptionsError,
  ContinuousOptionError,
  ContinuousProfilingError,
  Counter,
  CounterAdditionError,
  CounterValueError,
  CudaArgumentError,
  CudaCompileError,
  CudaContextLostError,
  CudaDisposedError,
  CudaError,
  CudaUnavailableError,
  CustomOperatorError,
  CycleAnalysisError,
  DecoratorTargetError,
  Domain,
  DumpPeriodError,
  DumpsOptionError,
  DuplicateEventError,
  DuplicateKeyError,
  EnforceUnique,
  Event,
  EventArgumentError,
  EventList,
  EventOptionError,
  FinishedProfile,
  Frame,
  FunctionEvent,
  FunctionEventAvg,
  GpuKernel,
  GpuMetrics,
  GpuTraceError,
  InstrumentError,
  Interval,
  IteratorError,
  Kernel,
  KernelscopeError,
  LabelArgumentError,
  Marker,
  MarkerScopeError,
  MetadataError,
  NoAttachedProcessError,
  NvprofFileError,
  NvtxError,
  ObjectBodyError,
  ObjectDomainError,
  ObjectNameError,
  OfflineAnalysisError,
  OfflinePathError,
  OfflineReport,
  OperatorAnalysis,
  OptionGivenTwiceError,
  OutputFileError,
  OutputFormatError,
  OutputTreeError,
  PackageUnavailableError,
  PeaksFileError,
  ProfileDiff,
  ProfileFileError,
  ProfileNotFoundError,
  ProfileSession,
  Profiler,
  ProfilerAction,
  ProfilerActivity,
  ProfilerArgumentError,
  ProfilerLevel,
  ProfilerNotRunError,
  ProfilerObjectError,
  ProfilerOptionError,
  ProfilerOptionsError,
  ProfilerStateError,
  QueryError,
  RangeArgumentError,
  ReentrantSessionError,
  ScheduleError,
  ScopeError,
  SparkError,
  StartOptionError,
  StepListError,
  StringTable,
  Task,
  TooManyArgumentsError,
  TraceError,
  TraceMismatchError,
  TraceOnlyError,
  TraceProfileError,
  UnfinishedSessionError,
  UnknownArgumentError,
  UnknownOptionError,
  VERSION,
  analyze,
  attach,
  buildTable,
  build_table,
  cuda,
  customOperator,
  dump,
  dumpProfile,
  dumps,
  emitNvtx,
  emit_nvtx,
  formatTime,
  format_time,
  instrument,
  instrumentIterator,
  loadNvprof,
  loadProfile,
  load_nvprof,
  megengine,
  parseCpuTrace,
  parse_cpu_trace,
  parse_nvprof_trace,
  pause,
  profile,
  profiler,
  profilerCallback,
  profilerSetConfig,
  profilerSetState,
  range,
  recordFunction,
  record_function,
  resume,
  schedule,
  scope,
  setConfig,
  setState,
  tensor_board_trace_handler,
  tensorboardTraceHandler,
  tensorboard_trace_handler,
  trace,
  waitAll
} = loaded;
