import type { RecordingOptions } from './recordingOptions';

/** Options of `profile`: those of a recording, all optional. */
export type ProfileOptions = Partial<Omit<RecordingOptions, 'optionTexts' | 'cell'>> & {
  /** False makes a session that records nothing and costs nothing. Default true. */
  readonly enabled?: boolean;
};
