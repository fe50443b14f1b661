import type { RecordingHost } from '../../../engine/recording/recordingHost';
import type { OutputFormatName } from '../../../engine/arguments/outputFormats';

/** What `outputFilesLayout` is made of. */
export interface OutputFilesParts {
  readonly host: RecordingHost;
  /** The folder that files are written to; made when the first one is. */
  readonly path: string;
  /** What is written of each session, as `readFormats` reads it. */
  readonly formats: readonly OutputFormatName[];
  /** Tells of a file that cannot be written. */
  readonly warn: (message: string) => void;
  /** Memory of the sessions of one file, bytes, beyond which the next file is begun; 16 MB. */
  readonly fullBytes?: number;
}
