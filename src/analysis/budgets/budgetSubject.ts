import { plural } from '../../base/text';
import type { Profile } from '../../model/profile/profile';
import type { AggregateRow, AggregateSection } from '../statistics/aggregateTypes';
import { REPETITION_NAME } from '../statistics/repetitions';
import { REPETITION_CATEGORY } from '../../model/profile/categories';

/** The input of a budget check: a profile, or the part of it in a notebook output. */
export interface BudgetSubject {
  readonly profile: Profile;
  /** The exact totals of the whole profile, even if `profile` is only a part of it. */
  readonly sections: readonly AggregateSection[];
  /** True when slices of `profile` are missing that `sections` count. */
  readonly isPartial: boolean;
  /** Rows of `sections` that were left out: all of a name, or none. */
  readonly hiddenRows: number;
  /** True where long names are cut, and end with an ellipsis. */
  readonly areNamesCut?: boolean;
}

/** A value, or why there is none. */
export type Measured =
  | {
      readonly value: number;
      /** A remark about the value; empty for none. */
      readonly note: string;
    }
  | {
      readonly value: null;
      readonly note: string;
      /** True if what was asked for is known not to have been recorded. */
      readonly isNone?: true;
    };

/** A value of which there is nothing else to know. */
export function measured(value: number, note = ''): Measured {
  return { value, note };
}

/** A missing value, with the reason. */
export function notKnown(note: string): Measured {
  return { value: null, note };
}

/** The answer where nothing that was asked for was recorded, with its wording. */
export function none(note: string): Measured {
  return { value: null, note, isNone: true };
}

const SAVE_IT = 'save the profile with -o, check that';

/** Why a part of the slices of a profile, or of its counters, does not tell. */
export const PART_OF_SLICES = `the output holds a part of the slices; ${SAVE_IT}`;
export const PART_OF_COUNTERS = `the output holds a part of the counters; ${SAVE_IT}`;

/** Why names that were left out do not tell. */
export function leftOut({ hiddenRows }: BudgetSubject): string {
  return `the output left out ${plural(hiddenRows, 'name')}; ${SAVE_IT}`;
}

/** Why names that were cut do not tell. */
export const NAMES_CUT = `the output cuts names as long as this one; ${SAVE_IT}`;

/** Rows of slices, times in nanoseconds. */
export function sliceRows({ sections }: BudgetSubject): AggregateRow[] {
  return sections.flatMap(({ unit, rows }) => (unit === 'nanoseconds' ? rows : []));
}

/** The row of the repetitions of a cell; null for a profile of one run, or of several cells. */
export function repetitionRow({ sections }: BudgetSubject): AggregateRow | null {
  const repeated = sections.filter(({ category }) => category === REPETITION_CATEGORY);
  const row = repeated.flatMap(({ rows }) => rows).find(({ name }) => name === REPETITION_NAME);
  return row !== undefined && row.runs === undefined && row.count >= 2 ? row : null;
}

/** A mean over so many repetitions of a cell; null for several cells with numbers of their own. */
export function meanOfRuns(value: number, runs: number | null): Measured {
  return measured(value, runs === null ? 'mean of the runs of each cell' : `mean of ${runs} runs`);
}
