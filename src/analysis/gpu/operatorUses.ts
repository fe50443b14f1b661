import { oncePer } from '../../base/oncePer';
import {
  CALL_STACK_CATEGORY,
  CUDA_CALL_CATEGORIES,
  CUDA_SYNC_CATEGORY,
  GPU_OVERHEAD_CATEGORY,
  OPERATOR_CATEGORIES
} from '../../model/profile/categories';
import type { Profile } from '../../model/profile/profile';
import type { OperatorGpuUse } from '../../model/output/gpuReport';
import { nearestMarked } from './gpuOrigins';
import type { WorkTable } from './workTable';

/** Slices that the recording, not a program, put around the work. */
const NOT_NAMED: readonly string[] = [
  ...CUDA_CALL_CATEGORIES,
  CUDA_SYNC_CATEGORY,
  GPU_OVERHEAD_CATEGORY,
  CALL_STACK_CATEGORY
];

/** 1 for each slice of an operator. */
export const operatorMarks = oncePer((profile: Profile) =>
  marksOf(profile, category => OPERATOR_CATEGORIES.includes(category))
);

function marksOf(
  { slices, labels, strings }: Profile,
  isWanted: (category: string) => boolean
): Uint8Array {
  const wanted = Uint8Array.from(labels.category, row => Number(isWanted(strings[row])));
  const marks = new Uint8Array(slices.length);
  for (let row = 0; row < slices.length; row++) marks[row] = wanted[slices.label[row]];
  return marks;
}

/**
 * Work by the name of the innermost operator that started it, or without one, of the innermost range or
 * the like; longest total first. Work started outside all of these is left out.
 */
export function operatorUses(work: WorkTable): readonly OperatorGpuUse[] {
  const { profile, rows, originOf, enclosing } = work;
  const { slices, labels, strings } = profile;
  const nearest = nearestMarked(slices, enclosing, operatorMarks(profile));
  const named = marksOf(profile, category => !NOT_NAMED.includes(category));
  const nearestNamed = nearestMarked(slices, enclosing, named);
  const isCounted = new Uint8Array(slices.length);
  const byName = new Map<string, MutableUse>();
  const byLabel: (MutableUse | undefined)[] = [];
  for (const row of rows) {
    const origin = originOf[row];
    if (origin < 0) continue;
    const operator = nearest[origin] < 0 ? nearestNamed[origin] : nearest[origin];
    if (operator < 0) continue;
    const label = slices.label[operator];
    const use = (byLabel[label] ??= useNamed(byName, strings[labels.name[label]]));
    if (isCounted[operator] === 0) use.count++;
    isCounted[operator] = 1;
    use.works++;
    use.totalNs += slices.duration[row];
  }
  return [...byName.values()].sort((a, b) => b.totalNs - a.totalNs);
}

type MutableUse = { -readonly [Key in keyof OperatorGpuUse]: OperatorGpuUse[Key] };

function useNamed(byName: Map<string, MutableUse>, name: string): MutableUse {
  const known = byName.get(name);
  if (known) return known;
  const use = { name, count: 0, works: 0, totalNs: 0 };
  byName.set(name, use);
  return use;
}
