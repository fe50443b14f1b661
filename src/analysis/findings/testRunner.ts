import { packageOf } from '../../base/packageOf';
import { isRemark } from '../../model/output/findings';
import type { Profile } from '../../model/profile/profile';
import { lengthWithin } from '../slices/intervals';
import { timeOf, shareOf } from '../slices/scopedTime';
import { testRun } from '../slices/testRun';
import { programPart, startUpNs } from '../stacks/programPart';
import { exactShare, type RankedFinding } from './findingContext';
import { mostOf } from './sampleUses';

/** A runner with a smaller share of the time is no answer, even if nothing is to be said of its tests. */
const MIN_SHARE = 0.85;

/** From this share on, it is worth more than all that is said of the little time of the tests. */
const NEARLY_ALL = 0.97;

/**
 * A runner of tests that took most of the time of `whole`, a profile with its start-up: nearly all of it, unless nothing
 * else is found.
 */
export function testRunner(
  whole: Profile,
  found: readonly RankedFinding[]
): readonly RankedFinding[] {
  const run = testRun(whole);
  const timeNs = startUpNs(whole);
  const share = shareOf(timeOf('run', timeNs), timeOf('run', whole.meta.durationNs));
  const isAlone = found.every(({ finding }) => isRemark(finding));
  if (run === null || share < (isAlone ? MIN_SHARE : NEARLY_ALL)) return [];
  const { runner, files } = run;
  const finding = {
    kind: 'testRunner',
    ...exactShare(share),
    facts: {
      ...{ runner, timeNs, testsNs: programPart(whole).meta.durationNs, files: files.length },
      library: mostOf(packageTimes(whole, run.times)) ?? ''
    },
    target: { view: 'timeline', selection: null, window: null }
  } as const;
  return [{ finding, weight: share }];
}

/** The CPU time of packages beside some times, by the innermost one on each stack. */
function packageTimes(
  { samples, stacks, frames, strings }: Profile,
  tests: Float64Array
): Map<string, number> {
  const packages = strings.map(packageOf);
  const times = new Map<string, number>();
  for (let row = 0; row < samples.length; row++) {
    const { time, weight } = samples;
    if (samples.stack[row] < 0) continue;
    let at = samples.stack[row];
    while (at >= 0 && packages[frames.file[stacks.frame[at]]] === null) at = stacks.prefix[at];
    const name = at < 0 ? '' : (packages[frames.file[stacks.frame[at]]] ?? '');
    const ns = weight[row] - lengthWithin(tests, time[row], time[row] + weight[row]);
    times.set(name, (times.get(name) ?? 0) + ns);
  }
  return times;
}
