import type { BundleComparison, ComparedWhole } from '../../model/output/comparison';
import { comparedRows } from './comparedRows';
import type { ComparedSide } from './comparedSide';
import { comparedRun, repeatedMean, repetitionRow, runsOf } from './comparedSide';
import { comparedSource } from './comparedSource';
import { comparedTree } from './comparedTree';
import { relativeChange } from './meanChange';

/** The comparison of two profiles, bounded in its lines and calls. Times are of one run. */
export function compareProfiles(before: ComparedSide, after: ComparedSide): BundleComparison {
  return {
    before: comparedRun(before),
    after: comparedRun(after),
    whole: comparedWhole(before, after),
    ...comparedRows(before, after),
    hiddenRows: 0,
    source: comparedSource(before, after),
    tree: comparedTree(before, after)
  };
}

/** The time of a run of the whole cell in both profiles. */
function comparedWhole(before: ComparedSide, after: ComparedSide): ComparedWhole {
  const [from, to] = [before, after].map(side => repeatedMean(repetitionRow(side), runsOf(side)));
  const [beforeNs, afterNs] = [wholeNs(before), wholeNs(after)];
  const isKnown = from !== null && to !== null && beforeNs > 0 && afterNs > 0;
  const interval = isKnown ? relativeChange(from, to) : { low: null, high: null };
  return { beforeNs, afterNs, ...interval };
}

function wholeNs(side: ComparedSide): number {
  return repetitionRow(side)?.perRun?.mean ?? side.profile.meta.durationNs;
}
