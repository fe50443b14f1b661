import path from 'node:path';
import { mkdirSync, rmdirSync, rmSync } from 'node:fs';
import { NS_PER_MS } from '../../../base/time';
import type { Cycle, CycleLayout } from '../../../engine/sessions/cycleLayout';
import type { Recording } from '../../../engine/recording/recording';
import type { RecordingHost } from '../../../engine/recording/recordingHost';
import { messageOf, codeOf } from '../../../base/errors';
import { writeFileAtomically, makeFolder } from '../../../engine/results/atomicWrite';
import type { ContinuousDump } from '../../../engine/live/continuousDump';
import { keepUpToDate } from '../../../engine/live/keepUpToDate';
import { encodeOutput } from '../../../engine/results/exportProfile';
import type { RecordedProfile } from '../../../engine/results/recordedProfile';
import { indentJson } from './indentJson';
import { METADATA_FILE, RAW_PROFILE_FILE, TREE_SUFFIX } from './treeNames';

/** Time between two versions of the file of a cycle under way, milliseconds. */
const PERIOD_MS = 1000;

/** A cycle that is over sooner needs no thread that keeps its file, milliseconds. */
const SHORT_CYCLE_MS = 200;

/** The dependencies of {@link outputTreeLayout}. */
interface OutputTreeOptions {
  readonly host: RecordingHost;
  /** The folder in which each cycle gets a directory; from the present folder, also later on. */
  readonly outputPath: string;
  /** Takes what could not be written and why. */
  readonly warn: (text: string) => void;
  /** {@link PERIOD_MS} unless given. */
  readonly periodMs?: number;
  /** {@link SHORT_CYCLE_MS} unless given. */
  readonly shortCycleMs?: number;
}

/**
 * MindSpore's layout: a directory for each cycle, made when its window begins. A thread updates
 * `profile.kscope` in it every second, so that a process that is killed leaves its recording. The
 * thread begins with the window; after a short cycle, only if this one is not short.
 */
export function outputTreeLayout(options: OutputTreeOptions): CycleLayout {
  return new OutputTreeLayout(options);
}

class OutputTreeLayout implements CycleLayout {
  readonly #outputPath: string;
  #wasShort = false;

  constructor(private readonly options: OutputTreeOptions) {
    this.#outputPath = path.resolve(options.outputPath);
  }

  begin(recording: Recording): Cycle {
    const { host, warn, periodMs = PERIOD_MS, shortCycleMs = SHORT_CYCLE_MS } = this.options;
    const outputPath = this.#outputPath;
    const begun = host.recorder.now();
    const delayMs = this.#wasShort ? shortCycleMs : 0;
    const onEnd = (): void => {
      this.#wasShort = Number(host.recorder.now() - begun) / NS_PER_MS < shortCycleMs;
    };
    return new TreeCycle({ host, recording, outputPath, warn, periodMs, delayMs, onEnd });
  }

  /** Each cycle is complete when it is saved. */
  close(): void {
    return;
  }
}

/** The dependencies of a {@link TreeCycle}. */
interface TreeCycleDeps {
  readonly host: RecordingHost;
  /** Under way. */
  readonly recording: Recording;
  /** Absolute. */
  readonly outputPath: string;
  readonly warn: (text: string) => void;
  /** Time between two versions of the file while the window is open, milliseconds. */
  readonly periodMs: number;
  /** Minimum time from the window's begin to the first write, milliseconds. */
  readonly delayMs: number;
  /** Called once, when the cycle is saved or dropped. */
  readonly onEnd: () => void;
}

/** The directory of one cycle in an output tree. */
class TreeCycle implements Cycle {
  readonly #owner: TreeOwner;
  #directory: TreeDirectory | null;
  #dump: ContinuousDump | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isOver = false;
  #hasWarned = false;

