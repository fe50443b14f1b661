import { hotFunctions } from '../analysis/stacks/hotFunctions';
import { threadWhole } from '../analysis/stacks/threadWhole';
import type { Profile } from '../model/profile/profile';
import { functionTable } from './text/functionTable';

/**
 * The `top` functions with the most self CPU time as text, in milliseconds and shares of the wall time, or of
 * all threads' time where that is more; 0 for all. Empty for a profile without CPU samples.
 */
export function hotFunctionsTable(profile: Profile, top: number): string {
  const functions = hotFunctions(profile).filter(({ selfNs }) => selfNs > 0);
  const title = 'Hottest Functions (CPU samples)';
  return functionTable(functions, { title, wholeNs: threadWhole(profile), top });
}
