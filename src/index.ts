/// <reference types="node" preserve="true" />
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
  emitNvtx as emit_nvtx,
  Event,
  Frame,
  instrument,
  instrumentIterator,
  Marker,
  megengine,
  pause,
  profile,
  profiler,
  Profiler,
  profilerCallback,
  profilerSetConfig,
  profilerSetState,
  range,
  recordFunction,
  recordFunction as record_function,
  resume,
  scope,
  setConfig,
  setState,
  Task,
  trace,
  waitAll
} from './runtime/runtime';
export type { Duration } from './compat/mxnet/durationObject';
export type { LaneDuration, StartOptions } from './compat/mxnet/laneObject';
export {
  CounterAdditionError,
  CounterValueError,
  MarkerScopeError,
  ObjectBodyError,
  ObjectDomainError,
  ObjectNameError,
  ProfilerObjectError,
  StartOptionError
} from './compat/mxnet/objectErrors';
export type { CounterValue } from './compat/mxnet/counter';
export type { MarkerScope } from './compat/mxnet/marker';
export type { OpenScope, ScopeFunction, ScopeOptions } from './engine/annotate/scope';
export { ScopeError } from './engine/annotate/scope';
export type { AnyEvent, AverageOptions } from './compat/torch/events/averages';
export type {
  EventMetadata,
  FunctionEventOptions,
  InputShapes
} from './compat/torch/events/eventDetails';
export {
  DuplicateEventError,
  EventArgumentError,
  EventOptionError
} from './compat/torch/events/eventErrors';
export type { FunctionEventArguments } from './compat/torch/events/functionEvent';
export { FunctionEvent } from './compat/torch/events/functionEvent';
export { FunctionEventAvg } from './compat/torch/events/functionEventAvg';
export {
  timeText as formatTime,
  timeText as format_time
} from './compat/torch/events/formattedTimes';
export { GpuKernel, GpuKernel as Kernel, Interval } from './compat/torch/events/interval';
export type {
  EventTableOptions,
  TableArguments,
  TableLayout
} from './compat/torch/events/tableOptions';
export type { TimeUnit } from './compat/torch/events/eventFormats';
export type { StackMetric } from './compat/torch/eventStacks';
export type { BuildTableArguments, BuildTableOptions } from './compat/torch/autogradModule';
export {
  buildTable,
  buildTable as build_table,
  EnforceUnique,
  parseCpuTrace,
  parseCpuTrace as parse_cpu_trace,
  StringTable
} from './compat/torch/autogradModule';
export { type KeyPart, DuplicateKeyError, GpuTraceError } from './formats/nvprof/cudaTrace';
export {
  loadNvprof,
  loadNvprof as load_nvprof,
  loadNvprof as parse_nvprof_trace,
  NvprofFileError
} from './compat/torch/loadNvprof';
export type { EventTraceOptions } from './compat/torch/eventTrace';
export type { AverageArguments } from './compat/torch/eventList';
export type { EventListOptions } from './compat/torch/eventList';
export { EventList } from './compat/torch/eventList';
export {
  type AnalyseArguments,
  type AnalyseCall,
  CycleAnalysisError
} from './compat/mindspore/profiler/analyseCycles';
export type { ProfilerWrap } from './compat/mindspore/profiler/profilerCalls';
export type {
  ProfilerCallback,
  ProfilerCallbackFunction,
  ProfilerCallbackOptions
} from './compat/mindspore/profiler/profilerCallback';
export type { ProfilerConstructor } from './compat/mindspore/profiler/profilerClass';
export {
  AicoreMetrics,
  GpuMetrics,
  ProfilerActivity,
  ProfilerLevel
} from './compat/mindspore/profiler/profilerEnums';
export {
  ProfilerOptionError,
  ProfilerOptionsError
} from './compat/mindspore/profiler/profilerErrors';
export type { CycleProfilerOptions } from './compat/mindspore/profiler/profiler';
export type {
  TensorboardArguments,
  TensorboardOptions,
  TraceHandler,
  UpstreamTensorboardOptions
} from './compat/mindspore/profiler/tensorboardTraceHandler';
export {
  tensorboardTraceHandler,
  tensorboardTraceHandler as tensorboard_trace_handler,
  tensorboardTraceHandler as tensor_board_trace_handler
} from './compat/mindspore/profiler/tensorboardTraceHandler';
export type { OfflineAnalyse } from './compat/mindspore/offline/offlineAnalyse';
export { OfflinePathError } from './compat/mindspore/offline/cycleDirectories';
export type {
  OfflineAnalyseOptions,
  OfflineArguments,
  OfflineProgress
} from './compat/mindspore/offline/offlineOptions';
export type { OfflineEngine } from './compat/mindspore/offline/offlineEngine';
export { BucketError } from './compat/mindspore/offline/bucket/bucketUrl';
export { PackageUnavailableError } from './native/optionalPackage';
export { type SparkOptions, SparkError } from './compat/mindspore/offline/sparkDriver';
export { OfflineAnalysisError } from './compat/mindspore/offline/offlineErrors';
export type { AnalysedCycle, FailedCycle } from './compat/mindspore/offline/offlineReport';
export { OfflineReport } from './compat/mindspore/offline/offlineReport';
export { OutputFormatError } from './engine/arguments/outputFormats';
export { OutputTreeError } from './compat/mindspore/outputTree/treeNames';
export { StepListError } from './compat/mindspore/outputTree/analyseOptions';
export { type ScheduleFunction, ProfilerAction, ScheduleError } from './engine/sessions/schedule';
export type { ScheduleArguments, ScheduleOptions } from './compat/torch/schedule';
export { schedule } from './compat/torch/schedule';
export { IteratorError } from './engine/annotate/instrumentIterator';
export type {
  InstrumentIterator,
  InstrumentIteratorOptions
} from './engine/annotate/instrumentIterator';
export type { ContinuousOptions, DurationText } from './engine/continuous/continuousOptions';
export type { ContinuousProfiling, ContinuousStats } from './engine/continuous/continuousProfiling';
export {
  ContinuousOptionError,
  ContinuousProfilingError
} from './engine/continuous/continuousErrors';
export type { OpenSession, SessionResults } from './compat/torch/sessionResults';
export type { ExperimentalConfig } from './compat/torch/sessionOptions';
export type { ActivityName } from './compat/torch/activities';
export { ActivityError } from './compat/torch/activities';
export { MetadataError } from './compat/torch/metadata';
export { TraceOnlyError } from './compat/torch/sessionEvents';
export { ConflictingOptionsError } from './compat/torch/sessionOptions';
export type { Cuda } from './cuda/cuda';
export type { CudaDevice } from './cuda/cudaDevice';
export type { CudaDiagnostic } from './cuda/cudaDiagnostics';
export type { CudaFailureFacts, CudaUnavailableState } from './cuda/cudaErrors';
export {
  CudaArgumentError,
  CudaCompileError,
  CudaContextLostError,
  CudaDisposedError,
  CudaError,
  CudaUnavailableError
} from './cuda/cudaErrors';
export type { CudaFunction, LaunchOptions, LaunchShape } from './cuda/cudaFunction';
export type { CudaGraph } from './cuda/cudaGraph';
export type { CudaModule } from './cuda/cudaModule';
export type { CudaNvtx } from './cuda/cudaNvtx';
export type { CudaEvent, CudaStream } from './cuda/cudaStream';
export type { CompileOptions } from './cuda/compileSource';
export type { BufferOptions, CopyOptions, DeviceBuffer, FillOptions } from './cuda/deviceBuffer';
export type { HostArray, HostArrayType, HostData } from './cuda/hostArrays';
export type { KernelNumberKind, KernelValue } from './cuda/kernelValues';
export type { Extent } from './cuda/launchGeometry';
export type { CudaMemoryFacts } from './cuda/cudaCalls';
export type { KernelArgument } from './cuda/packArguments';
export type { PinnedMemory } from './cuda/pinnedMemory';
export type { CallDecorator } from './engine/annotate/decorator';
export { DecoratorTargetError } from './engine/annotate/decorator';
export { FinishedProfile, loadProfile } from './compat/torch/finishedProfile';
export { QueryError } from './engine/sql/queryLimits';
export type { QueryRows } from './engine/sql/queryRows';
export type { QueryColumn, QueryRow, QueryValue } from './model/output/queryTable';
export type { SavedFile } from './engine/results/atomicWrite';
export {
  analyze,
  AnalyzeOptionError,
  type AnalyzeOptions,
  type AnalyzeSource,
  type UpstreamAnalyzeOptions,
  PeaksFileError
} from './compat/megengine/analyze';
export { AnalyzeFileError } from './compat/megengine/readOperators';
export { OperatorAnalysis } from './compat/megengine/report/operatorAnalysis';
export { ProfileFileError } from './open/readProfile';
export { OutputFileError } from './engine/results/atomicWrite';
export { DumpsOptionError } from './engine/results/dumpsOptions';
export type { DumpsOptions } from './compat/mxnet/compatDumps';
export type { ProfiledRun, ProfileFunction, StartedSession } from './compat/torch/profile';
export type { ProfileOptions, TorchProfileOptions } from './compat/torch/profileOptions';
export { ProfileSession, ReentrantSessionError } from './compat/torch/profileSession';
export { UnfinishedSessionError } from './compat/torch/events/eventErrors';
export {
  type Attachment,
  AttachedProcessError,
  AttachError,
  type RankFailure,
  type AttachTarget
} from './engine/members/attachedProcesses';
export { NvtxError } from './compat/torch/emitNvtx';
export type { EmitNvtxFunction, EmitNvtxOptions, NvtxEmission } from './compat/torch/emitNvtx';
export { CustomOperatorError } from './engine/annotate/customOperator';
export type { CustomOperatorFunction } from './engine/annotate/customOperator';
export { ProfileDiff, ProfileNotFoundError } from './compat/torch/profileDiff';
export type { ComparedProfile } from './compat/torch/profileDiff';
export type { ProfilerModule } from './compat/mxnet/profiler';
export {
  ArgumentPathError,
  ArgumentsError,
  ArgumentTypeError,
  ArgumentValueError,
  DumpPeriodError,
  ProfilerArgumentError,
  OptionGivenTwiceError,
  TooManyArgumentsError,
  UnknownArgumentError,
  UnknownOptionError
} from './engine/arguments/argumentErrors';
export {
  NoAttachedProcessError,
  type Answer,
  type DumpOptions,
  type For,
  type ForServer,
  type ForWorker
} from './compat/mxnet/processCommand';
export {
  type ProfileProcess,
  type ProfilerConfig,
  type ProfilerOptions,
  ProfilerStateError,
  type ProfilerState
} from './compat/mxnet/config';
export type { DeprecatedFunctions, ProfilerModeOptions } from './compat/mxnet/deprecated';
export type { ProfilerDumpsOptions, ProfilerSortKey } from './compat/mxnet/dumpsArguments';
export { ProfilerNotRunError } from './compat/mxnet/ownProfiler';
export { TraceError, TraceMismatchError, TraceProfileError } from './compat/megengine/traceErrors';
export type {
  TraceDecorator,
  TracedFunction,
  TraceFunction,
  TraceOptions
} from './compat/megengine/trace';
export type {
  MgeFootprint,
  MgeGraph,
  MgeOperator,
  MgeProfiler,
  MgeProfiling,
  MgeTimes,
  MgeTimesByNode,
  MgeVariable
} from './compat/megengine/mgeProfiling';
export type { WaitAll } from './engine/annotate/waitAll';
export type { AggregateRow, AggregateSection, DiffRow, PerRun, SampleLabelTime } from './analysis';
export type { SampleLabel } from './facts/sampleLabels';
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
export type { GpuInfo } from './facts/gpus';
export { LabelArgumentError } from './engine/annotate/label';
export type { LabelValues } from './engine/annotate/label';
export {
  RangeArgumentError,
  type OpenRange,
  type Range,
  type RangeArgs,
  type RangeFunction,
  type RangeOptions
} from './engine/annotate/range';
export type { EitherCase } from './base/snakeCase';
export { KernelscopeError } from './base/errors';
export { VERSION } from './base/version';
export { InstrumentError } from './sources/operators/instrument';
export type {
  Instrument,
  Instrumentation,
  InstrumentOptions
} from './sources/operators/instrument';
