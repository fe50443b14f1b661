import { packageFiles } from '../../native/packageFiles';
import { monotonicClock } from '../../record/time/clock';
import { Recorder } from '../../record/recorder';
import { ApiCalls } from '../../sources/operators/apiCalls';
import { AsyncFollowers } from '../../sources/async/async';
import { compileToBaseline } from '../../sources/v8/cpu/baselineCode';
import { CallSiteAttachment } from '../../sources/v8/cpu/callSiteAttachment';
import { CpuAttachment } from '../../sources/v8/cpu/cpuAttachment';
import { CudaAttachment } from '../../sources/gpu/cudaAttachment';
import { FileMapper } from '../../sources/v8/scripts/fileMapper';
import { obtainCollector } from '../../sources/v8/garbageCollector';
import { HeapAttachment } from '../../sources/v8/heap/heapAttachment';
import { SliceCost } from '../../sources/process/overhead';
import { ModuleWatch } from '../../sources/operators/moduleWatch';
import type { MemoryHost } from '../../sources/process/memoryHost';
import { WorkerMemoryHost } from '../../sources/process/memoryHost';
import { OnnxruntimeHook } from '../../sources/onnx/onnxruntime';
import { OperatorContext } from '../../sources/operators/operatorContext';
import { OperatorMemory } from '../../sources/operators/operatorMemory';
import { OperatorStackHook } from '../../sources/operators/operatorStacks';
import { RecordedKinds } from '../../sources/operators/recordedKinds';
import type { SourceMapper } from '../../sources/v8/scripts/sourceMapper';
import { ThreadMessages } from '../../sources/async/threadMessages';
import { TfjsHook } from '../../sources/tfjs/tfjs';
import { installedBinaries, loadWallProfiler } from '../../sources/v8/cpu/wallProfiler';
import { loadCuda } from '../../sources/gpu/loadCuda';
import { EventIds } from '../events/eventIds';
import { ExitActions } from './exitActions';
import type { FinishedProfile } from '../results/finishedProfile';
import type { FindGpu } from './gpuAvailability';
import { createFindGpu } from './gpuAvailability';
import { gpuStatus } from './gpuStatus';
import { ProfileHistory } from '../results/profileHistory';
import { processFacts } from './processFacts';
import { rankOption } from './rank';
import { Recording } from './recording';
import type { RecordingOptions } from '../options/recordingOptions';
import { DEFAULT_RECORDING_OPTIONS } from '../options/recordingOptions';
import { OutputNames } from '../files/outputNames';
import { CallSessions } from './callSessions';
import { OpenSessions } from './openSessions';
import { createSources } from './sourceSet';
import { AttachedProcesses } from '../members/attached/attachedProcesses';
import { RANK_TIMING } from '../members/messages/exchange';
import { LaunchedMembers } from '../members/launched/launchedMembers';
import { takeThreadFile } from '../members/launched/standBy';
import type { RecordingElsewhere } from '../members/recordings/memberRecordings';
import { MemberRecordings } from '../members/recordings/memberRecordings';
import { RecordingsElsewhere } from './recordingsElsewhere';
import type { CellTexts } from '../results/sourceTexts';
import { textsByFile } from '../results/sourceTexts';

/** How the surroundings of a recording differ from a plain Node program. */
export interface HostSettings {
  /** Leads CPU samples to the lines the user wrote. */
  readonly mapper: SourceMapper;
  /** The cells whose sources profiles may carry. */
  readonly cellTexts: CellTexts;
  /** The thread that samples memory. */
  readonly memoryHost: MemoryHost;
  /** Files are shown relative to this folder. */
  readonly folder: string;
  /** The binaries of `@datadog/pprof`; null takes those of the installed package. */
  readonly callSiteBinaries: string | null;
  /** Script of the thread that keeps files up to date while recording. */
  readonly dumpWorkerFile: string;
  /** Script of the threads that analyse what cycles left behind. */
  readonly offlineWorkerFile: string;
  /** The folder of the native addon; undefined takes that of the installed package. */
  readonly addonFolder: string | undefined;
  /** Whether there is a GPU whose work can be recorded. */
  readonly findGpu: FindGpu;
}

