import { packageFiles } from '../../native/packageFiles';
import { monotonicClock } from '../../base/clock';
import { Recorder } from '../../record/recorder';
import { CpuAttachment } from '../../sources/v8/cpu/cpuAttachment';
import { createV8Profiler } from '../../sources/v8/cpu/nativeProfiler';
import { compileToBaseline } from '../../sources/v8/cpu/baselineCode';
import type { StartedProgram } from '../../sources/v8/cpu/entryWatch';
import { LabelContext } from '../../sources/async/labelContext';
import { LibraryHooks } from '../../sources/operators/libraryHooks';
import { FileMapper } from '../../sources/v8/scripts/fileMapper';
import {
  type MemoryHost,
  NativeMemoryHost,
  WorkerMemoryHost
} from '../../sources/process/memoryHost';
import type { SourceMapper } from '../../sources/v8/scripts/sourceMapper';
import { ThreadMessages } from '../../sources/async/threadMessages';
import { ExitActions } from './exitActions';
import type { RecordedProfile } from '../results/recordedProfile';
import { type FindGpu, createFindGpu, gpuStatus } from './gpuAvailability';
import { ProfileHistory } from '../results/profileHistory';
import { processFacts } from './processFacts';
import { rankOption } from './rank';
import { Recording } from './recording';
import {
  elsewhere,
  type RecordingOptions,
  DEFAULT_RECORDING_OPTIONS
} from '../arguments/recordingOptions';
import { CallSessions } from './callSessions';
import { OpenSessions } from './openSessions';
import { type SourceHost, HostSources } from './sourceTable';
import { AttachedProcesses } from '../members/attachedProcesses';
import { RANK_TIMING } from '../members/rankMessage';
import { LaunchedMembers } from '../members/launched/launchedMembers';
import { takeThreadFile } from '../members/launched/standBy';
import { type RecordingElsewhere, MemberRecordings } from '../members/memberRecordings';
import { RecordingsElsewhere } from './recordingsElsewhere';
import { fileTexts } from '../results/fileTexts';
import { type CellTexts, type KnownTexts, textsByFile } from '../results/sourceTexts';
import path from 'node:path';

/** Differences between the environment of a recording and a plain Node program. */
export interface HostSettings {
  /** Leads CPU samples to the lines the user wrote. */
  readonly mapper: SourceMapper;
  /** The cells whose sources profiles may carry. */
  readonly cellTexts: CellTexts;
  /** The thread that samples memory. */
  readonly memoryHost: MemoryHost;
  /** Files are shown relative to this folder. */
  readonly folder: string;
  /** Script of the thread that keeps files up to date while recording. */
  readonly dumpWorkerFile: string;
  /** Script of the threads that analyze finished cycles. */
  readonly offlineWorkerFile: string;
  /** The folder of the native addon; undefined takes that of the installed package. */
  readonly addonFolder: string | undefined;
  /** The program that is recorded from its beginning; null where it is none. */
  readonly program: StartedProgram | null;
  /** Searches for a GPU that can be recorded. */
  readonly findGpu: FindGpu;
  /** Called before this thread stands still for a heap snapshot. */
  readonly onSnapshot: () => void;
}

/** Owns what all recordings of a process share: the recorder, V8's profiler, the history. */
export class RecordingHost {
  readonly recorder = new Recorder({ clock: monotonicClock });
  readonly history = new ProfileHistory();
  /** The open sessions of calls. */
  readonly callSessions = new CallSessions();
  readonly openSessions = new OpenSessions();
  /** The actions of this process's recordings when it exits. */
  readonly exitActions = new ExitActions();
  /** The files that profilers of this process write their sessions to. */
  readonly outputNames = new OutputNames(processFacts.pid, processFacts.threadId);
  /** The labels of the code of this thread. */
  readonly labels = new LabelContext(monotonicClock);
  /** The hooks in libraries, which all recordings share. */
  readonly hooks = new LibraryHooks(this.recorder);
  /** The threads and processes that are attached to this one. */
  readonly processes = new AttachedProcesses(RANK_TIMING, Date.now, worker =>
    this.#messages.endAt(worker)
  );
  /** V8's CPU profiler of this thread, which recordings and continuous profiling share. */
  readonly cpuAttachment = new CpuAttachment({
    createProfiler: () => createV8Profiler(this.#settings.addonFolder)
  });
  readonly #messages = new ThreadMessages(this.recorder, () => this.hooks.kinds.messageBytes);
  readonly #members = new MemberRecordings(this.processes);
  /** The threads and processes that cells start, in a kernel. */
  #launched: LaunchedMembers | null = null;
  #recordings: readonly Recording[] = [];
  #settings: HostSettings = {
    mapper: new FileMapper(),
    cellTexts: () => [],
    memoryHost: new NativeMemoryHost(new WorkerMemoryHost()),
    folder: process.cwd(),
    dumpWorkerFile: packageFiles().dumpWorker,
    offlineWorkerFile: packageFiles().offlineWorker,
    addonFolder: undefined,
    program: null,
    findGpu: createFindGpu(() => gpuStatus({ addonFolder: this.addonFolder, probes: false })),
    onSnapshot: () => undefined
  };
  readonly #sources = new HostSources(this.#sourceHost());

  /** Maps samples and stacks to source lines: by default through maps on disk. */
  get mapper(): SourceMapper {
    return this.#settings.mapper;
  }

  /** Script of the thread that keeps files up to date while recording. */
  get dumpWorkerFile(): string {
    return this.#settings.dumpWorkerFile;
  }

  /** Script of the threads that analyze finished cycles. */
  get offlineWorkerFile(): string {
    return this.#settings.offlineWorkerFile;
  }

