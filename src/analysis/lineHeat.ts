import type { Profile } from '../model/profile';

/** How hot one source line is. */
export interface LineHeat {
  /** One-based. */
  readonly line: number;
  /** Samples whose innermost frame was on the line. */
  readonly ticks: number;
  /** Share of all self samples of the profile, 0 … 1. */
  readonly share: number;
}

/**
 * The lines of `file` that were sampled, by line number. Shares are of all samples that have a
 * line, so that the heat of several files compares. Self samples only: time in a callee counts
 * there.
 */
export function lineHeat({ lineTicks, strings }: Profile, file: string): LineHeat[] {
  const byLine = new Map<number, number>();
  let all = 0;
  for (let row = 0; row < lineTicks.length; row++) {
    const ticks = lineTicks.ticks[row];
    all += ticks;
    if (strings[lineTicks.file[row]] !== file) continue;
    byLine.set(lineTicks.line[row], (byLine.get(lineTicks.line[row]) ?? 0) + ticks);
  }
  return [...byLine]
    .filter(([, ticks]) => ticks > 0)
    .map(([line, ticks]) => ({ line, ticks, share: ticks / all }))
    .sort((a, b) => a.line - b.line);
}
