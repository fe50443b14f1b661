import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type {
  FinishedProfile,
  MemoryHost,
  RecordingHost,
  RecordingOptions,
  SourceMapper
} from 'kernelscope/host';
import { REPETITION_NAME } from 'kernelscope/analysis';
import { REPETITION_CATEGORY } from 'kernelscope/model';
import type { ProfileOptions } from 'kernelscope/options';
import { settingTexts } from 'kernelscope/options';
import { RUNNER_FILE } from './cellScript';
import type { CellTexts } from './cellTexts';
import { cellFile } from './executor';
import { isMapped, lastLine, mapLine, mapPosition, sourceFile } from './sourceMaps';

/** How a recorded cell ended, in the words of a profile. */
export type RunStatus = 'complete' | 'error' | 'interrupted' | 'exited';

/** A cell that is to be recorded. */
export interface RecordedCell {
  /** Name of the profile; null lets it have its id. */
  readonly name: string | null;
  readonly options: ProfileOptions;
  readonly number: number;
  readonly source: string;
}

/** A recording under way. */
export interface ActiveRecording {
  /** Begins the slice of one repetition of the cell, counted from 1; the result ends it. */
  beginRepetition(number: number): () => void;
  /** Ends the recorded window, at once and cheaply. */
  end(): void;
  /** Waits for what arrives late and keeps the profile as the newest. */
  finish(status: RunStatus): Promise<FinishedProfile>;
}

/** A session of `profile`. */
export interface NamedSession {
  /** Empty for one that goes on and was given none. */
  readonly name: string;
}

/** What the magics need of the profiler. */
export interface ProfilingHost {
  start(cell: RecordedCell): ActiveRecording;
  /** Lets go of V8's profiler, so that a cell which is not recorded runs at full speed. */
  release(): void;
  readonly last: FinishedProfile | undefined;
  get(name: string): FinishedProfile | undefined;
  list(): readonly FinishedProfile[];
  /** The sessions of `profile` that go on, oldest first. */
  openSessions(): readonly NamedSession[];
  /** Stops them, and gives them. */
  stopSessions(): readonly NamedSession[];
  /** Keeps a profile that was made elsewhere as the newest. */
  keep(profile: FinishedProfile): void;
}

function toRecordingOptions(cell: RecordedCell): Partial<RecordingOptions> {
  const { cpuIntervalUs, lines, memoryPeriodMs, operators, maxEvents } = cell.options;
  const { shapes, stacks, flops, allocationBytes, async, api, nodeShares } = cell.options;
  return {
    name: cell.name ?? '',
    cpuIntervalUs,
    lines,
    memoryPeriodMs,
    operators,
    graphOperators: operators,
    tensorMemory: operators,
    shapes,
    stacks,
    flops,
    allocationBytes,
    async,
    api,
    nodeShares,
    limit: { mode: 'keepFirst', slices: maxEvents },
    cell: { file: cellFile(cell.number), executionCount: cell.number, source: cell.source },
    optionTexts: { ...settingTexts(cell.options), ...repetitionTexts(cell.options) }
  };
}

/** The options of a cell that is run more than once. */
function repetitionTexts({ warmup, repeat }: ProfileOptions): Readonly<Record<string, string>> {
  return warmup === 0 && repeat === 1 ? {} : { warmup: String(warmup), repeat: String(repeat) };
}

/** V8 names files by URL where stacks name them by path. */
function scriptName(file: string): string {
  return file.startsWith('file:') ? fileURLToPath(file) : file;
}

/**
 * Leads positions in scripts to cells, and in other files through `files`. What is in `kernelFolder`,
 * which ends in a separator, is the kernel's own.
 */
export function createSourceMapper(kernelFolder: string, files: SourceMapper): SourceMapper {
  const isCell = (file: string): boolean => isMapped(scriptName(file));
  return {
    known: file => isCell(file) || files.known(file),
    isInternal: file => scriptName(file).startsWith(kernelFolder) || file === RUNNER_FILE,
    sourceFile: file => (isCell(file) ? sourceFile(scriptName(file)) : files.sourceFile(file)),
    mapPosition(file, line, column) {
      if (!isCell(file)) return files.mapPosition(file, line, column);
      return mapPosition(scriptName(file), line, column);
    },
    mapLine(file, line) {
      if (!isCell(file)) return files.mapLine(file, line);
      const source = mapLine(scriptName(file), line);
      return source === null ? null : { line: source };
    },
    lastLine: file => (isCell(file) ? lastLine(scriptName(file)) : files.lastLine(file)),
    hasBadMap: file => !isCell(file) && files.hasBadMap(file)
  };
}

/**
 * Time V8's profiler stays attached after a profiled cell: the next one then starts 0.2 s sooner,
 * with its code still optimised. An idle kernel pays some 4 % of a core for it.
 */
const KEEP_ATTACHED_MS = 30_000;

/** Tells the profiler about cells: their lines and sources, the kernel's own files, the thread for memory. */
export function configureHost(
  host: RecordingHost,
  surroundings: {
    readonly kernelFolder: string;
    readonly memoryHost: MemoryHost;
    readonly cellTexts: CellTexts;
  }
): void {
  const { kernelFolder, memoryHost, cellTexts } = surroundings;
  const mapper = createSourceMapper(kernelFolder, host.mapper);
  const callSiteBinaries = path.join(kernelFolder, '..', 'pprof');
  host.configure({
    mapper,
    memoryHost,
    cellTexts: () => cellTexts.entries(),
    folder: process.cwd(),
    callSiteBinaries,
    addonFolder: path.join(kernelFolder, '..', 'native'),
    dumpWorkerFile: path.join(kernelFolder, 'workers', 'continuousDumpWorker.cjs')
  });
  host.keepAttachedFor(KEEP_ATTACHED_MS);
}

function beginRepetition(recorder: RecordingHost['recorder'], number: number): () => void {
  if (!recorder.enabled) {
    return () => undefined;
  }
  const token = recorder.begin(recorder.label(REPETITION_NAME, REPETITION_CATEGORY));
  recorder.arg(token, 'number', number);
  return () => recorder.end(token);
}

/** The profiler of this process, as the magics see it. */
export function createProfilingHost(host: RecordingHost): ProfilingHost {
  const { history } = host;
  return {
    start(cell) {
      const recording = host.start(toRecordingOptions(cell));
      return {
        beginRepetition: number => beginRepetition(host.recorder, number),
        end: () => recording.endWindow(),
        finish: async status => host.keep(await recording.finish(status))
      };
    },
    release: () => host.releaseProfilers(),
    get last() {
      return history.last;
    },
    get: name => history.get(name),
    list: () => history.list(),
    openSessions: () => host.openSessions.list(),
    stopSessions: () => host.openSessions.stopAll(),
    keep: profile => void host.keep(profile)
  };
}
