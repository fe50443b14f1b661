/** Consecutive steps, from the first to the last one. */
export interface StepRange {
  readonly first: number;
  readonly last: number;
}

/** The range of a list of consecutive steps; null for all. */
export function stepRange(stepList: readonly number[] | null): StepRange | null {
  return stepList && { first: stepList[0], last: stepList[stepList.length - 1] };
}

/** The condition in SQL that a column is in a range. */
export function inSteps(column: string, { first, last }: StepRange): string {
  return `${column} BETWEEN ${first} AND ${last}`;
}
