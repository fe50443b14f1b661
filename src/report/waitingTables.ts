import { lineCosts } from '../analysis/lines/lineCosts';
import { byTime } from '../analysis/stacks/byTime';
import { functionWeights } from '../analysis/stacks/hotFunctions';
import { waitStacks } from '../analysis/stacks/stackWeights';
import { threadWhole } from '../analysis/stacks/threadWhole';
import type { Profile } from '../model/profile/profile';
import { functionTable } from './text/functionTable';

/** Waits of a smaller part of the time, such as those for files of modules, are not worth a table. */
const LEAST_SHARE = 0.01;

/**
 * The `top` functions and then the `top` lines at whose `await`s and blocking calls threads waited most, as text in
 * milliseconds and shares of the same whole as CPU time; 0 for all. Empty for a profile of less than 1 % waits.
 */
export function waitingTables(profile: Profile, top: number): string {
  const wholeNs = threadWhole(profile);
  const functions = functionWeights(profile, waitStacks(profile)).map(
    ({ self, total, ...place }) => {
      return { ...place, selfNs: self, totalNs: total };
    }
  );
  const waitedNs = functions.reduce((sum, { selfNs }) => sum + selfNs, 0);
  if (waitedNs < LEAST_SHARE * wholeNs) return '';
  const { lines } = lineCosts(profile, 'waiting');
  const places = lines.map(({ file, line, selfShare, totalShare }) => {
    const totalNs = (totalShare ?? selfShare) * wholeNs;
    return { name: `${file}:${line}`, file: '', line, selfNs: selfShare * wholeNs, totalNs };
  });
  const ofLines = places.sort(byTime);
  const waits = functionTable(functions, { title: 'Functions by Waiting', wholeNs, top });
  return `${waits}${functionTable(ofLines, { title: 'Lines by Waiting', of: 'Line', wholeNs, top })}`;
}
