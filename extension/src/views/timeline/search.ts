import { numberedLabels, sliceTitle } from 'kernelscope/analysis';
import { type LaneIndex, filterLaneIndex } from 'kernelscope/layout';
import { type Profile, WAITING_CATEGORY } from 'kernelscope/model';
import type { TimelineModel } from './model';
import { waitPlace } from './withBlocks';

/** Slices picked out by what they are called. */
export interface SliceMatches {
  /** 1 for each slice that matches. */
  readonly slices: Uint8Array;
  readonly count: number;
  /** The matching slices in their lanes. */
  readonly lit: LaneIndex;
}

/** The slices whose title contains `text` in any case. */
export function matchesOfText(model: TimelineModel, text: string): SliceMatches {
  const { profile } = model;
  const { strings, labels } = profile;
  const contains = (each: string): boolean => each.toLowerCase().includes(text.toLowerCase());
  const isFound = strings.map(contains);
  const isTitle = new Set(
    Array.from(model.waitTitles).flatMap(([label, title]) => (contains(title) ? [label] : []))
  );
  const numbered = numberedLabels(profile);
  return matchesOf(model, (label, slice) => {
    if (isFound[labels.name[label]] || isTitle.has(label)) return true;
    return numbered?.[label] === 1 && contains(sliceTitle(profile, slice));
  });
}

/** The slices of one category and name. */
export function matchesOfLabel(
  model: TimelineModel,
  { category, name }: { readonly category: string; readonly name: string }
): SliceMatches {
  const { strings, labels } = model.profile;
  const isWanted = Array.from(labels.name, (row, label) => {
    return strings[row] === name && strings[labels.category[label]] === category;
  });
  return matchesOf(model, label => isWanted[label]);
}

/** The slices of the functions that begin on a line, in call stacks, and the waits at it. */
export function matchesOfLine(
  model: TimelineModel,
  { file, line }: { readonly file: string; readonly line: number }
): SliceMatches {
  const { frames, labels, strings } = model.profile;
  const waiting = strings.indexOf(WAITING_CATEGORY);
  const isWanted = Array.from(model.frameOfLabel, (frame, label) => {
    if (frame < 0) {
      const place =
        labels.category[label] === waiting ? waitPlace(strings[labels.name[label]]) : null;
      return place !== null && place.file === file && place.line === line;
    }
    return frames.line[frame] === line && strings[frames.file[frame]] === file;
  });
  return matchesOf(model, label => isWanted[label]);
}

/** The matching slice after `slice` in time, or before it, around the end; -1 when none matches. */
export function nextMatch(
  { slices: { length } }: Profile,
  { slices, count }: SliceMatches,
  slice: number,
  step: 1 | -1
): number {
  if (count === 0) return -1;
  let at = slice < 0 && step < 0 ? 0 : slice;
  do at = (at + step + length) % length;
  while (slices[at] === 0);
  return at;
}

/** The place of a slice among the matching ones in time, one-based; 0 if it is none of them. */
export function placeOfMatch({ slices }: SliceMatches, slice: number): number {
  if (slice < 0 || slices[slice] === 0) return 0;
  let place = 0;
  for (let at = 0; at <= slice; at++) place += slices[at];
  return place;
}

function matchesOf(
  model: TimelineModel,
  isMatch: (label: number, slice: number) => boolean
): SliceMatches {
  const { label } = model.profile.slices;
  const slices = new Uint8Array(label.length);
  for (let slice = 0; slice < label.length; slice++) {
    slices[slice] = isMatch(label[slice], slice) ? 1 : 0;
  }
  const lit = filterLaneIndex(model.index, slice => slices[slice] === 1);
  return { slices, count: lit.slice.length, lit };
}
