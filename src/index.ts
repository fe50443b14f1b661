export {
  attach,
  Counter,
  cuda,
  customOperator,
  Domain,
  dump,
  dumpProfile,
  dumps,
  emitNvtx,
  Event,
  Frame,
  instrument,
  instrumentIterator,
  Marker,
  pause,
  profile,
  profiler,
  Profiler,
  profilerCallback,
  profilerSetConfig,
  profilerSetState,
  range,
  recordFunction,
  resume,
  scope,
  setConfig,
  setState,
  Task,
  trace,
  waitAll
} from './api/runtime';
export type { Duration } from './api/objects/durationObject';
export type { LaneDuration, StartOptions } from './api/objects/laneObject';
export {
  CounterValueError,
  MarkerScopeError,
  ObjectBodyError,
  ObjectDomainError,
  ObjectNameError,
  ProfilerObjectError,
  StartOptionError
} from './api/objects/objectErrors';
export type { CounterValue } from './api/objects/counter';
export type { MarkerScope } from './api/objects/marker';
export type { OpenScope, ScopeFunction, ScopeOptions } from './api/scope';
export { ScopeError } from './api/scope';
export type { AnyEvent, AverageOptions } from './analysis/events/averages';
export type {
  EventMetadata,
  FunctionEventOptions,
  InputShapes
} from './analysis/events/eventDetails';
export {
  DuplicateEventError,
  EventArgumentError,
  EventOptionError
} from './analysis/events/eventErrors';
export type { FunctionEventArguments } from './analysis/events/functionEvent';
export { FunctionEvent } from './analysis/events/functionEvent';
export { FunctionEventAvg } from './analysis/events/functionEventAvg';
export { GpuKernel } from './analysis/events/gpuKernel';
export { Interval } from './analysis/events/interval';
export type { EventTableOptions, TableLayout } from './report/autograd/tableOptions';
export type { TimeUnit } from './report/autograd/eventFormats';
export type { StackMetric } from './formats/eventStacks';
export { DuplicateKeyError, GpuTraceError } from './formats/nvprof/traceErrors';
export { loadNvprof, NvprofFileError } from './api/autograd/loadNvprof';
export type { EventTraceOptions } from './api/autograd/eventTrace';
export type { EventListOptions } from './api/autograd/eventList';
export { EventList } from './api/autograd/eventList';
export type { AnalyseArguments } from './api/cycles/analyseArguments';
export { CycleAnalysisError } from './api/cycles/analyseCycles';
export type { ProfilerWrap } from './api/cycles/profilerCalls';
export type {
  ProfilerCallback,
  ProfilerCallbackFunction,
  ProfilerCallbackOptions
} from './api/cycles/profilerCallback';
export type { ProfilerConstructor } from './api/cycles/profilerClass';
export {
  AicoreMetrics,
  GpuMetrics,
  ProfilerActivity,
  ProfilerLevel
} from './api/cycles/profilerEnums';
export { ProfilerOptionError, ProfilerOptionsError } from './api/cycles/profilerErrors';
export type { CycleProfilerOptions } from './api/cycles/profiler';
export type { TensorboardOptions, TraceHandler } from './api/cycles/tensorboardTraceHandler';
export { tensorboardTraceHandler } from './api/cycles/tensorboardTraceHandler';
export type { OfflineAnalyse } from './api/offline/offlineAnalyse';
export { OfflinePathError } from './api/offline/cycleDirectories';
export type { OfflineAnalyseOptions, OfflineProgress } from './api/offline/offlineOptions';
export { OfflineAnalysisError } from './api/offline/offlineErrors';
export type { AnalysedCycle, FailedCycle } from './api/offline/offlineReport';
export { OfflineReport } from './api/offline/offlineReport';
export { OutputFormatError } from './api/outputFiles/outputFormats';
export { OutputTreeError } from './api/outputTree/outputTreeError';
export { StepListError } from './api/outputTree/stepList';
export type { ScheduleFunction } from './api/schedule/profilerAction';
export type { ScheduleOptions } from './api/schedule/schedule';
export { schedule } from './api/schedule/schedule';
export { ProfilerAction } from './api/schedule/profilerAction';
export { ScheduleError } from './api/schedule/scheduleError';
export { IteratorError } from './api/instrumentIterator';
export type { InstrumentIterator, InstrumentIteratorOptions } from './api/instrumentIterator';
export type { OpenSession } from './api/session/openSessions';
export type { SessionResults } from './api/session/sessionResults';
export type { ExperimentalConfig } from './api/session/experimentalConfig';
export type { ActivityName } from './api/session/activities';
export { ActivityError } from './api/session/activities';
export { MetadataError } from './api/session/metadata';
export { TraceOnlyError } from './api/session/sessionEvents';
export { ConflictingOptionsError } from './api/session/sessionOptions';
export type { Cuda } from './api/cuda/cuda';
export type { CudaDevice } from './api/cuda/cudaDevice';
export type { CudaDiagnostic } from './api/cuda/cudaDiagnostics';
export type { CudaFailureFacts, CudaUnavailableState } from './api/cuda/cudaErrors';
export {
  CudaArgumentError,
  CudaCompileError,
  CudaContextLostError,
  CudaDisposedError,
  CudaError,
  CudaUnavailableError
} from './api/cuda/cudaErrors';
export type { CudaFunction, LaunchOptions, LaunchShape } from './api/cuda/cudaFunction';
export type { CudaGraph } from './api/cuda/cudaGraph';
export type { CudaModule } from './api/cuda/cudaModule';
export type { CudaNvtx } from './api/cuda/cudaNvtx';
export type { CudaEvent, CudaStream } from './api/cuda/cudaStream';
export type { CompileOptions } from './api/cuda/compileSource';
export type {
  BufferOptions,
  CopyOptions,
  DeviceBuffer,
  FillOptions
} from './api/cuda/deviceBuffer';
export type { HostArray, HostArrayType, HostData } from './api/cuda/hostArrays';
export type { KernelNumberKind, KernelValue } from './api/cuda/kernelValues';
export type { Extent } from './api/cuda/launchGeometry';
export type { CudaMemoryFacts } from './api/cuda/memoryCalls';
export type { KernelArgument } from './api/cuda/packArguments';
export type { PinnedMemory } from './api/cuda/pinnedMemory';
export type { CallDecorator } from './api/decorator';
export { DecoratorTargetError } from './api/decorator';
export { FinishedProfile } from './api/finishedProfile';
export type { SavedFile } from './api/exportProfile';
export { loadProfile, ProfileFileError } from './api/loadProfile';
export { OutputFileError } from './api/atomicWrite';
export { DumpsOptionError } from './api/dumpsOptions';
export type { DumpsOptions } from './api/dumpsOptions';
export type { ProfiledRun, ProfileFunction } from './api/profile';
export type { ProfileOptions, TorchProfileOptions } from './api/profileOptions';
export {
  ProfileSession,
  ReentrantSessionError,
  UnfinishedSessionError
} from './api/profileSession';
export type { Attachment } from './api/attach/attachedProcess';
export { AttachedProcessError, AttachError } from './api/attach/attachError';
export type { RankFailure } from './api/attach/attachError';
export type { AttachTarget } from './api/attach/attachedProcesses';
export { NvtxError } from './api/emitNvtx';
export type { EmitNvtxFunction, EmitNvtxOptions, NvtxEmission } from './api/emitNvtx';
export { CustomOperatorError } from './api/customOperator';
export type { CustomOperatorFunction } from './api/customOperator';
export { ProfileDiff, ProfileNotFoundError } from './api/profileDiff';
export type { ComparedProfile } from './api/profileDiff';
export type { ProfilerModule } from './api/profiler';
export {
  ArgumentPathError,
  ArgumentsError,
  ArgumentTypeError,
  ArgumentValueError,
  DumpPeriodError,
  ProfilerArgumentError,
  UnknownArgumentError,
  UnknownOptionError
} from './api/profiler/argumentErrors';
export { NoAttachedProcessError } from './api/profiler/processCommand';
export type { ProfileProcess, ProfilerConfig, ProfilerOptions } from './api/profiler/config';
export type { DeprecatedFunctions, ProfilerModeOptions } from './api/profiler/deprecated';
export type { ProfilerDumpsOptions, ProfilerSortKey } from './api/profiler/dumpsArguments';
export { ProfilerNotRunError } from './api/profiler/ownProfiler';
export type {
  Answer,
  DumpOptions,
  For,
  ForServer,
  ForWorker
} from './api/profiler/processArguments';
export { ProfilerStateError } from './api/profiler/state';
export type { ProfilerState } from './api/profiler/state';
export { TraceError, TraceMismatchError, TraceProfileError } from './api/trace/traceErrors';
export type { TracedFunction, TraceFunction, TraceOptions } from './api/trace/trace';
export type {
  MgeFootprint,
  MgeGraph,
  MgeOperator,
  MgeProfiler,
  MgeProfiling,
  MgeTimes,
  MgeTimesByNode,
  MgeVariable
} from './formats/mge/mgeProfiling';
export type { WaitAll } from './api/waitAll';
export type { AggregateRow, AggregateSection, DiffRow, PerRun } from './analysis';
export type {
  DeviceUse,
  GpuReport,
  IdleCause,
  IdleGap,
  KernelUse,
  LaunchLatency,
  LineGpuUse,
  OccupancyLimit,
  OperatorGpuUse,
  StreamUse,
  TransferUse
} from './analysis';
export type { GpuInfo } from './model/gpuInfo';
export { RangeArgumentError } from './api/range';
export type { OpenRange, Range, RangeArgs, RangeFunction, RangeOptions } from './api/range';
export { KernelscopeError } from './base/errors';
export { VERSION } from './base/version';
export { InstrumentError } from './sources/instrument';
export type { Instrument, Instrumentation, InstrumentOptions } from './sources/instrument';
