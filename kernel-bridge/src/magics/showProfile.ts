import type { FinishedProfile } from 'kernelscope/host';
import type { ProfileOptions } from 'kernelscope/options';
import type { Display, DisplayData } from '../display';

/** Options that change how a profile looks, not what is recorded. */
export type ShowOptions = Pick<ProfileOptions, 'sortBy' | 'ascending' | 'top' | 'format'>;

/** A profile as display data, in every form that a front end may choose from. */
export function profileDisplay(profile: FinishedProfile, options: ShowOptions): DisplayData {
  const { sortBy, ascending, top, format } = options;
  return {
    data: { 'text/plain': profile.dumps({ sortBy, ascending, top, format }) },
    transient: { display_id: `kernelscope-${profile.id}` }
  };
}

/** Shows a profile under the cell. */
export function showProfile(
  display: Display,
  profile: FinishedProfile,
  options: ShowOptions
): void {
  display.show(profileDisplay(profile, options));
}

/** Shows a text that a magic has to say. */
export function showText(display: Display, text: string): void {
  display.show({ data: { 'text/plain': text } });
}
