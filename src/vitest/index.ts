import { host } from '../runtime/runtime';
import type { KernelscopeMatchers } from './matchers';
import { createProfiled } from './profiled';

export type { ProfiledFunction } from './profiled';
export type { ProfiledOptions } from './profiledOptions';
export { BaselineFileError, ProfiledError } from './profiledError';
export { ProfiledRuns } from './profiledRuns';
export type { KernelscopeMatchers } from './matchers';
export { matchers } from './matchers';
export type { LimitArguments } from './readLimit';
export type { RegressionOptions } from './toHaveNoRegression';

/** Runs a function repeatedly under this process's recorder; see {@link createProfiled}. */
export const profiled = createProfiled(host);

declare module 'vitest' {
  interface Matchers<T> extends KernelscopeMatchers {}
  interface Assertion<T> extends KernelscopeMatchers {}
}
