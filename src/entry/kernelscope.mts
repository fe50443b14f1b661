/**
 * What `import` finds by the name of this package: the module that `require` finds, whole. A bundler that
 * makes one file of a program and its packages takes this one alone, so that the package stays what its
 * profiles, threads and native parts need: installed.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type * as library from '../index.js';

type Library = typeof library;

/** The end of this file's URL, where it is no part of a bundle. */
const OWN_PLACE = '/entry/kernelscope.mjs';

const NOT_FOUND =
  'kernelscope cannot be bundled, and is not installed beside the bundle: install it there, or keep it ' +
  'apart (esbuild --external:kernelscope)';

/** The URL of this file or of the bundle it is in; bundlers leave it out of CommonJS. */
function ownUrl(): string {
  const { url } = import.meta as { readonly url?: string };
  return url ?? pathToFileURL(process.argv[1] ?? 'bundle').href;
}

function load(): Library {
  const url = ownUrl();
  const find = createRequire(url);
  if (url.endsWith(OWN_PLACE)) return find('../index.js') as Library;
  try {
    return find('kernelscope') as Library;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    throw new Error(NOT_FOUND, { cause: error });
  }
}

const loaded = load();

export { loaded as default };
export const {
  ActivityError,
  AicoreMetrics,
  ArgumentPathError,
  ArgumentTypeError,
  ArgumentValueError,
  ArgumentsError,
  AttachError,
  AttachedProcessError,
  ConflictingOptionsError,
  Counter,
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
  KernelscopeError,
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
  OutputFileError,
  OutputFormatError,
  OutputTreeError,
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
  RangeArgumentError,
  ReentrantSessionError,
  ScheduleError,
  ScopeError,
  StartOptionError,
  StepListError,
  Task,
  TraceError,
  TraceMismatchError,
  TraceOnlyError,
  TraceProfileError,
  UnfinishedSessionError,
  UnknownArgumentError,
  UnknownOptionError,
  VERSION,
  attach,
  cuda,
  customOperator,
  dump,
  dumpProfile,
  dumps,
  emitNvtx,
  instrument,
  instrumentIterator,
  loadNvprof,
  loadProfile,
  pause,
  profile,
  profiler,
  profilerCallback,
  profilerSetConfig,
  profilerSetState,
  range,
  recordFunction,
  resume,
  schedule,
  scope,
  setConfig,
  setState,
  tensorboardTraceHandler,
  trace,
  waitAll
} = loaded;
