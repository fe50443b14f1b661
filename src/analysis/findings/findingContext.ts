import type { LookedAt } from '../causes/findCause';
import type { FoundCause } from '../causes/site';
import type { Ranked } from '../../facts/shared/fact';
import type { Finding, TimeShares } from '../../model/output/findings';
import { sourceLines } from '../../model/profile/sourceText';
import type { Profile } from '../../model/profile/profile';
import { shareInterval } from '../slices/shareInterval';
import type { AnyShare, TimeOf } from '../slices/scopedTime';
import { sourceOf } from '../stacks/ownFrames';
import type { SampleUses } from './sampleUses';

/** The inputs of all searches for findings. */
export interface FindingContext {
  readonly profile: Profile;
  /** Tracks of the profiled thread, of `profiledTracks`. */
  readonly threads: readonly number[];
  readonly uses: SampleUses;
  readonly shares: TimeShares | null;
  /** The wholes that shares are of, nanoseconds, > 0. */
  readonly whole: Wholes;
  /** The share of the run for which the profiled thread did not wait for a core, > 0. */
  readonly unqueued: number;
  readonly findCause: CauseSearch;
}

/** Finds the known cause that the code of a line has; null for none. */
export type CauseSearch = (line: LookedAt) => FoundCause | null;

/**
 * The length of the run, as time of the profiled thread and of all threads together, of which moments of
 * several threads count once.
 */
export interface Wholes {
  readonly thread: TimeOf<'thread'>;
  readonly run: TimeOf<'run'>;
}

/** A finding with its importance. */
export type RankedFinding = Ranked<Finding> & {
  /**
   * Of requests that the program sends itself, the share of the run in which the code ran that answers them: nobody else
   * waits for that, so that it is as important as other code.
   */
  readonly runShare?: number;
};

export type FindingSearch = (context: FindingContext) => readonly RankedFinding[];

/** The bounds of a share that `count` samples show; exact without samples. */
export function sampledShare(
  share: AnyShare,
  count: number
): Pick<Finding, 'share' | 'low' | 'high'> {
  const { low, high } = shareInterval(share, count);
  return { share, low, high };
}

/** A share that was measured, not sampled. */
export function exactShare(share: AnyShare): Pick<Finding, 'share' | 'low' | 'high'> {
  return { share, low: null, high: null };
}

/** Length of the text of a line at most, UTF-16 units. */
const MAX_CODE = 120;

/** The text of a line of the profiled cell or another one, without the space around it; '' if unknown. */
export function codeAt(profile: Profile, file: string, line: number): string {
  return excerpt(lineAt(profile, file, line));
}

/** The text of a line that waits, from its first `await` on; all of it if it has none, '' if unknown. */
export function awaitAt(profile: Profile, file: string, line: number): string {
  const code = lineAt(profile, file, line);
  return excerpt(code.slice(Math.max(0, code.search(AWAIT))));
}

const AWAIT = /\bawait\b|\bfor\s+await\b/;

function lineAt(profile: Profile, file: string, line: number): string {
  return sourceLines(sourceOf(profile, file) ?? '')[line - 1]?.trim() ?? '';
}

function excerpt(code: string): string {
  return code.length > MAX_CODE ? `${code.slice(0, MAX_CODE - 1)}…` : code;
}

/** A function of the user's own code; all is empty where there is none. */
export interface FunctionFacts {
  readonly function: string;
  readonly file: string;
  readonly line: number;
}

/** The facts of a function by its row of `frames`. */
export function functionFacts({ frames, strings }: Profile, frame: number): FunctionFacts {
  if (frame < 0) return { function: '', file: '', line: 0 };
  return {
    function: strings[frames.name[frame]],
    file: strings[frames.file[frame]],
    line: frames.line[frame]
  };
}
