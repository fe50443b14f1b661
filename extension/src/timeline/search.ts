import type { LaneIndex } from 'kernelscope/layout';
import { filterLaneIndex } from 'kernelscope/layout';
import type { Profile } from 'kernelscope/model';
import type { TimelineModel } from './model';

/** Slices picked out by their labels. */
export interface LabelMatches {
  /** 1 for each label that matches. */
  readonly labels: Uint8Array;
  readonly count: number;
  /** The matching slices in their lanes. */
  readonly lit: LaneIndex;
}

/** The slices whose name contains `text` in any case. */
export function matchesOfText(model: TimelineModel, text: string): LabelMatches {
  const wanted = text.toLowerCase();
  const contains = model.profile.strings.map(each => each.toLowerCase().includes(wanted));
  return matchesOf(model, label => contains[model.profile.labels.name[label]]);
}

/** The slices of one category and name. */
export function matchesOfLabel(
  model: TimelineModel,
  { category, name }: { readonly category: string; readonly name: string }
): LabelMatches {
  const { strings, labels } = model.profile;
  return matchesOf(
    model,
    label => strings[labels.name[label]] === name && strings[labels.category[label]] === category
  );
}

/** The matching slice after `slice` in time, or before it, around the end; -1 when none matches. */
export function nextMatch(
  { slices }: Profile,
  { labels, count }: LabelMatches,
  slice: number,
  step: 1 | -1
): number {
  if (count === 0) return -1;
  let at = slice < 0 && step < 0 ? 0 : slice;
  do at = (at + step + slices.length) % slices.length;
  while (labels[slices.label[at]] === 0);
  return at;
}

function matchesOf(model: TimelineModel, isMatch: (label: number) => boolean): LabelMatches {
  const { slices, labels: table } = model.profile;
  const labels = Uint8Array.from({ length: table.length }, (_, at) => (isMatch(at) ? 1 : 0));
  const lit = filterLaneIndex(model.index, slice => labels[slices.label[slice]] === 1);
  return { labels, count: lit.slice.length, lit };
}
