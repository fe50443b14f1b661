import type { ProfileContent } from '../shared/profileTab';
import type { ExportContext } from './exportContext';
import type { ActionMessage } from './feedback';
import { ContentError } from './wholeContent';

/** What of a profile `content` has, when that is not all of it; else nothing. */
export function partText(content: ProfileContent, { trans, formats }: ExportContext): string {
  const { bundle, profile, isWhole } = content;
  if (isWhole) return '';
  const kept = formats.count(profile.slices.length);
  return trans.__(
    'It holds the %1 longest of %2 slices.',
    kept,
    formats.count(bundle.summary.slices)
  );
}

/** How to go on with what there is of a profile. */
export interface PartOffer {
  readonly label: string;
  readonly run: (part: ProfileContent) => void;
}

/** Says why an export failed; where a part of the profile is at hand, it offers that. */
export function exportFailed(
  error: unknown,
  context: ExportContext,
  { label, run }: PartOffer
): ActionMessage {
  const level = 'warning';
  if (!(error instanceof ContentError)) {
    const words = error instanceof Error ? error.message : String(error);
    const text = context.trans.__('The file could not be made: %1', words);
    return { level, text, choices: [] };
  }
  const { message, part } = error;
  if (!part) return { level, text: message, choices: [] };
  const { trans, formats } = context;
  const text = trans.__(
    '%1 The output itself holds the %2 longest of %3 slices.',
    message,
    formats.count(part.profile.slices.length),
    formats.count(part.bundle.summary.slices)
  );
  return { level, text, choices: [{ label, run: () => run(part) }] };
}
