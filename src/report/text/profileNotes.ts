import { neverBegan } from '../../analysis/stacks/programPart';
import { formatCount, formatDuration, joinWords, plural } from '../../base/text';
import { NS_PER_MS } from '../../base/time';
import { EVENT_LOOP_CATEGORY, EVENT_LOOP_LAG } from '../../model/profile/categories';
import type { Profile } from '../../model/profile/profile';
import { type SourceName, OUT_OF_MEMORY } from '../../model/profile/sourceReport';
import { COLUMN_SOURCES } from '../../facts/shared/columnSources';
import { FACT_RECORDS } from '../../facts/table';

/** Notes about the completeness of `profile`, one sentence each and each once; often none. */
export function profileNotes(profile: Profile): string[] {
  const { truncated, status } = profile.meta;
  const notes = [...endingNotes(profile), ...dropNotes(profile), ...longestBlock(profile)];
  if (neverBegan(profile)) notes.push(NEVER_BEGAN_NOTE);
  else if (status !== 'complete') notes.push(STATUS_NOTES[status]);
  if (truncated) notes.push(CUT_OFF_NOTE);
  return [...new Set([...notes, ...sourceNotes(profile)])];
}

/** Why a program that was killed could not go on, if that is known: it comes before everything else. */
function endingNotes({ sources }: Profile): string[] {
  const ending = sources.filter(({ message }) => message.includes(OUT_OF_MEMORY));
  return ending.map(({ source, message }) => `${sourceTitle(source)}: ${message}`);
}

/** What each source says of its failures and of its records; sources that say the same say it together. */
function sourceNotes({ sources }: Profile): string[] {
  const titles = new Map<string, string[]>();
  for (const { source, status, message } of sources) {
    if (status === 'ok' && message === '') continue;
    const text = message || status;
    const known = titles.get(text) ?? [];
    const title = sourceTitle(source);
    if (!known.includes(title)) titles.set(text, [...known, title]);
  }
  return [...titles].map(([text, said]) => `${joinWords(said, 'and')}: ${text}`);
}

/** The records of `profile` that were not kept, one sentence each; the same in every format. */
export function dropNotes(profile: Profile): string[] {
  const { slices } = profile.meta.dropped;
  const others = otherDrops(profile);
  if (slices === 0) return others;
  const were = slices === 1 ? 'was' : 'were';
  const kept = `${plural(slices, 'slice')} ${were} recorded but not kept; totals are exact.`;
  return [kept, ...others];
}

/** The note on a file whose end is missing. */
export const CUT_OFF_NOTE = 'The file was cut off; only its intact part is shown.';

/** The note on a program of which only the start-up was seen. */
export const NEVER_BEGAN_NOTE =
  'The program ended with an error before any of its own code but imports was seen to run: there is nothing but its start-up (--startup shows it).';

/** The note for each status except `complete`. */
export const STATUS_NOTES = {
  error: 'The code ended with an error; everything up to it is here.',
  interrupted: 'The code was interrupted; everything up to then is here.',
  exited: 'The process ended while recording; everything up to then is here.',
  recovered: 'Recovered after the process was killed; the end may be missing.'
} as const;

/** Shorter delays of the event loop are not worth a sentence, nanoseconds. */
const LONG_BLOCK_NS = 100 * NS_PER_MS;

/** The longest delay of timers and `await`s by code that ran without a pause, if sampled. */
function longestBlock({ counters }: Profile): string[] {
  const lags = counters.filter(
    ({ name, category }) => name === EVENT_LOOP_LAG && category === EVENT_LOOP_CATEGORY
  );
  const longestNs = lags.reduce(
    (longest, { value }) => value.reduce((most, lag) => Math.max(most, lag), longest),
    0
  );
  if (longestNs < LONG_BLOCK_NS) return [];
  return [
    `The event loop was late by up to ${formatDuration(longestNs)}: something ran without a pause.`
  ];
}

function otherDrops({ meta }: Profile): string[] {
  const { instants, counterValues, args, flows } = meta.dropped;
  const kinds: readonly (readonly [count: number, word: string])[] = [
    [instants, 'instants'],
    [counterValues, 'counter values'],
    [args, 'arguments'],
    [flows, 'flows']
  ];
  const parts = kinds.filter(([count]) => count > 0);
  if (parts.length === 0) return [];
  const listed = parts.map(([count, word]) => `${formatCount(count)} ${word}`).join(', ');
  return [`Also recorded but not kept: ${listed}.`];
}

const TITLES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(COLUMN_SOURCES),
  ...FACT_RECORDS.map(({ source }) => [source.name, source.title] as const)
]);

/** The data of a source, as the start of a sentence about losses. */
function sourceTitle(name: SourceName): string {
  return TITLES.get(name) ?? name;
}
