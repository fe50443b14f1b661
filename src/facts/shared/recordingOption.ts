/** The values that options of a recording have, by the names of their types. */
export interface RecordingValues {
  readonly boolean: boolean;
  readonly booleanOrNull: boolean | null;
  /** A number above 0, or null for none. */
  readonly positiveOrNull: number | null;
  /** A number above 0, or null for none; 'auto' for one that is chosen as the recording goes on. */
  readonly positiveAutoOrNull: number | 'auto' | null;
  /** A whole number above 0, or null for none. */
  readonly countOrNull: number | null;
}

export type RecordingValueType = keyof RecordingValues;

/** An option of a recording: everything that is stated of it, wherever it can be set. */
export interface RecordingOption<Type extends RecordingValueType = RecordingValueType> {
  readonly type: Type;
  readonly default: RecordingValues[Type];
  /** Its value in light recordings, such as `%profile on` makes of every cell; `asSet` for the one in force. */
  readonly light: RecordingValues[Type] | 'asSet';
  /** True for records of the CPU's work, which are off in recordings without it. */
  readonly isCpuWork?: true;
  /** True for records of the recorded thread alone: other threads and processes have the default. */
  readonly isOfOneThread?: true;
  /** Its form in magics and on the command line; absent if it has none. */
  readonly flag?: RecordingFlag;
}

/** An option of a recording as magics and the command line have it. */
export interface RecordingFlag {
  /** Long name without dashes. */
  readonly long: string;
  /** One sentence, without the full stop. */
  readonly help: string;
  /** The words for a default that depends on where one is. */
  readonly usual?: string;
  /** For numbers: the whole numbers it takes, and the value of the bare name; where that is `auto`, so it can be set. */
  readonly period?: {
    readonly metavar: string;
    readonly min: number;
    readonly max: number;
    readonly whenBare: number | 'auto';
    /** True if there is a `--no-` form. */
    readonly negatable: boolean;
  };
}

/** A switch of a fact that upstream profilers do not record; light recordings leave it out. */
export const OWN_SWITCH = {
  isUpstream: false,
  type: 'boolean',
  light: false,
  isCpuWork: true
} as const;
