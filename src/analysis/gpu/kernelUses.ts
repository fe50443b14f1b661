import type { KernelUse } from '../../model/output/gpuReport';
import { WorkKind } from './gpuWork';
import type { KernelOccupancies } from './kernelOccupancies';
import type { WorkTable } from './workTable';

interface KernelTotals {
  count: number;
  totalNs: number;
  minNs: number;
  maxNs: number;
  /** Place of the longest run in the rows of the work. */
  longest: number;
}

/** Kernels by name, longest first in total. */
export function kernelUses(work: WorkTable, occupancies: KernelOccupancies): readonly KernelUse[] {
  const totals = [...kernelTotals(work)];
  const allNs = totals.reduce((sum, [, { totalNs }]) => sum + totalNs, 0);
  const uses = totals.map(([name, each]) => kernelUse(work, { name, allNs, ...each }, occupancies));
  return uses.sort((a, b) => b.totalNs - a.totalNs);
}

// hot
function kernelTotals({ profile, rows, kindOfLabel }: WorkTable): Map<string, KernelTotals> {
  const { slices, labels, strings } = profile;
  const byLabel: (KernelTotals | undefined)[] = [];
  const byName = new Map<string, KernelTotals>();
  for (let at = 0; at < rows.length; at++) {
    const label = slices.label[rows[at]];
    if (kindOfLabel[label] !== WorkKind.kernel) continue;
    const known = byLabel[label];
    const totals = known ?? totalsOf(byName, strings[labels.name[label]]);
    if (!known) byLabel[label] = totals;
    const ns = slices.duration[rows[at]];
    totals.count++;
    totals.totalNs += ns;
    if (ns < totals.minNs) totals.minNs = ns;
    if (ns <= totals.maxNs) continue;
    totals.maxNs = ns;
    totals.longest = at;
  }
  return byName;
}

function totalsOf(byName: Map<string, KernelTotals>, name: string): KernelTotals {
  const known = byName.get(name);
  if (known) return known;
  const totals = { count: 0, totalNs: 0, minNs: Infinity, maxNs: -1, longest: 0 };
  byName.set(name, totals);
  return totals;
}

function kernelUse(
  { profile, args }: WorkTable,
  kernel: KernelTotals & { readonly name: string; readonly allNs: number },
  occupancies: KernelOccupancies
): KernelUse {
  const { name, count, totalNs, minNs, maxNs, longest, allNs } = kernel;
  const occupancy = occupancies.of(longest);
  return {
    name,
    count,
    totalNs,
    minNs,
    maxNs,
    share: allNs > 0 ? totalNs / allNs : 0,
    grid: profile.strings[args.grid[longest]],
    block: profile.strings[args.block[longest]],
    registers: args.registers[longest],
    sharedBytes: args.sharedBytes[longest],
    occupancy: occupancy?.share ?? null,
    limitedBy: occupancy?.limitedBy ?? null
  };
}
