import { deflateRawSync } from 'node:zlib';
import { displayBundle, encodeBundle, lightDisplayBundle } from 'kernelscope/formats';
import type { FinishedProfile } from 'kernelscope/host';
import type { ProfileBundle } from 'kernelscope/model';
import type { ProfileOptions } from 'kernelscope/settings';
import { describeThrown } from '../tslab/failure';
import type { Display } from '../requests/display';
import type { MagicSession } from './magicSession';

/** Options that change how a profile looks, not what is recorded. */
export type ShowOptions = Pick<ProfileOptions, 'sortBy' | 'ascending' | 'top' | 'format'>;

/** Level 1: a quarter of the time of the default, for a few percent more bytes. */
function deflate(bytes: Uint8Array): Uint8Array {
  return deflateRawSync(bytes, { level: 1 });
}

/** Writes the whole profile beside the notebook if its output cannot hold all of it. */
function withSidecar(
  { settings, sidecars, display }: MagicSession,
  profile: FinishedProfile,
  cellId: string | undefined
): ProfileBundle {
  const bundle = encodeBundle(profile.data, { deflate, sections: profile.sections() });
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
  profile: FinishedProfile,
  options: ShowOptions,
  cellId?: string
): void {
  const bundle = withSidecar(session, profile, cellId);
  const { sortBy, ascending, top, format } = options;
  const shown = { sortBy, ascending, top, format };
  const sections = profile.sections();
  session.display.show({
    data: { ...displayBundle(profile.data, { deflate, bundle, sections, ...shown }) },
    transient: { display_id: `kernelscope-${profile.id}` }
  });
}

/** Shows a light profile under the cell: one line, which opens where our extension is. */
export function showLightly({ display }: MagicSession, profile: FinishedProfile): void {
  display.show({
    data: { ...lightDisplayBundle(profile.data, { deflate, sections: profile.sections() }) },
    transient: { display_id: `kernelscope-${profile.id}` }
  });
}

/** Shows the text of a magic. */
export function showText(display: Display, text: string): void {
  display.show({ data: { 'text/plain': text } });
}
