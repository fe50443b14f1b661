import type { RecordingHost } from '../../../engine/recording/recordingHost';
import type { OutputFormatName } from '../../../engine/arguments/outputFormats';

/** The dependencies of `outputFilesLayout`. */
export interface OutputFilesDeps {
  readonly host: RecordingHost;
  /** The folder that files are written to; made when the first one is. */
  readonly path: string;
  /** The formats to write for each session, from `readFormats`. */
  readonly formats: readonly OutputFormatName[];
  /** Warns of a file that cannot be written. */
  readonly warn: (message: string) => void;
  /** Memory of the sessions of one file, bytes, beyond which the next file is begun; 16 MB. */
  readonly fullBytes?: number;
}