/** Owns what all recordings of a process share: the recorder, V8's profiler, the history. */
export class RecordingHost {
  readonly recorder = new Recorder({ clock: monotonicClock });
  readonly history = new ProfileHistory();
  /** Numbers the events of all sessions. */
  readonly eventIds = new EventIds();
  /** The open sessions of calls. */
  readonly callSessions = new CallSessions();
  /** All open sessions. */
  readonly openSessions = new OpenSessions();
  /** What recordings of this process leave to be done when it exits. */
  readonly exitActions = new ExitActions();
  /** The files that profilers of this process write their sessions to. */
  readonly outputNames = new OutputNames(processFacts.pid, processFacts.threadId);
  /** What the open recordings want of the hooks. */
  readonly kinds = new RecordedKinds();
  /** The scopes and custom operators that running code is in. */
  readonly operatorContext = new OperatorContext();
  /** Records the calls into libraries, for all hooks. */
  readonly apiCalls = new ApiCalls(this.recorder);
  /** Tells hooks of the libraries that are loaded. */
  readonly moduleWatch = new ModuleWatch();
  /** Reads the memory in use at operators. */
  readonly operatorMemory = new OperatorMemory(this.recorder);
  /** The threads and processes that are attached to this one. */
  readonly processes = new AttachedProcesses(RANK_TIMING, Date.now, worker =>
    this.messages.endAt(worker)
  );
  private readonly messages = new ThreadMessages(this.recorder, () => this.kinds.messageBytes);
  private readonly cuda = new CudaAttachment({
    load: () => loadCuda(this.addonFolder).gpu,
    watchers: this.recorder.watchers,
    threadId: processFacts.threadId,
    currentScope: () => (this.operatorContext.isActive ? this.operatorContext.current.scope : null)
  });
  private readonly members = new MemberRecordings(this.processes);
  /** The threads and processes that cells start, in a kernel. */
  private launched: LaunchedMembers | null = null;
  private readonly asyncFollowers = new AsyncFollowers(this.recorder.bodies);
  private readonly cpu = new CpuAttachment();
  private readonly heap = new HeapAttachment();
  private readonly operatorStacks = new OperatorStackHook(this.recorder);
  private readonly callSites = new CallSiteAttachment({
    load: () => loadWallProfiler(this.settings.callSiteBinaries ?? installedBinaries()),
    dropOldCode: () => this.dropOldCode(),
    exitActions: this.exitActions
  });
  /** Whether the CPU sampler was attached when the newest recording began. */
  private wasAttached = false;
  private collectGarbage: (() => void) | null = null;
  private readonly sliceCost = new SliceCost();
  private readonly tfjs = new TfjsHook(this);
  private readonly onnxruntime = new OnnxruntimeHook(this);
  private recordings: readonly Recording[] = [];
  private settings: HostSettings = {
    mapper: new FileMapper(),
    cellTexts: () => [],
    memoryHost: new WorkerMemoryHost(),
    folder: process.cwd(),
    callSiteBinaries: null,
    dumpWorkerFile: packageFiles().dumpWorker,
    offlineWorkerFile: packageFiles().offlineWorker,
    addonFolder: undefined,
    findGpu: createFindGpu(() => gpuStatus({ addonFolder: this.addonFolder, probes: false }))
  };

  /** Leads samples and stacks to source lines: through maps on disk, unless told otherwise. */
  get mapper(): SourceMapper {
    return this.settings.mapper;
  }

  /** Script of the thread that keeps files up to date while recording. */
  get dumpWorkerFile(): string {
    return this.settings.dumpWorkerFile;
  }

  /** Script of the threads that analyse what cycles left behind. */
  get offlineWorkerFile(): string {
    return this.settings.offlineWorkerFile;
  }

  /** The folder of the binaries of `@datadog/pprof`; null for that of the installed package. */
  get callSiteBinaries(): string | null {
    return this.settings.callSiteBinaries;
  }

