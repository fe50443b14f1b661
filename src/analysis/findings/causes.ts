import type { FindingOf } from '../../model/output/findings';
import type { Profile } from '../../model/profile/profile';
import { HTTP_SERVER_CATEGORY } from '../../facts/requests/requests';
import type { Evidence, FoundCause } from '../causes/site';
import { ownRows } from '../stacks/ownFrames';
import type { CallingLine } from './callingLine';
import type { FindingContext } from './findingContext';
import { sourceOf } from './findingContext';

/** The facts of a finding about its cause; empty if none is known. */
type CauseFacts = Pick<
  FindingOf<'hotLine'>['facts'],
  'cause' | 'causeCode' | 'causeFile' | 'causeLine'
>;

/** A line that took much time. */
export interface HotPlace {
  readonly file: string;
  readonly line: number;
  readonly timeNs: number;
  /** The row of the function around it in `functions`, or `NO_FRAME`. */
  readonly frame: number;
  /** As `functionRows` has them. */
  readonly functions: Int32Array;
  readonly from: CallingLine;
}

/** The known cause that a hot line has. */
export function causeOf(context: FindingContext, place: HotPlace): CauseFacts {
  const { profile } = context;
  const called = calledShares(profile, place);
  const evidence = { ...evidenceOf(profile, place.file), costs: 'cpu', waits: 0, called } as const;
  return factsOf(found(context, place, evidence));
}

/** A line at which the thread waited, so many times. */
interface WaitPlace extends CallingLine {
  readonly file: string;
  readonly line: number;
  readonly waits: number;
}

/** The known cause that a line has at which the thread waited, or else the line that called its function. */
export function causeOfWait(context: FindingContext, place: WaitPlace): CauseFacts {
  const { profile } = context;
  const { file, line, waits, fromFile = '', fromLine = 0 } = place;
  if (file === '') return {};
  const called = new Map<string, number>();
  const evidence = { ...evidenceOf(profile, file), costs: 'waiting', waits, called } as const;
  const own = found(context, { file, line, from: place }, evidence);
  if (own !== null || fromFile === '') return factsOf(own);
  return factsOf(found(context, { file: fromFile, line: fromLine, from: {} }, evidence));
}

function found(
  { profile, findCause }: FindingContext,
  { file, line, from }: Pick<HotPlace, 'file' | 'line' | 'from'>,
  evidence: Evidence
): FoundCause | null {
  const { fromFile, fromLine } = from;
  const calledFrom =
    fromFile === undefined || fromLine === undefined ? null : { file: fromFile, line: fromLine };
  const textOf = (name: string): string | null => sourceOf(profile, name);
  return findCause({ place: { file, line }, textOf, evidence, calledFrom });
}

function factsOf(cause: FoundCause | null): CauseFacts {
  if (cause === null) return {};
  const place = cause.around && { causeFile: cause.around.file, causeLine: cause.around.line };
  return { cause: cause.cause, causeCode: cause.code, ...place };
}

type Recorded = Omit<Evidence, 'costs' | 'waits' | 'called'>;

function evidenceOf(profile: Profile, file: string): Recorded {
  const { allocations, labels, strings, meta } = profile;
  const devices = new Set(allocations.device);
  const deopts = (meta.deopts?.rows ?? []).filter(row => row.file === file || row.file === '');
  return {
    givenUpLines: deopts.flatMap(row => (row.line > 0 && row.file === file ? [row.line] : [])),
    givenUpFunctions: deopts.flatMap(row => (row.line === 0 ? [row.function] : [])),
    backends: [...devices].map(device => strings[device]),
    allocated: allocations.length,
    held: allocations.isHeld.reduce((sum, each) => sum + each, 0),
    isServer: labels.category.some(each => strings[each] === HTTP_SERVER_CATEGORY)
  };
}

/**
 * What the function around a line called itself in Node, libraries and native code, by name, as shares of the time of the
 * line: 1 at most, as other lines may have called the same.
 */
function calledShares(
  profile: Profile,
  { frame, functions, timeNs }: HotPlace
): ReadonlyMap<string, number> {
  const { stacks, samples, frames, strings } = profile;
  const own = ownRows(profile);
  const times = new Map<string, number>();
  for (let row = 0; row < samples.length; row++) {
    const stack = samples.stack[row];
    const ownRow = stack < 0 ? -1 : own[stack];
    if (ownRow < 0 || ownRow === stack || functions[stacks.frame[ownRow]] !== frame) continue;
    let called = stack;
    while (stacks.prefix[called] !== ownRow) called = stacks.prefix[called];
    const name = strings[frames.name[stacks.frame[called]]];
    times.set(name, (times.get(name) ?? 0) + samples.weight[row]);
  }
  return new Map([...times].map(([name, ns]) => [name, Math.min(1, ns / timeNs)]));
}
