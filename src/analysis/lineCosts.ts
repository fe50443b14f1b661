import type { Profile, SourceName } from '../model/profile';

/** What one source line cost, from CPU samples. Shares are of the time of the whole run. */
export interface LineCost {
  readonly file: string;
  /** One-based. */
  readonly line: number;
  /** Share of the line itself, 0 … 1. */
  readonly selfShare: number;
  /** Share of the line and what it called, 0 … 1; null when call sites were not recorded. */
  readonly totalShare: number | null;
}

/** The costs of all sampled lines. */
export interface LineCosts {
  /** Each line of each file once, in no certain order. */
  readonly lines: readonly LineCost[];
  /** How many samples were taken in the run, also those of no line. */
  readonly sampleCount: number;
  /** False when only self costs are known. */
  readonly hasTotals: boolean;
}

/**
 * What each line cost. Self and total are of the same samples wherever call sites were recorded, so
 * that no line has more self than total; else V8's own ticks tell the self cost alone.
 */
export function lineCosts(profile: Profile): LineCosts {
  return profile.lineTotals.length > 0 ? fromTotals(profile) : fromTicks(profile);
}

function fromTotals(profile: Profile): LineCosts {
  const { lineTotals, strings, meta } = profile;
  const { length, file, line, self, total } = lineTotals;
  const allNs = Math.max(meta.durationNs, greatest(total));
  const lines = Array.from({ length }, (_, row) => ({
    file: strings[file[row]],
    line: line[row],
    selfShare: shareOf(self[row], allNs),
    totalShare: shareOf(total[row], allNs)
  }));
  return { lines, sampleCount: recordsOf(profile, 'callSites'), hasTotals: true };
}

function fromTicks(profile: Profile): LineCosts {
  const { lineTicks, strings, samples } = profile;
  const { length, file, line, ticks } = lineTicks;
  const ticked = ticks.reduce((sum, each) => sum + each, 0);
  const all = Math.max(ticked, samples.length, recordsOf(profile, 'cpuSampler'));
  const lines = Array.from({ length }, (_, row) => ({
    file: strings[file[row]],
    line: line[row],
    selfShare: shareOf(ticks[row], all),
    totalShare: null
  }));
  return { lines, sampleCount: all, hasTotals: false };
}

function recordsOf({ sources }: Profile, wanted: SourceName): number {
  return sources.find(({ source }) => source === wanted)?.records ?? 0;
}

function greatest(column: Float64Array): number {
  return column.reduce((most, each) => Math.max(most, each), 0);
}

/** Part of a whole, 0 … 1 whatever a profile claims. */
function shareOf(part: number, whole: number): number {
  return whole > 0 ? Math.max(0, Math.min(1, part / whole)) : 0;
}
