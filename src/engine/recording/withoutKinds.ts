import { partialProfile } from '../../formats/shared/rows/partialProfile';
import {
  BYTES_ARG,
  FLOPS_ARG,
  INPUT_SHAPES_ARG,
  INPUT_TENSORS_ARG,
  INPUT_TYPES_ARG,
  OUTPUT_SHAPES_ARG,
  OUTPUT_TENSORS_ARG,
  OUTPUT_TYPES_ARG,
  RUNNING_ARG
} from '../../model/profile/argKeys';
import {
  API_CATEGORY,
  DEVICE_STORAGE_CATEGORY,
  LAYER_CATEGORY,
  OPERATOR_CATEGORIES
} from '../../model/profile/categories';
import { rowsWhere } from '../../model/profile/columns';
import type { CounterSeries, Profile } from '../../model/profile/profile';
import { FACT_RECORDS } from '../../facts/table';
import type { SharedKind } from '../../sources/operators/recordedKinds';

const FACT_ARGS: readonly string[] = [
  ...[INPUT_SHAPES_ARG, INPUT_TYPES_ARG, INPUT_TENSORS_ARG],
  ...[OUTPUT_SHAPES_ARG, OUTPUT_TYPES_ARG, OUTPUT_TENSORS_ARG, FLOPS_ARG]
];

/**
 * The profile without the records of `kinds`, which other recordings requested while this one did not;
 * the profile itself without any. Slices inside of others that are left out belong to those around them.
 * Eager operators and those of graphs are one: they stay if the recording requested either.
 */
export function withoutKinds(profile: Profile, kinds: ReadonlySet<SharedKind>): Profile {
  if (kinds.size === 0) return profile;
  const { slices, labels, strings, args, tracks } = profile;
  const isLabelKept = Array.from(labels.category, category => isKept(strings[category], kinds));
  const isSliceKept = (row: number): boolean => isLabelKept[slices.label[row]];
  const isArgKept = (row: number): boolean =>
    isSliceKept(args.slice[row]) && !argsOf(kinds).includes(strings[args.key[row]]);
  const { droppedTotals } = profile;
  const dropped = rowsWhere(droppedTotals.length, row => isLabelKept[droppedTotals.label[row]]);
  const counters = profile.counters.filter(series => isCounterKept(series, kinds));
  const used = new Set(Array.from(slices.track).filter((_, row) => isSliceKept(row)));
  const part = partialProfile(
    { ...profile, counters, slices: { ...slices, parent: keptParents(profile, isSliceKept) } },
    {
      slices: rowsWhere(slices.length, isSliceKept),
      args: rowsWhere(args.length, isArgKept),
      ...(kinds.has('tensorMemory') && { allocations: new Uint32Array(0) }),
      droppedTotals: dropped
    },
    [...tracks.keys()].filter(track => tracks[track].kind !== 'asyncLane' || used.has(track))
  ).profile;
  const lost = droppedTotals.count.reduce((sum, count) => sum + count, 0);
  const left = part.droppedTotals.count.reduce((sum, count) => sum + count, 0);
  const droppedSlices = Math.max(0, profile.meta.dropped.slices - (lost - left));
  const meta = { ...part.meta, dropped: { ...part.meta.dropped, slices: droppedSlices } };
  return { ...part, meta };
}

function isKept(category: string, kinds: ReadonlySet<SharedKind>): boolean {
  if (OPERATOR_CATEGORIES.includes(category)) {
    return !kinds.has('operators') || !kinds.has('graphOperators');
  }
  if (category === API_CATEGORY) return !kinds.has('api');
  if (category === LAYER_CATEGORY) return !kinds.has('layers');
  return !FACT_RECORDS.some(
    ({ option, sharedCategories }) =>
      option && kinds.has(option.name) && sharedCategories?.includes(category)
  );
}

function argsOf(kinds: ReadonlySet<SharedKind>): readonly string[] {
  return [
    ...(kinds.has('facts') ? FACT_ARGS : []),
    ...(kinds.has('tensorMemory') ? [BYTES_ARG] : []),
    ...(kinds.has('running') ? [RUNNING_ARG] : [])
  ];
}

/** Sampled counters come from the sources of each recording itself. */
function isCounterKept({ category, kind }: CounterSeries, kinds: ReadonlySet<SharedKind>): boolean {
  if (category === API_CATEGORY) return !kinds.has('api');
  return category !== DEVICE_STORAGE_CATEGORY || kind !== 'set' || !kinds.has('tensorMemory');
}

/** The innermost kept slice around each slice, or -1. */
function keptParents({ slices }: Profile, isSliceKept: (row: number) => boolean): Int32Array {
  const around = new Int32Array(slices.length).fill(-1);
  for (let row = 0; row < slices.length; row++) {
    const parent = slices.parent[row];
    if (parent >= 0) around[row] = isSliceKept(parent) ? parent : around[parent];
  }
  return around;
}
