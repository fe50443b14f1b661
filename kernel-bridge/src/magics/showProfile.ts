import { deflateRawSync } from 'node:zlib';
import {
  CROSS_RANK_MIME_TYPE,
  type CrossRankBundle,
  QUERY_MIME_TYPE,
  crossRankCharacters,
  displayBundle,
  encodeBundle,
  lightDisplayBundle,
  validateCrossRank,
  validateQueryBundle
} from 'kernelscope/formats';
import { RecordedProfile, ProfileDiff, type ResultDisplay } from 'kernelscope/host';
import { MAX_BUNDLE_BYTES, type Profile, type ProfileBundle } from 'kernelscope/model';
import type { ProfileOptions } from 'kernelscope/settings';
import { describeThrown } from '../tslab/failure';
import type { Display } from '../requests/display';
import type { MagicSession } from './magicSession';

/** Options that change how a profile looks, not what is recorded. */
export type ShowOptions = Pick<ProfileOptions, 'sortBy' | 'ascending' | 'top' | 'format'> & {
  /** The plain text in place of the statistics. */
  readonly text?: string;
};

export interface ShownWith {
  /** Id of the cell in its notebook, where the client sends one. */
  readonly cellId?: string;
  readonly compared?: RecordedProfile | null;
}

/** Bytes below which compressing takes longer than what it saves is worth: an output has up to twenty such parts. */
const LEAST_COMPRESSED_BYTES = 256;

/** The most bytes of memory that zlib gets at a time; for less it gets as many as there are, not 16 KiB. */
const MOST_CHUNK_BYTES = 1 << 20;

/** Level 1: a quarter of the time of the default, for a few percent more bytes. */
function deflate(bytes: Uint8Array): Uint8Array {
  if (bytes.length < LEAST_COMPRESSED_BYTES) return bytes;
  return deflateRawSync(bytes, { level: 1, chunkSize: Math.min(bytes.length, MOST_CHUNK_BYTES) });
}

/** Writes the whole profile beside the notebook if its output cannot hold all of it. */
function withSidecar(
  { settings, sidecars, display }: MagicSession,
  profile: RecordedProfile,
  { cellId, compared = null }: ShownWith
): ProfileBundle {
  const comparison = compared && new ProfileDiff(compared, profile).compare();
  const sections = profile.sections();
  const { found } = profile;
  const bundle = encodeBundle(profile.data, { deflate, sections, found, comparison });
  if (!bundle.overview.partial || !settings.sidecar) {
    return bundle;
  }
  try {
    return { ...bundle, sidecar: sidecars.write(profile, { cellId }) };
  } catch (error) {
    const { evalue } = describeThrown(error);
    showText(display, `The output holds only a part of the profile. ${evalue}`);
    return bundle;
  }
}

/** Shows a profile under the cell, in every form that a front end may choose from. */
export function showProfile(
  session: MagicSession,
  profile: RecordedProfile,
  options: ShowOptions,
  shownWith: ShownWith = {}
): void {
  const bundle = withSidecar(session, profile, shownWith);
  const { sortBy, ascending, top, format, text } = options;
  const shown = { sortBy, ascending, top, format, text };
  const sections = profile.sections();
  session.display.show({
    data: { ...displayBundle(profile.data, { deflate, bundle, sections, ...shown }) },
    transient: { display_id: `kernelscope-${profile.id}` }
  });
}

/** Shows a result that is the value of a cell: its profile in every form, or its table. */
export function showResult(
  session: MagicSession,
  { profile, compared, html, text, ranks, query }: ResultDisplay
): void {
  if (profile === undefined) {
    const rich = ranks && shownRanks(ranks);
    const shown = {
      [CROSS_RANK_MIME_TYPE]: rich,
      [QUERY_MIME_TYPE]: query && validateQueryBundle(query),
      'text/html': html,
      'text/plain': text
    };
    session.display.show({
      data: Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined))
    });
    return;
  }
  const finished = (data: Profile): RecordedProfile =>
    session.host.list().find(one => one.data === data) ?? new RecordedProfile(data);
  const options = { ...session.settings.defaults, text };
  showProfile(session, finished(profile), options, { compared: compared && finished(compared) });
}

/** A comparison of ranks, checked; undefined if it is too large for an output. @throws ProfileError */
function shownRanks(ranks: object): CrossRankBundle | undefined {
  const bundle = validateCrossRank(ranks);
  return crossRankCharacters(bundle) > MAX_BUNDLE_BYTES ? undefined : bundle;
}

/** Shows a light profile under the cell: one line, which opens where our extension is. */
export function showLightly({ display }: MagicSession, profile: RecordedProfile): void {
  const { found } = profile;
  const sections = profile.sections();
  display.show({
    data: { ...lightDisplayBundle(profile.data, { deflate, sections, found }) },
    transient: { display_id: `kernelscope-${profile.id}` }
  });
}

/** Shows the text of a magic. */
export function showText(display: Display, text: string): void {
  display.show({ data: { 'text/plain': text } });
}
