import type { Profile } from '../../model/profile/profile';
import { byTime } from '../stacks/byTime';
import { ownLineCosts } from './lineCosts';

/** The CPU time of one source line, nanoseconds. */
export interface HotLine {
  readonly file: string;
  /** One-based. */
  readonly line: number;
  /** With what it called outside of the user's own code, see {@link ownLineCosts}. */
  readonly selfNs: number;
  /** With everything that the line called; null if call sites were not recorded. */
  readonly totalNs: number | null;
}

/** The lines that took time, and the time that they are part of. */
export interface HotLines {
  /** The sum of the self times of all lines and `restNs`, see `LineCosts.whole`. */
  readonly wholeNs: number;
  /** Most self time first, then most total. */
  readonly lines: readonly HotLine[];
  /** Time of none of these lines: of other code, and when nothing ran. */
  readonly restNs: number;
}

/** The lines with CPU time of all files and threads, as {@link ownLineCosts} has them. */
export function hotLines(profile: Profile): HotLines {
  const { lines, whole } = ownLineCosts(profile);
  const timed = lines.map(({ file, line, selfShare, totalShare }) => {
    const totalNs = totalShare === null ? null : totalShare * whole;
    return { file, line, selfNs: selfShare * whole, totalNs };
  });
  const hot = timed.filter(({ selfNs, totalNs }) => selfNs > 0 || (totalNs ?? 0) > 0);
  const sumNs = hot.reduce((sum, { selfNs }) => sum + selfNs, 0);
  // Lines and the whole are of two samplers in files of earlier versions, which differ by chance.
  const wholeNs = Math.max(whole, sumNs);
  return { wholeNs, lines: hot.sort(byTime), restNs: wholeNs - sumNs };
}
