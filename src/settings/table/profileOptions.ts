import type { Budget } from '../../base/budget';
import type { SortKey } from '../../analysis/statistics/aggregateTypes';
import type { OutputFile } from '../../formats/shared/format';
import { RECORDING_OPTION_NAMES, type RecordingOptionValues, valuesOf } from './recordingOptions';

/** Text forms of a profile's statistics. */
export const TEXT_FORMATS = ['table', 'json'] as const;
/** One of {@link TEXT_FORMATS}. */
export type TextFormat = (typeof TEXT_FORMATS)[number];

/** How one recording is made and shown. */
export interface ProfileOptions extends RecordingOptionValues {
  readonly sortBy: SortKey;
  readonly ascending: boolean;
  /** Rows of the text table; 0 means all of them. */
  readonly top: number;
  readonly format: TextFormat;
  /** Whether GPU work is recorded: null if there is a GPU; true has the profile say why not. */
  readonly gpu: boolean | null;
  /** Slices kept at most; beyond it they are dropped and counted, and totals stay exact. */
  readonly maxEvents: number;
  /** Files to write when the recording ends. */
  readonly outputs: readonly OutputFile[];
  /** Whether the start-up of a program is a part of shares and tables like any other. */
  readonly startUp: boolean;
  /** Record, but show nothing. */
  readonly quiet: boolean;
  /** Runs of the cell before it is recorded. */
  readonly warmup: number;
  /** Recorded runs of the cell. */
  readonly repeat: number;
  /** `last`, or the name or the file of the profile to show differences from; null for none. */
  readonly compare: string | null;
  /** Runs the cell against the same cell as it was recorded before, and records nothing. */
  readonly trial: boolean;
  /** The budgets of the profile; the run fails if one is missed. */
  readonly budgets: readonly Budget[];
}

/** The defaults of a magic or a command. */
export const DEFAULT_PROFILE_OPTIONS: ProfileOptions = Object.freeze({
  ...valuesOf(RECORDING_OPTION_NAMES, option => option.default),
  sortBy: 'total',
  ascending: false,
  top: 30,
  format: 'table',
  gpu: null,
  maxEvents: 4_000_000,
  outputs: Object.freeze([]),
  startUp: false,
  quiet: false,
  warmup: 0,
  repeat: 1,
  compare: null,
  trial: false,
  budgets: Object.freeze([])
});

/** How often `%timeit` runs a statement. */
export interface TimeitOptions {
  /** Runs in one measurement, or null for as many as take a while. */
  readonly loops: number | null;
  /** Measurements. */
  readonly runs: number;
}

/** `%timeit` without options. */
export const DEFAULT_TIMEIT_OPTIONS: TimeitOptions = Object.freeze({ loops: null, runs: 7 });

/** The changes by options of any magic. */
export type OptionsPatch = ProfileOptionsPatch & Partial<TimeitOptions>;

/** The part of the options that a line states; the rest comes from the defaults in force. */
export type ProfileOptionsPatch = Partial<ProfileOptions>;