  /** The folder of the native addon; undefined for that of the installed package. */
  get addonFolder(): string | undefined {
    return this.settings.addonFolder;
  }

  /** Whether there is a GPU whose work can be recorded. */
  get findGpu(): FindGpu {
    return this.settings.findGpu;
  }

  /** Tells of surroundings other than a plain Node program; for kernels. */
  configure(settings: Partial<HostSettings>): void {
    this.settings = { ...this.settings, ...settings };
  }

  /**
   * Lets V8's profilers stay attached for so long after a recording, milliseconds: the next one then
   * starts sooner, and what runs in between is slower.
   */
  keepAttachedFor(keepMs: number): void {
    this.cpu.keepFor(keepMs);
    this.callSites.keepFor(keepMs);
  }

  /** Records, with each cell, the threads and processes that cells start, where threads stand by. */
  followLaunches(): void {
    const threadFile = takeThreadFile();
    if (threadFile !== null) this.launched ??= new LaunchedMembers(threadFile);
  }

  /** Has code that is compiled from now on tell its lines exactly, also before the first recording. */
  prepareCode(): void {
    compileToBaseline();
  }

  /** Detaches V8's profilers now if nothing is being recorded. */
  releaseProfilers(): void {
    this.cpu.release();
    this.callSites.release();
  }

  /**
   * Starts a recording with these options over the defaults, here and in all attached threads and
   * processes.
   */
  start(options: Partial<RecordingOptions> = {}): Recording {
    return this.startWith(this.members, options);
  }

  /** Starts a recording of this thread alone. */
  startAlone(options: Partial<RecordingOptions> = {}): Recording {
    return this.startWith(null, options);
  }

  private startWith(all: MemberRecordings | null, options: Partial<RecordingOptions>): Recording {
    const optionTexts = { ...rankOption(process.env), ...options.optionTexts };
    const complete = { ...DEFAULT_RECORDING_OPTIONS, ...options, optionTexts };
    const { recorder, cpu, callSites, tfjs, onnxruntime, asyncFollowers } = this;
    this.wasAttached = cpu.isAttached;
    const sources = createSources(complete, {
      cpu,
      callSites,
      heap: this.heap,
      operatorStacks: this.operatorStacks,
      tfjs,
      onnxruntime,
      operatorMemory: this.operatorMemory,
      asyncFollowers,
      cuda: this.cuda,
      gpuSampling: () => loadCuda(this.addonFolder).gpuSampling,
      pauses: recorder.pauses,
      ...{ pid: processFacts.pid, threadId: processFacts.threadId },
      ...this.settings
    });
    const cellTexts = () => textsByFile(this.settings.cellTexts, this.settings);
    const sliceCostNs = this.sliceCost.ns;
    const { kinds } = this;
    const members = complete.workers ? this.beginElsewhere(all, complete) : null;
    const facts = processFacts;
    const parts = { recorder, facts, sources, members, kinds, sliceCostNs, cellTexts };
    const recording = new Recording(parts, complete);
    this.recordings = [...this.openRecordings(), recording];
    return recording;
  }

  private beginElsewhere(
    all: MemberRecordings | null,
    options: RecordingOptions
  ): RecordingElsewhere | null {
    const attached = all?.begin(options) ?? null;
    const launched = options.cell === null ? null : (this.launched?.begin(options) ?? null);
    return attached && launched ? new RecordingsElsewhere(attached, launched) : attached;
  }

  /** Recordings that nobody has ended yet, oldest first: what an exit of the process would lose. */
  openRecordings(): readonly Recording[] {
    return this.recordings.filter(({ isOpen }) => isOpen);
  }

  /** Notes a profile as the newest and returns it. */
  keep(profile: FinishedProfile): FinishedProfile {
    this.history.add(profile);
    return profile;
  }

  /** When the CPU sampler has just attached it has collected garbage, and old code with it. */
  private dropOldCode(): void {
    if (!this.wasAttached) return;
    this.collectGarbage ??= obtainCollector();
    this.collectGarbage?.();
  }
}
