import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type EndWatcher,
  type RecordedProfile,
  type MemoryHost,
  type RecordingHost,
  type RecordingOptions,
  type SourceMapper,
  beginRepetition,
  doctorText,
  recordingOptionsOf,
  runDoctor
} from 'kernelscope/host';
import type { ProfileOptions } from 'kernelscope/settings';
import { RUNNER_FILE } from '../cells/cellScript';
import type { CellTexts } from '../requests/cellTexts';
import { cellFile } from '../cells/cellRun';
import {
  importedText,
  isMapped,
  lastLine,
  mapLine,
  mapPosition,
  scriptFunctions,
  sourceFile
} from '../cells/sourceMaps';

/** How a recorded cell ended, as the status of its profile. */
export type RunStatus = 'complete' | 'error' | 'interrupted' | 'exited';

export interface RecordedCell {
  /** Name of the profile; null lets it have its id. */
  readonly name: string | null;
  readonly options: ProfileOptions;
  readonly number: number;
  readonly source: string;
  /** Called before the thread stands still for a heap snapshot. */
  readonly onSnapshot: () => void;
}

/** A recording under way. */
export interface ActiveRecording {
  /** Token of its first slice. */
  readonly firstToken: number;
  /** Gives `take` the memory in which its slices are, now and later, until the result is called. */
  shareSlices(take: (memory: SharedArrayBuffer) => void): () => void;
  /** Begins the slice of one repetition of the cell, counted from 1; the result ends it. */
  beginRepetition(number: number): () => void;
  /** Takes the time at which the recorded window ends, if `end` follows. */
  leave(): void;
  /** Ends the recorded window, immediately and cheaply. */
  end(): void;
  /** Waits for what arrives late and keeps the profile as the newest. */
  finish(status: RunStatus, watcher: EndWatcher): Promise<RecordedProfile>;
}

export interface NamedSession {
  /** Empty for one that goes on and was given none. */
  readonly name: string;
}

/** The parts of the profiler that the magics need. */
export interface ProfilingHost {
  start(cell: RecordedCell): ActiveRecording;
  /** Detaches V8's profiler if it samples all the time, so that a cell which is not recorded runs at full speed. */
  release(): void;
  readonly last: RecordedProfile | undefined;
  get(name: string): RecordedProfile | undefined;
  list(): readonly RecordedProfile[];
  /** The sessions of `profile` that go on, oldest first. */
  openSessions(): readonly NamedSession[];
  /** Stops and returns them. */
  stopSessions(): readonly NamedSession[];
  /** The state of the profiler on this machine, as text. */
  doctor(): string;
  /** Keeps a profile that was made elsewhere as the newest. */
  keep(profile: RecordedProfile): void;
}

function toRecordingOptions(cell: RecordedCell): Partial<RecordingOptions> {
  const { name, number, options, source } = cell;
  return {
    ...recordingOptionsOf(options),
    name: name ?? '',
    cell: { file: cellFile(number), executionCount: number, source }
  };
}

/** V8 names files by URL where stacks name them by path. */
function scriptName(file: string): string {
  return file.startsWith('file:') ? fileURLToPath(file) : file;
}

/**
 * Maps positions in scripts to cells, and in other files through `files`. Files in `kernelFolder`,
 * which ends in a separator, are the kernel's own.
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
    lastLine: (file, wanted) =>
      isCell(file) ? lastLine(scriptName(file)) : files.lastLine(file, wanted),
    isDense: (file, line) => !isCell(file) && (files.isDense?.(file, line) ?? false),
    functions(file) {
      return isCell(file) ? scriptFunctions(scriptName(file)) : (files.functions?.(file) ?? null);
    },
    sourceName(file, place) {
      return isCell(file) ? place.name : (files.sourceName?.(file, place) ?? place.name);
    },
    sourceText(path) {
      const text = importedText(path);
      return text === null ? (files.sourceText?.(path) ?? null) : { text, readFrom: [] };
    },
    hasBadMap: file => !isCell(file) && files.hasBadMap(file)
  };
}

/**
 * Time V8's inspector stays attached after a profiled cell where Kernelscope has no sampler of its own: the next one then
 * starts 0.2 s sooner, with its code still optimised. An idle kernel pays some 4 % of a core for it.
 */
const KEEP_ATTACHED_MS = 30_000;

/**
 * Attaches V8's profiler to a kernel that has run nothing yet, for good where it costs next to nothing while it samples
 * nothing. At this moment there is little code that V8 has to tell it about: later it takes 0.2 s, which a profiled cell
 * would wait for.
 */
export function attachEarly(host: RecordingHost, kernelFolder: string): void {
  host.configure({ addonFolder: addonFolder(kernelFolder) });
  host.stayAttached();
}

function addonFolder(kernelFolder: string): string {
  return path.join(kernelFolder, '..', 'native');
}

/**
 * Gives the profiler the facts about cells: their lines and sources, the kernel's own files, the thread
 * for memory.
 */
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
  host.configure({
    mapper,
    memoryHost,
    cellTexts: () => cellTexts.entries(),
    folder: process.cwd(),
    dumpWorkerFile: path.join(kernelFolder, 'workers', 'continuousDumpWorker.cjs'),
    offlineWorkerFile: path.join(kernelFolder, 'workers', 'offlineWorker.cjs')
  });
  host.keepAttachedFor(KEEP_ATTACHED_MS);
  host.prepareCode();
  host.followLaunches();
}

/** The profiler of this process, as the magics see it. */
export function createProfilingHost(host: RecordingHost): ProfilingHost {
  const { history } = host;
  return {
    start(cell) {
      host.configure({ onSnapshot: cell.onSnapshot });
      const recording = host.start(toRecordingOptions(cell));
      let endNs: bigint | undefined;
      return {
        firstToken: recording.window.startToken,
        shareSlices: take => host.recorder.shareSlices(take),
        leave: () => {
          endNs = host.recorder.now();
        },
        beginRepetition: number => beginRepetition(host.recorder, number),
        end: () => recording.endWindow(endNs),
        finish: async (status, watcher) =>
          host.keep(await recording.finish(status, undefined, watcher))
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
    doctor: () => {
      const { addonFolder } = host;
      return doctorText(runDoctor({ folder: process.cwd(), addonFolder }));
    },
    keep: profile => void host.keep(profile)
  };
}
