import { partitionPoint } from '../../base/partitionPoint';
import { FRAME_NUMBER_ARG, isFrameCategory } from '../../model/profile/categories';
import { ArgKind, type ArgTable, type Profile } from '../../model/profile/profile';

/**
 * The title of a single slice: its name, and for a run of a frame also the number of the run, as in
 * `frame1 #7`.
 */
export function sliceTitle(profile: Profile, slice: number): string {
  const { strings, labels, slices } = profile;
  const label = slices.label[slice];
  const name = strings[labels.name[label]];
  if (!isFrameCategory(strings[labels.category[label]])) return name;
  const number = frameNumber(profile, slice);
  return number === null ? name : `${name} #${number}`;
}

/**
 * 1 for each label whose slices have their own titles from {@link sliceTitle}; null if there is no such
 * label: then every slice has the name of its label.
 */
export function numberedLabels({ strings, labels }: Profile): Uint8Array | null {
  const flags = Uint8Array.from(labels.category, category => {
    return isFrameCategory(strings[category]) ? 1 : 0;
  });
  return flags.includes(1) ? flags : null;
}

function frameNumber({ args, strings }: Profile, slice: number): number | null {
  for (let arg = firstArgOf(args, slice); args.slice[arg] === slice; arg++) {
    const isNumber = args.kind[arg] === ArgKind.number && Number.isFinite(args.value[arg]);
    if (isNumber && strings[args.key[arg]] === FRAME_NUMBER_ARG) return args.value[arg];
  }
  return null;
}

/** First row of the arguments, which are ordered by slice, that is of `slice` or a later one. */
function firstArgOf(args: ArgTable, slice: number): number {
  return partitionPoint(0, args.length, row => args.slice[row] < slice);
}
