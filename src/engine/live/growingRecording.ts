import { statSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { encodeRecordedPart, encodeRecordingState } from '../../formats';
import type { RecordedPart, RecordingState } from '../../model/profile/recordedPart';
import { SeenRecords } from '../../record/mirror/seenRecords';
import { outputFileError, writeAt, writeFileAtomically } from '../files/atomicWrite';

/** Level 1: this is done while a program runs. */
const FAST = { level: 1 };

/** What tells a file from every other that may have taken its place. */
interface FileState {
  readonly ino: number;
  readonly size: number;
  readonly mtimeMs: number;
}

/**
 * A `.kscope` file that grows: what is in it is neither encoded nor written again. At every moment it
 * holds what had ended, as `loadProfile` reads it. Not for a second use once writing has failed, or when
 * somebody else wrote the file.
 */
export class GrowingRecording {
  /** What the file has. */
  readonly seen = new SeenRecords();
  /** Bytes of the file without the state at its end. */
  private length = 0;
  private written: FileState | null = null;

  /**
   * @param header what the file begins with, see `recordingHeader`
   * @param makesFolders whether folders that are missing are made
   */
  constructor(
    private readonly path: string,
    private readonly header: Uint8Array,
    private readonly makesFolders: boolean
  ) {}

  /** False when the file is another than the one written here last. */
  get isCurrent(): boolean {
    if (!this.written) return true;
    const now = stateOf(this.path);
    const { ino, size, mtimeMs } = this.written;
    return now !== null && now.ino === ino && now.size === size && now.mtimeMs === mtimeMs;
  }

  /**
   * Adds what has come to the file; the first time it replaces a file that is there.
   *
   * @throws OutputFileError for a path that cannot be written.
   */
  write(part: RecordedPart, state: RecordingState): void {
    const added = encodeRecordedPart(part, bytes => deflateRawSync(bytes, FAST));
    const end = encodeRecordingState(state);
    if (this.length === 0) {
      const whole = Buffer.concat([this.header, added, end]);
      writeFileAtomically(this.path, whole, this.makesFolders);
      this.length = this.header.length;
    } else {
      this.append(Buffer.concat([added, end]));
    }
    this.length += added.length;
    this.written = stateOf(this.path);
  }

  private append(bytes: Uint8Array): void {
    try {
      writeAt(this.path, this.length, bytes);
    } catch (error) {
      throw outputFileError(this.path, error);
    }
  }
}

function stateOf(path: string): FileState | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? { ino: found.ino, size: found.size, mtimeMs: found.mtimeMs } : null;
}
