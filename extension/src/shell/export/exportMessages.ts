import { type HeldWords, heldSlices } from '../../shared/content/heldSlices';
import type { ProfileContent } from '../../shared/content/profileTab';
import type { ActionMessage, ExportContext } from './exportContext';
import { ContentError } from './wholeContent';

/** The part of a profile that `content` has; empty if it has all of it. */
export function partText(content: ProfileContent, { trans, formats }: ExportContext): string {
  if (content.isWhole) return '';
  return trans.__('It holds %1.', heldPart(content, { trans, formats }));
}

const heldPart = ({ profile, bundle }: ProfileContent, words: HeldWords): string =>
  heldSlices(profile.slices.length, bundle.summary, words);

/** How to go on with what there is of a profile. */
export interface PartOffer {
  readonly label: string;
  readonly run: (part: ProfileContent) => void;
}

/** Shows why an export failed; where a part of the profile is at hand, it offers that. */
export function exportFailed(
  error: unknown,
  context: ExportContext,
  { label, run }: PartOffer
): ActionMessage {
  if (!(error instanceof ContentError)) return notMade(error, context);
  const level = 'warning';
  const { message, part } = error;
  if (!part) return { level, text: message, choices: [] };
  const held = heldPart(part, context);
  const text = context.trans.__('%1 The output itself holds %2.', message, held);
  return { level, text, choices: [{ label, run: () => run(part) }] };
}

/** Says why a file could not be made. */
export function notMade(error: unknown, { trans }: Pick<ExportContext, 'trans'>): ActionMessage {
  const words = error instanceof Error ? error.message : String(error);
  return { level: 'warning', text: trans.__('The file could not be made: %1', words), choices: [] };
}
