import { TOP_LEVEL } from '../../model/profile/frameNames';
import type { Profile } from '../../model/profile/profile';
import { linesOfFunction, sourceLines } from '../../model/profile/sourceText';
import { sourceOf } from '../stacks/ownFrames';
import { linesCalling } from './callingLine';
import { causeOfGrowthAt, type CauseFacts } from './causes';
import type { FindingContext } from './findingContext';
import { functionTimes } from './hotCode';

/** Calls and assignments that may keep something, to parse no more lines than that. */
const KEEPS =
  /\.(?:set|push|unshift|add|write|on|addListener|prependListener|addEventListener|subscribe)\(|\]\s*=[^=]/;

/** Lines that are looked at, at most: the parser takes time for each. */
const MAX_LINES = 24;

/** A line of a function of the user's own that ran. */
interface KeepingLine {
  readonly file: string;
  readonly line: number;
  readonly frame: number;
  /** The line on which the function begins. */
  readonly begin: number;
}

/**
 * The known cause of kept memory in the code that ran; empty where there is none, or more than one. Looks at the function
 * `name` alone, which is known to have allocated most of that memory, or at all functions if `name` is ''; `isOfBuffers` if
 * it is the memory of buffers, outside of the heap.
 */
export function causeOfGrowth(
  context: FindingContext,
  name: string,
  isOfBuffers: boolean
): CauseFacts {
  const { profile } = context;
  const { rows } = functionTimes(profile);
  const found = keepingLines(context, name).flatMap(({ file, line, frame }) => {
    const callers = linesCalling(profile, frame, rows);
    const place = { ...{ file, line, timeNs: 0, frame, callers }, functions: rows };
    const cause = causeOfGrowthAt(context, place, isOfBuffers);
    return cause.cause === undefined ? [] : [cause];
  });
  return found.length === 1 ? found[0] : {};
}

/** Lines that may keep something, of the functions that took the most time first; of functions around a line the innermost has it. */
function keepingLines({ profile }: FindingContext, name: string): readonly KeepingLine[] {
  const { frames, strings } = profile;
  const { times } = functionTimes(profile);
  const known = new Map<string, KeepingLine>();
  const texts = new Map<string, readonly string[]>();
  const textOf = (file: string): readonly string[] => {
    const found = texts.get(file) ?? sourceLines(sourceOf(profile, file) ?? '');
    texts.set(file, found);
    return found;
  };
  const lines = [...times]
    .sort(([, a], [, b]) => b - a)
    .filter(([frame]) => name === '' || strings[frames.name[frame]] === name)
    .flatMap(([frame]) => linesOf(profile, frame, textOf));
  for (const each of lines) {
    const key = `${each.line} ${each.file}`;
    const inner = known.get(key);
    if (inner === undefined || inner.begin < each.begin) known.set(key, each);
  }
  return [...known.values()].slice(0, MAX_LINES);
}

/** The lines of a function that may keep something. */
function linesOf(
  profile: Profile,
  frame: number,
  textOf: (file: string) => readonly string[]
): readonly KeepingLine[] {
  const { frames, strings } = profile;
  const file = strings[frames.file[frame]];
  const lines = textOf(file);
  const isWhole = strings[frames.name[frame]] === TOP_LEVEL;
  const begin = isWhole ? 1 : frames.line[frame];
  const [from, to] = isWhole ? [1, lines.length] : linesOfFunction(lines, begin);
  return lines
    .slice(from - 1, to)
    .flatMap((text, at) => (KEEPS.test(text) ? [{ file, line: from + at, frame, begin }] : []));
}
