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
  /** Rows of `sections` that were left out. */
  readonly hiddenRows: number;
}

/** A value, or why there is none. */
export type Measured =
  | {
      readonly value: number;
      /** A remark about the value; empty for none. */
      readonly note: string;
    }
  | { readonly value: null; readonly note: string };

/** A value of which there is nothing else to know. */
export function measured(value: number, note = ''): Measured {
  return { value, note };
}

/** A missing value, with the reason. */
export function notKnown(note: string): Measured {
  return { value: null, note };
}

/** Rows of slices, times in nanoseconds. */
export function sliceRows({ sections }: BudgetSubject): AggregateRow[] {
  return sections.flatMap(({ unit, rows }) => (unit === 'nanoseconds' ? rows : []));
}

/** The row of the repetitions of a cell; null for a profile of one run. */
export function repetitionRow({ sections }: BudgetSubject): AggregateRow | null {
  const repeated = sections.filter(({ category }) => category === REPETITION_CATEGORY);
  const row = repeated.flatMap(({ rows }) => rows).find(({ name }) => name === REPETITION_NAME);
  return row !== undefined && row.count >= 2 ? row : null;
}

/** A mean over so many repetitions of a cell. */
export function meanOfRuns(value: number, runs: number): Measured {
  return measured(value, `mean of ${runs} runs`);
}
