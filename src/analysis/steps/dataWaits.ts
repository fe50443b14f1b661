import { RANGE_CATEGORY } from '../../model/profile/categories';

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
