import type { RecordingOptions } from '../../options/recordingOptions';

/** A command for an attached thread or process, about a recording of the one that attached it. */
export type RecordingCommand =
  | {
      readonly command: 'startRecording';
      /** Unique among the recordings of the sender. */
      readonly id: number;
      readonly options: Partial<RecordingOptions>;
    }
  | {
      readonly command: 'finishRecording';
      readonly id: number;
      /** Clock value at which it has ended, nanoseconds, as text: JSON has no such integers. */
      readonly endNs: string;
      /** Number of markers posted among the messages for the thread; 0 for none. */
      readonly marks: number;
    }
  | { readonly command: 'dropRecording'; readonly id: number };

/** The answer to a {@link RecordingCommand}. */
export interface RecordingAnswer {
  /** To `finishRecording`: the bytes of the profile. */
  readonly profile?: Uint8Array;
  /** To `finishRecording`: channels to the thread whose messages were counted alike at both ends. */
  readonly soundChannels?: readonly string[];
  /** To `finishRecording`: marks that were posted among the messages of the thread. */
  readonly marks?: number;
  /** To `finishRecording`: messages that were posted between the last two of them. */
  readonly posted?: number;
  /**
   * To `startRecording`: clock value at which it was taken up, nanoseconds, as text. Until it records,
   * the thread does nothing else.
   */
  readonly takenUpNs?: string;
  /** To `startRecording`: whether the thread has handlers for messages, so that marks can be taken. */
  readonly takesMarks?: boolean;
}

const COMMANDS: readonly string[] = [
  'startRecording',
  'finishRecording',
  'dropRecording'
] satisfies readonly RecordingCommand['command'][];

/** True for what {@link RecordingCommand} names, false for other commands. */
export function isRecordingCommand(given: { readonly command: string }): given is RecordingCommand {
  return COMMANDS.includes(given.command);
}
