import { deflateRawSync } from 'node:zlib';
import { encodeBundle, profileHtml, timelineSvg } from 'kernelscope/formats';
import type { FinishedProfile } from 'kernelscope/host';
import type { BundleSidecar, ProfileBundle } from 'kernelscope/model';
import { PROFILE_MIME_TYPE } from 'kernelscope/model';
import type { ProfileOptions } from 'kernelscope/options';
import type { Display, DisplayData } from '../display';
import type { MagicSession } from './magicSession';

/** Options that change how a profile looks, not what is recorded. */
export type ShowOptions = Pick<ProfileOptions, 'sortBy' | 'ascending' | 'top' | 'format'>;

function encode(profile: FinishedProfile, sidecar: BundleSidecar | null): ProfileBundle {
  const deflate = (bytes: Uint8Array): Uint8Array => deflateRawSync(bytes);
  return encodeBundle(profile.data, { deflate, sidecar, sections: profile.sections() });
}

function toDisplay(
  profile: FinishedProfile,
  bundle: ProfileBundle,
  { sortBy, ascending, top, format }: ShowOptions
): DisplayData {
  return {
    data: {
      [PROFILE_MIME_TYPE]: bundle,
      'text/html': profileHtml(profile.data),
      'image/svg+xml': timelineSvg(profile.data),
      'text/plain': profile.dumps({ sortBy, ascending, top, format })
    },
    transient: { display_id: `kernelscope-${profile.id}` }
  };
}

/** Writes the whole profile beside the notebook if its output cannot hold all of it. */
function withSidecar(
  { settings, sidecars, display }: MagicSession,
  profile: FinishedProfile,
  cellId: string | undefined
): ProfileBundle {
  const bundle = encode(profile, null);
  if (!bundle.overview.partial || !settings.sidecar) {
    return bundle;
  }
  try {
    return { ...bundle, sidecar: sidecars.write(profile, { cellId }) };
  } catch (error) {
    showText(display, `The output holds a part of the profile only. ${String(error)}`);
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
  session.display.show(toDisplay(profile, bundle, options));
}

/** Shows a text that a magic has to say. */
export function showText(display: Display, text: string): void {
  display.show({ data: { 'text/plain': text } });
}
