import type { Assertion } from 'vitest';
import { host } from '../runtime/runtime';
import type { LimitMatchers, RegressionMatchers } from './matchers';
import { createProfiled } from './profiled';
import type { ProfiledRuns } from './profiledRuns';

export type { ProfiledFunction } from './profiled';
export type { ProfiledOptions } from './profiledOptions';
export { BaselineFileError, ProfiledError } from './profiledError';
export { ProfiledRuns } from './profiledRuns';
export type { LimitMatchers, RegressionMatchers } from './matchers';
export { matchers } from './matchers';
export type { LimitArguments } from './readLimit';
export type { RegressionArguments, RegressionOptions } from './toHaveNoRegression';

/** Runs a function repeatedly under the recorder of this process, for the assertions of this module. */
export const profiled = createProfiled(host);

/** The result of `expect(await profiled(fn))`. */
export type ProfiledAssertion = Assertion<ProfiledRuns>;

declare module 'vitest' {
  interface Matchers<T> extends LimitMatchers<T>, RegressionMatchers<T> {}
  interface Assertion<T> extends LimitMatchers<T>, RegressionMatchers<T> {}
}
