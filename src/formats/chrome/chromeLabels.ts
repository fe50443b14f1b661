import { numberedLabels, sliceTitle } from '../../analysis/slices/sliceTitle';
import { EVENT_CATEGORY } from '../../model/profile/categories';
import type { Profile } from '../../model/profile/profile';
import { type ChromeLabels, type ChromeOutput, Pairing } from './chromeOutput';
import { quoteText } from '../shared/text/jsonWriter';

/**
 * Flags the special labels of `profile`; null when there are none, as most profiles have none. The
 * slices of `pairedCategory` are always to be pairs.
 */
export function specialLabels(profile: Profile, pairedCategory?: string): ChromeLabels | null {
  const { strings, labels } = profile;
  const event = strings.indexOf(EVENT_CATEGORY);
  const paired = pairedCategory === undefined ? -1 : strings.indexOf(pairedCategory);
  const pairing = Uint8Array.from(labels.category, category => {
    if (category === paired) return Pairing.always;
    return category === event ? Pairing.whereClear : Pairing.none;
  });
  const isNumbered = numberedLabels(profile);
  if (isNumbered === null && !pairing.some(each => each !== Pairing.none)) return null;
  return { pairing, isNumbered: isNumbered ?? new Uint8Array(labels.length) };
}

/** Whether some of the slices in `rows` have a special label. */
export function hasSpecialLabels({ profile, special }: ChromeOutput, rows: Uint32Array): boolean {
  if (special === null) return false;
  const { pairing, isNumbered } = special;
  const { label } = profile.slices;
  return rows.some(row => pairing[label[row]] + isNumbered[label[row]] > 0);
}

/** `"name":…,"cat":…` of a slice. */
export function nameAndCategory(
  { writer, templates, profile, special }: ChromeOutput,
  slice: number
): string {
  const label = profile.slices.label[slice];
  if (special?.isNumbered[label] !== 1) return templates.nameAndCategory(label);
  const category = writer.quote(profile.labels.category[label]);
  return `"name":${quoteText(sliceTitle(profile, slice))},"cat":${category}`;
}
