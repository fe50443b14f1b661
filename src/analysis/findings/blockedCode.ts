import { IntervalLengths, joined, NO_TIME } from '../slices/intervals';
import { collectionTimes, timesOf, waitRows } from '../slices/recordedTimes';
import { NO_FRAME } from '../stacks/ownFrames';
import type { CodePlace } from '../causes/code';
import type { CallingLine } from './callingLine';
import { type CauseFacts, causeOfWait } from './causes';
import { codeAt, type FindingContext } from './findingContext';
import { lineOfFunction } from './hotCode';
import { greatest, Use } from './sampleUses';

/** A line with a call in which the thread was blocked, and for how long it was in the function of that line. */
export interface BlockedLine {
  readonly place: CodePlace & CallingLine & CauseFacts;
  readonly timeNs: number;
}

/** Calls that return only when the disk or another program has answered, such as those of databases within the program. */
const BLOCKS = /\.(?:run|get|all|each|iterate|exec|pragma)\(|Sync\(/;

/**
 * The line in whose call the thread was blocked for longest, outside of its event loop and of waits that were recorded: the
 * function whose samples such times follow, and of that the line with most of its time if that has a call that blocks; null
 * where none is known.
 */
export function blockedLine(context: FindingContext): BlockedLine | null {
  const most = greatest(blockedTimes(context));
  const hot = most && lineOfFunction(context, most.key);
  if (!hot || !BLOCKS.test(codeAt(context.profile, hot.file, hot.line))) return null;
  const { file, line, fromFile, fromLine } = hot;
  const from = fromFile === undefined ? {} : { fromFile, fromLine };
  const waits = { waits: 1, overlaps: false, isForOne: false, isBlocked: true };
  const around = { waited: new Map(), callers: [] };
  const cause = causeOfWait(context, { file, line, ...from, ...waits, ...around });
  return { place: { file, line, ...from, ...cause }, timeNs: most.value };
}

/** The time for which each function of the user's own was blocked, by its row of `frames`. */
function blockedTimes(context: FindingContext): ReadonlyMap<number, number> {
  const { profile, threads, uses } = context;
  const { time, weight } = profile.samples;
  const known = threads
    .map(track => timesOf(profile.slices, waitRows(profile, track)))
    .reduce(joined, collectionTimes(profile, threads)?.times ?? NO_TIME);
  const others = new IntervalLengths(known);
  const times = new Map<number, number>();
  for (let at = 1; at < uses.rows.length; at++) {
    const [before, row, own] = [uses.rows[at - 1], uses.rows[at], uses.own[at - 1]];
    const isAfter = Math.abs(time[before] + weight[before] - time[row]) < 1;
    if (uses.use[at] !== Use.waiting || own === NO_FRAME || !isAfter) continue;
    const end = time[row] + weight[row];
    const ns = weight[row] - others.within(time[row], end);
    times.set(own, (times.get(own) ?? 0) + ns);
  }
  return times;
}
