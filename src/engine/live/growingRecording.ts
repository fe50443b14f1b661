import { statSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { encodeRecordedPart, encodeRecordingState } from '../../formats/kscope/kscopeRecording';
import type { RecordedPart, RecordingState } from '../../model/profile/recordedPart';
import { SeenRecords } from '../../record/mirror/seenRecords';
import { outputFileError, writeAt, writeFileAtomically } from '../files/atomicWrite';

/** Level 1: this is done while a program runs. */
const FAST = { level: 1 };

/** Identifies a file, to detect one that replaced it. */
interface FileState {
  readonly ino: number;
  readonly size: number;
  readonly mtimeMs: number;
}

/**
 * A `.kscope` file that grows: its content is neither encoded nor written again. At every moment it
 * holds the records that had ended, as `loadProfile` reads them. Not to be used again once writing has
 * failed, or if the file was written by someone else.
 */
export class GrowingRecording {
  /** The records in the file. */
  readonly seen = new SeenRecords();
  /** Bytes of the file without the state at its end. */
  #length = 0;
  #written: FileState | null = null;

  /**
   * @param header the beginning of the file, see `recordingHeader`
   * @param makesFolders whether missing folders are made
   */
  constructor(
    private readonly path: string,
    private readonly header: Uint8Array,
    private readonly makesFolders: boolean
  ) {}

  /** False when the file is another than the one written here last. */
  get isCurrent(): boolean {
    if (!this.#written) return true;
    const now = stateOf(this.path);
    const { ino, size, mtimeMs } = this.#written;
    return now !== null && now.ino === ino && now.size === size && now.mtimeMs === mtimeMs;
  }

  /**
   * Adds new records to the file; the first time it replaces an existing file.
   *
   * @throws OutputFileError for a path that cannot be written.
   */
  write(part: RecordedPart, state: RecordingState): void {
    const added = encodeRecordedPart(part, bytes => deflateRawSync(bytes, FAST));
    const end = encodeRecordingState(state);
    if (this.#length === 0) {
      const whole = Buffer.concat([this.header, added, end]);
      writeFileAtomically(this.path, whole, this.makesFolders);
      this.#length = this.header.length;
    } else {
      this.#append(Buffer.concat([added, end]));
    }
    this.#length += added.length;
    this.#written = stateOf(this.path);
  }

  #append(bytes: Uint8Array): void {
    try {
      writeAt(this.path, this.#length, bytes);
    } catch (error) {
      throw outputFileError(this.path, error);
    }
  }
}

function stateOf(path: string): FileState | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? { ino: found.ino, size: found.size, mtimeMs: found.mtimeMs } : null;
}
