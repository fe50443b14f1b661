/**
 * What `import` finds as `kernelscope/vitest`: the module that `require` finds, with the assertions of
 * Vitest's `expect`, which only `import` can find.
 */
import { expect } from 'vitest';
import type * as assertions from '../vitest/index.js';

const { createRequire } = process.getBuiltinModule('node:module');
const loaded = createRequire(import.meta.url)('../bundle/vitest.js') as typeof assertions;

expect.extend(loaded.matchers);

export type {
  LimitArguments,
  LimitMatchers,
  ProfiledAssertion,
  ProfiledFunction,
  ProfiledOptions,
  RegressionArguments,
  RegressionMatchers,
  RegressionOptions
} from '../vitest/index.js';
export const { BaselineFileError, matchers, profiled, ProfiledError, ProfiledRuns } = loaded;