  constructor(private readonly parts: TreeCycleDeps) {
    const { host, pid, startedAtMs } = parts.recording.info('recovered');
    this.#owner = { host, pid, startedAtMs };
    this.#directory = this.#makeDirectory();
    if (!this.#directory) return;
    if (parts.delayMs === 0) this.#keepUpToDate();
    else this.#timer = setTimeout(() => this.#keepUpToDate(), parts.delayMs).unref();
  }

  /** The path of the directory, even if it could not be made. */
  get path(): string {
    return this.#directory?.path ?? path.join(this.parts.outputPath, treeName(this.#owner));
  }

  /** A directory that could not be made at the begin is tried once more, without a second warning. */
  save(profile: RecordedProfile, metadata: ReadonlyMap<string, string>): boolean {
    this.#end();
    this.#directory ??= this.#makeDirectory();
    if (!this.#directory) return false;
    const output = { path: this.#file(RAW_PROFILE_FILE), format: 'kscope', gzip: false } as const;
    const sections = () => profile.sections();
    const isWritten = this.#attempt(() => {
      writeFileAtomically(output.path, encodeOutput({ profile: profile.data, sections }, output));
    });
    this.#attempt(() => writeFileAtomically(this.#file(METADATA_FILE), metadataJson(metadata)));
    return isWritten;
  }

  drop(): void {
    this.#end();
    this.#attempt(() => this.#directory?.remove());
    this.#directory = null;
  }

  #end(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#dump?.stop();
    this.#dump = null;
    if (!this.#isOver) this.parts.onEnd();
    this.#isOver = true;
  }

  #keepUpToDate(): void {
    const { host, recording, periodMs, warn } = this.parts;
    if (!recording.isOpen) return;
    this.#dump = keepUpToDate(host, recording, {
      file: this.#file(RAW_PROFILE_FILE),
      periodMs,
      status: 'recovered',
      completedBy: 'the end of the cycle',
      warn
    });
  }

  #makeDirectory(): TreeDirectory | null {
    try {
      return TreeDirectory.make(this.parts.outputPath, this.#owner);
    } catch (error) {
      if (this.#hasWarned) return null;
      this.#hasWarned = true;
      this.parts.warn(
        `Cannot make the directory ${this.path}: ${messageOf(error)}. The cycle is recorded, but ` +
          'not written. Choose an outputPath that you may write to.'
      );
      return null;
    }
  }

  /** Reports an error, so that the rest continues; false in that case. */
  #attempt(write: () => void): boolean {
    try {
      write();
      return true;
    } catch (error) {
      this.parts.warn(messageOf(error));
      return false;
    }
  }

  #file(name: string): string {
    return path.join(this.path, name);
  }
}

const INDENT = 4;

/** Indentation makes a long document up to eleven times as long: above so many bytes there is none. */
const MAX_INDENTED_BYTES = 20e6;

/** `profiler_metadata.json` of JSON texts by key: one document, indented unless it is very long. */
export function metadataJson(
  metadata: ReadonlyMap<string, string>,
  maxIndentedBytes = MAX_INDENTED_BYTES
): Uint8Array {
  const entries = Array.from(metadata, ([key, text]) => `${JSON.stringify(key)}:${text}`);
  const json = new TextEncoder().encode(`{${entries.join(',')}}`);
  return json.length > maxIndentedBytes ? json : indentJson(json, INDENT);
}

/** The owner of the directory, and its time. */
interface TreeOwner {
  readonly host: string;
  readonly pid: number;
  /** Milliseconds since the Unix epoch. */
  readonly startedAtMs: number;
}

/** Characters of a host's name that a directory is called by at most. */
const MAX_HOST_LENGTH = 100;

/** Directories of one host and process that may begin within one millisecond, or have been there. */
const MAX_ATTEMPTS = 10_000;

/**
 * `<host>_<pid>_<yyyymmddHHMMSSmmm>_kscope`, in local time. Characters of the host's name that not
 * every file system takes become `_`.
 */
export function treeName({ host, pid, startedAtMs }: TreeOwner): string {
  const safe = host
    .replace(/[^\w.-]/g, '_')
    .replace(/^\.+/, '_')
    .slice(0, MAX_HOST_LENGTH);
  return `${safe || 'host'}_${pid}_${stampOf(new Date(startedAtMs))}${TREE_SUFFIX}`;
}

/** The directory of one cycle, which nobody else has. */
export class TreeDirectory {
  private constructor(
    readonly path: string,
    /** Folders around it that were made for it, outermost first. */
    private readonly madeAround: readonly string[]
  ) {}

  /**
   * Makes a directory in `outputPath`. Where its name is taken, by another process or by another
   * cycle of the same millisecond, it is named by the next millisecond that is free.
   *
   * @throws Error of the file system
   */
  static make(outputPath: string, owner: TreeOwner): TreeDirectory {
    const folder = path.resolve(outputPath);
    const madeAround = makeFolder(folder);
    for (let later = 0; later < MAX_ATTEMPTS; later++) {
      const startedAtMs = owner.startedAtMs + later;
      const directory = path.join(folder, treeName({ ...owner, startedAtMs }));
      if (madeNow(directory)) return new TreeDirectory(directory, madeAround);
    }
    throw new Error(`${MAX_ATTEMPTS} names from ${treeName(owner)} on are taken`);
  }

  /** Removes it with all that is in it, and the folders made for it that are empty then. */
  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
    try {
      for (const folder of [...this.madeAround].reverse()) rmdirSync(folder);
    } catch {
      return;
    }
  }
}

/** False if something with that name exists. */
function madeNow(directory: string): boolean {
  try {
    mkdirSync(directory);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function stampOf(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}${two(date.getMonth() + 1)}${two(date.getDate())}`;
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join('');
  return `${day}${time}${String(date.getMilliseconds()).padStart(3, '0')}`;
}
