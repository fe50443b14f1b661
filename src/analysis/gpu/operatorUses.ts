import { CUSTOM_OPERATOR_CATEGORY, OPERATOR_CATEGORY } from '../../model/categories';
import type { Profile } from '../../model/profile';
import type { OperatorGpuUse } from './gpuReport';
import { nearestMarked } from './gpuOrigins';
import type { WorkTable } from './workTable';

/** 1 for each slice of an operator. */
export function operatorMarks({ slices, labels, strings }: Profile): Uint8Array {
  const isOperator = Uint8Array.from(labels.category, category => {
    const text = strings[category];
    return Number(text === OPERATOR_CATEGORY || text === CUSTOM_OPERATOR_CATEGORY);
  });
  const marks = new Uint8Array(slices.length);
  for (let row = 0; row < slices.length; row++) marks[row] = isOperator[slices.label[row]];
  return marks;
}

/**
 * Work by the name of the innermost operator that started it, longest first in total; work that no
 * operator started is left out.
 */
export function operatorUses(work: WorkTable): readonly OperatorGpuUse[] {
  const { profile, rows, originOf, enclosing } = work;
  const { slices, labels, strings } = profile;
  const nearest = nearestMarked(slices, enclosing, operatorMarks(profile));
  const isCounted = new Uint8Array(slices.length);
  const byName = new Map<string, MutableUse>();
  const byLabel: (MutableUse | undefined)[] = [];
  for (const row of rows) {
    const origin = originOf[row];
    const operator = origin < 0 ? -1 : nearest[origin];
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
