import { AWAIT_RULES, isRetryPause } from './awaitRules';
import { Code, type CodePlace } from './code';
import { COLLECTION_RULES } from './collectionRules';
import { GROWTH_RULES } from './growthRules';
import { PLATFORM_RULES } from './platformRules';
import { type CauseRule, type Evidence, type FoundCause, type LoopAround, Site } from './site';
import { callOf, loopsAround } from './syntax';
import { VALUE_RULES } from './valueRules';

/** One rule for each known cause; of several that match a line, the first counts. */
const CAUSE_RULES: readonly CauseRule[] = [
  ...PLATFORM_RULES,
  ...AWAIT_RULES,
  ...COLLECTION_RULES,
  ...VALUE_RULES,
  ...GROWTH_RULES
];

/** UTF-16 units of the code of a cause that are shown at most. */
const MAX_SHOWN = 60;

/** A line that is looked at. */
export interface LookedAt {
  readonly place: CodePlace;
  /** The text of a file; null if it is not known. */
  readonly textOf: (file: string) => string | null;
  readonly evidence: Evidence;
  /** The line from which the function of the line was called, from which the one there was called, and so on. */
  readonly callers: readonly CodePlace[];
}

/** The known cause that the code of a line has; null if it has none, nor is meant to take its time. */
export function findCause({ place, textOf, evidence, callers }: LookedAt): FoundCause | null {
  const source = textOf(place.file);
  if (source === null) return null;
  const code = new Code(source, place);
  const site = new Site(code, evidence, loopOfCalls(callers, textOf));
  if (evidence.costs === 'waiting' && isRetryPause(site)) {
    return { cause: null, code: '', around: null };
  }
  for (const { cause, costs = 'cpu', find } of CAUSE_RULES) {
    if (evidence.costs !== costs && (costs !== 'both' || evidence.costs === 'memory')) continue;
    const match = find(site);
    if (match === null) continue;
    const { node, loop = null } = match;
    return { cause, code: shown(code.textOf(node)), around: loop?.place ?? null };
  }
  return null;
}

/** The first loop around a call among the lines of some callers; null for none. */
function loopOfCalls(callers: readonly CodePlace[], textOf: LookedAt['textOf']): LoopAround | null {
  for (const caller of callers) {
    const loop = loopOfCall(caller, textOf);
    if (loop !== null) return loop;
  }
  return null;
}

/** The loop around a call on a line, from which the function of a hot line is called; null for none. */
function loopOfCall(place: CodePlace, textOf: LookedAt['textOf']): LoopAround | null {
  const source = textOf(place.file);
  if (source === null) return null;
  const code = new Code(source, place);
  for (const node of code.nodes) {
    if (code.lineAt(node.from) !== place.line || callOf(node, code) === null) continue;
    const [loop] = loopsAround(node, code);
    if (loop) return { node: null, place: { file: place.file, line: code.lineAt(loop.from) } };
  }
  return null;
}

/** Code as one line of bounded length. */
function shown(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN - 1)}…` : line;
}