  /** The folder of the native addon; undefined for that of the installed package. */
  get addonFolder(): string | undefined {
    return this.#settings.addonFolder;
  }

  /** Files are shown relative to this folder. */
  get folder(): string {
    return this.#settings.folder;
  }

  /** Searches for a GPU that can be recorded. */
  get findGpu(): FindGpu {
    return this.#settings.findGpu;
  }

  /** Configures an environment other than a plain Node program; for kernels. */
  configure(settings: Partial<HostSettings>): void {
    this.#settings = { ...this.#settings, ...settings };
  }

  /**
   * Attaches V8's CPU profiler for good, where that costs next to nothing. To be called before any code of the user has
   * run: what V8 has compiled by then is not told apart from its callers where it was optimised in the midst of a loop.
   *
   * @throws Error when V8 refuses
   */
  stayAttached(): void {
    this.cpuAttachment.startsBeforeCode();
    this.cpuAttachment.stayAttached();
  }

  /** To be called where this process ends, before the recordings of its main thread do: it need not detach any more. */
  endsWithProcess(): void {
    this.cpuAttachment.leaveAttached();
  }

  /**
   * Lets V8's profilers stay attached for so long after a recording, milliseconds: the next one then
   * starts sooner, and what runs in between is slower.
   */
  keepAttachedFor(keepMs: number): void {
    this.#sources.keepFor(keepMs);
  }

  /** Records, with each cell, the threads and processes that cells start, if threads stand by. */
  followLaunches(): void {
    const threadFile = takeThreadFile();
    if (threadFile !== null) this.#launched ??= new LaunchedMembers(threadFile);
  }

  /** Has code that is compiled from now on tell its lines exactly, also before the first recording. */
  prepareCode(): void {
    compileToBaseline();
  }

  /** Detaches V8's profilers now if nothing is being recorded. */
  releaseProfilers(): void {
    this.#sources.release();
  }

  /**
   * Starts a recording with these options over the defaults, here and in all attached threads and
   * processes.
   */
  start(options: Partial<RecordingOptions> = {}): Recording {
    return this.#startWith(this.#members, options);
  }

  /** Starts a recording of this thread alone. */
  startAlone(options: Partial<RecordingOptions> = {}): Recording {
    return this.#startWith(null, options);
  }

  #startWith(all: MemberRecordings | null, options: Partial<RecordingOptions>): Recording {
    const optionTexts = { ...rankOption(process.env), ...options.optionTexts };
    const complete = { ...DEFAULT_RECORDING_OPTIONS, ...options, optionTexts };
    const sources = this.#sources.wanted(complete);
    const knownTexts = () => this.#knownTexts();
    const { recorder, hooks } = this;
    const members = complete.workers ? this.#beginElsewhere(all, elsewhere(complete)) : null;
    const facts = processFacts;
    const parts = {
      recorder,
      facts,
      sources,
      members,
      kinds: hooks.kinds,
      knownTexts
    };
    const recording = new Recording(parts, complete);
    this.#recordings = [...this.openRecordings(), recording];
    return recording;
  }

  #knownTexts(): KnownTexts {
    const { mapper, folder, cellTexts } = this.#settings;
    const sinceMs = performance.timeOrigin;
    return {
      cells: () => textsByFile(cellTexts, { mapper, folder }),
      fileText: fileTexts({ folder, mapper, sinceMs })
    };
  }

  #beginElsewhere(
    all: MemberRecordings | null,
    options: RecordingOptions
  ): RecordingElsewhere | null {
    const attached = all?.begin(options) ?? null;
    const launched = options.cell === null ? null : (this.#launched?.begin(options) ?? null);
    return attached && launched ? new RecordingsElsewhere(attached, launched) : attached;
  }

  /** Recordings that nobody has ended yet, oldest first: what an exit of the process would lose. */
  openRecordings(): readonly Recording[] {
    return this.#recordings.filter(({ isOpen }) => isOpen);
  }

  /** Notes a profile as the newest and returns it. */
  keep(profile: RecordedProfile): RecordedProfile {
    this.history.add(profile);
    return profile;
  }

  /** The process as sources see it, with its settings at the time of the request. */
  #sourceHost(): SourceHost {
    const { recorder, hooks, labels, exitActions, cpuAttachment } = this;
    const { pid, threadId } = processFacts;
    const settings = (): HostSettings => this.#settings;
    return {
      ...{ recorder, hooks, labels, exitActions, cpuAttachment, pid, threadId },
      get mapper() {
        return settings().mapper;
      },
      get folder() {
        return settings().folder;
      },
      get memoryHost() {
        return settings().memoryHost;
      },
      get program() {
        return settings().program;
      },
      get addonFolder() {
        return settings().addonFolder;
      },
      onSnapshot: () => settings().onSnapshot()
    };
  }
}

/**
 * The names of files that objects of this process write to, so that no two write to one: the first in a
 * folder has `<pid>`, the next `<pid>-2`, and so on. In a worker thread the number of the thread
 * follows that of the process.
 */
class OutputNames {
  readonly #taken = new Map<string, number>();

  constructor(
    private readonly pid: number,
    private readonly threadId: number
  ) {}

  /** The beginning of the paths of files in `folder` that nobody has taken; it is taken now. */
  take(folder: string): string {
    const place = path.resolve(folder);
    const number = 1 + (this.#taken.get(place) ?? 0);
    this.#taken.set(place, number);
    const own = this.threadId === 0 ? `${this.pid}` : `${this.pid}-thread${this.threadId}`;
    return path.join(place, number === 1 ? own : `${own}-${number}`);
  }
}
