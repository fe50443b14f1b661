import { packageOf } from '../../base/packageOf';
import { type FindingOf, isRemark } from '../../model/output/findings';
import type { Profile } from '../../model/profile/profile';
import { lengthWithin } from '../slices/intervals';
import { timeOf, shareOf } from '../slices/scopedTime';
import { type TestRun, testRun } from '../slices/testRun';
import { programPart, startUpNs } from '../stacks/programPart';
import { exactShare, type RankedFinding } from './findingContext';
import { mostOf } from './sampleUses';

/** A runner with a smaller share of the time is no answer, if anything is to be said of the time of its tests. */
const NEARLY_ALL = 0.97;

/** Whether a finding says nothing of where tests spent their time. */
function isBeside({ finding }: RankedFinding): boolean {
  if (finding.kind === 'garbage') return finding.facts.file === '';
  return isRemark(finding) || finding.kind === 'memory' || finding.kind === 'allocations';
}

/**
 * A runner of tests that took nearly all of the time of `whole`, a profile with its start-up, or of whose tests nothing else
 * is found than what memory they took; and the slowest of these.
 */
export function testRunner(
  whole: Profile,
  found: readonly RankedFinding[]
): readonly RankedFinding[] {
  const run = testRun(whole);
  const timeNs = startUpNs(whole);
  const share = shareOf(timeOf('run', timeNs), timeOf('run', whole.meta.durationNs));
  const isAlone = found.every(isBeside);
  if (run === null || (!isAlone && share < NEARLY_ALL)) return [];
  const { runner, files } = run;
  const finding = {
    kind: 'testRunner',
    ...exactShare(share),
    facts: {
      ...{ runner, timeNs, testsNs: programPart(whole).meta.durationNs, files: files.length },
      library: mostOf(packageTimes(whole, run.times)) ?? '',
      ...slowestOf(run)
    },
    target: { view: 'timeline', selection: null, window: null }
  } as const;
  return [{ finding, weight: share }];
}

/** With fewer samples and waits, a test may look slow by chance. */
const MIN_SIGNS = 3;

/** The slowest test with a title: functions without one are no tests, but gather some. */
function slowestOf({ tests }: TestRun): Partial<FindingOf<'testRunner'>['facts']> {
  const slowest = tests.find(({ title }) => title !== '');
  if (slowest === undefined || slowest.signs < MIN_SIGNS) return {};
  const { title: test, timeNs: testNs, file: testFile, line: testLine } = slowest;
  return { test, testNs, testFile, testLine };
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
