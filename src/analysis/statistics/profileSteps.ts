import { RANGE_CATEGORY } from '../../model/profile/categories';
import type { Profile } from '../../model/profile/profile';

/** One step of training or serving, as a slice `ProfilerStep#N` marks it. */
export interface ProfileStep {
  /** The N of its name, counted from 0. */
  readonly number: number;
  /** Row of the slice. */
  readonly slice: number;
  /** Nanoseconds from the origin of the profile. */
  readonly start: number;
  readonly end: number;
}

const STEP_NAME = /^ProfilerStep#(\d+)$/;

/** The name of the slice that marks a step. */
export function stepName(step: number): string {
  return `ProfilerStep#${step}`;
}

/** The steps that a profile has slices of, in order of start. */
export function profileSteps({ strings, labels, slices }: Profile): readonly ProfileStep[] {
  const numbers = new Map<number, number>();
  for (let label = 0; label < labels.length; label++) {
    const match = STEP_NAME.exec(strings[labels.name[label]]);
    const isRange = strings[labels.category[label]] === RANGE_CATEGORY;
    if (match && isRange) numbers.set(label, Number(match[1]));
  }
  if (numbers.size === 0) return [];
  const steps: ProfileStep[] = [];
  for (let slice = 0; slice < slices.length; slice++) {
    const number = numbers.get(slices.label[slice]);
    if (number === undefined) continue;
    const start = slices.start[slice];
    steps.push({ number, slice, start, end: start + slices.duration[slice] });
  }
  return steps;
}

/** The suffix of names of ranges in which a loop waits for its data. */
const WAIT_SUFFIX = '.next';

/** The range in which a loop waits for a value of the source that is called `source`. */
export function dataWaitName(source: string): string {
  return `${source}${WAIT_SUFFIX}`;
}

/** True if slices of that name and category are time in which a loop waits for its data. */
export function isDataWait(name: string, category: string): boolean {
  return category === RANGE_CATEGORY && name.endsWith(WAIT_SUFFIX);
}
