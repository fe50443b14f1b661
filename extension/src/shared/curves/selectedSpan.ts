import type { TimeWindow } from 'kernelscope/analysis';
import type { Profile } from 'kernelscope/model';
import type { Selection } from '../content/selection';

/** When the selected slice ran, or null when no one slice of the profile is selected. */
export function selectedSpan({ slices }: Profile, selection: Selection): TimeWindow | null {
  if (selection.type !== 'slice' || selection.slice >= slices.length) return null;
  const fromNs = slices.start[selection.slice];
  return { fromNs, toNs: fromNs + slices.duration[selection.slice] };
}
