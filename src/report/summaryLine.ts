import { formatBytes, formatCount, formatDuration, plural } from '../base/text';
import { lengthOf } from '../analysis/slices/intervals';
import { testRun } from '../analysis/slices/testRun';
import { neverBegan, programPart, startUpNs } from '../analysis/stacks/programPart';
import type { BundleSummary } from '../model/output/bundle';
import type { Profile } from '../model/profile/profile';

/** One fact of the summary: its name and its text. */
export interface SummaryFact {
  readonly label: string;
  readonly value: string;
}

/** The facts of a profile that head every view, in order; those not measured are left out. */
export function summaryFacts(summary: BundleSummary): SummaryFact[] {
  const { wallNs, cpuNs, gpuBusyNs, peakRssBytes, samples, overheadNs, droppedSlices } = summary;
  const { helperCpuNs = 0 } = summary;
  const facts = [{ label: 'wall', value: formatDuration(wallNs) }];
  if (cpuNs !== null) facts.push({ label: 'CPU', value: formatDuration(cpuNs) });
  if (gpuBusyNs !== null) facts.push({ label: 'GPU busy', value: timeOfWall(gpuBusyNs, wallNs) });
  if (peakRssBytes !== null) facts.push({ label: 'peak memory', value: formatBytes(peakRssBytes) });
  facts.push({ label: 'slices', value: formatCount(summary.slices) });
  if (samples > 0) facts.push({ label: 'samples', value: formatCount(samples) });
  if (overheadNs !== null) {
    facts.push({ label: 'overhead', value: timeOfWall(overheadNs, timeRecorded(summary)) });
  }
  if (helperCpuNs > 0) {
    facts.push({ label: 'helper threads', value: `${formatDuration(helperCpuNs)} CPU` });
  }
  if (droppedSlices > 0) facts.push({ label: 'dropped', value: plural(droppedSlices, 'slice') });
  return facts;
}

/**
 * The time that the overhead of a recording is a share of, nanoseconds: the wall time, or the CPU time where several
 * threads took more. Neither the cost of several threads nor an estimate beyond it is more than all of it.
 */
export function timeRecorded({ wallNs, cpuNs, overheadNs }: BundleSummary): number {
  return Math.max(wallNs, cpuNs ?? 0, overheadNs ?? 0);
}

/** The facts in one line: `wall 1.20 s · CPU 1.10 s · peak memory 210 MB · slices 1,000 · …`. */
export function summaryLine(summary: BundleSummary): string {
  return summaryFacts(summary)
    .map(({ label, value }) => `${label} ${value}`)
    .join(' · ');
}

/** The least part of the time of tests of which it is said how long the modules took that they import. */
const MIN_IMPORT = 0.1;

/** The line that {@link startUpText} is in the text of a report, with its end; '' where that has nothing. */
export function startUpLine(profile: Profile): string {
  const text = startUpText(profile);
  return text === '' ? '' : `${text} below (--startup shows it)\n`;
}

/** How long a program took to start up, or its test runner apart from the tests; '' where that is not known, or it did nothing else. */
export function startUpText(profile: Profile): string {
  const ns = startUpNs(profile);
  if (ns === 0 || neverBegan(profile)) return '';
  const left = `${formatDuration(ns)}, not in the shares`;
  const tests = testRun(profile);
  if (tests === null) return `Start-up: ${left}`;
  const { files, times, runner } = tests;
  const testsNs = lengthOf(times);
  const took = `Tests: ${formatDuration(testsNs)} in ${plural(files.length, 'file')}. `;
  const importNs = programPart(profile).meta.durationNs - testsNs;
  const isWorthwhile = importNs >= MIN_IMPORT * testsNs;
  const modules = isWorthwhile ? `Your modules: ${formatDuration(importNs)} to import. ` : '';
  return `${took}${modules}${runner} and start-up: ${left}`;
}

/** A time, and what share of the whole it is. */
function timeOfWall(timeNs: number, wallNs: number): string {
  if (wallNs <= 0) return formatDuration(timeNs);
  const percent = Math.min(100, (100 * timeNs) / wallNs);
  const digits = percent < 9.95 ? 1 : 0;
  return `${formatDuration(timeNs)} (${percent.toFixed(digits)} %)`;
}
