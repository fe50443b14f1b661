import path from 'node:path';
import { messageOf } from '../../../base/errors';
import { writeFileAtomically } from '../../../engine/files/atomicWrite';
import type { ContinuousDump } from '../../../engine/live/continuousDump';
import { keepUpToDate } from '../../../engine/live/keepUpToDate';
import type { Cycle } from '../../../engine/sessions/cycleLayout';
import { encodeOutput } from '../../../engine/files/exportProfile';
import type { RecordedProfile } from '../../../engine/results/recordedProfile';
import type { Recording } from '../../../engine/recording/recording';
import type { RecordingHost } from '../../../engine/recording/recordingHost';
import { indentJson } from '../../../formats/shared/text/indentJson';
import { TreeDirectory, type TreeOwner, treeName } from './treeDirectory';
import { METADATA_FILE, RAW_PROFILE_FILE } from './treeNames';

/** The dependencies of a {@link TreeCycle}. */
export interface TreeCycleDeps {
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
export class TreeCycle implements Cycle {
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
