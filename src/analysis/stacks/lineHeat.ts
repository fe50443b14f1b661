import type { LineTotalTable, Profile } from '../../model/profile/profile';
import { programPart } from './programPart';
import { type LineWeights, heapLines, operatorLines } from './lineCosts';

/** The heat of one source line. */
export interface LineHeat {
  /** One-based. */
  readonly line: number;
  /** Samples whose innermost position was on the line. */
  readonly ticks: number;
  /**
   * Share of all ticks of the profile, in every file, 0 … 1. If a profile has totals of lines but no
   * ticks, the share of all their self time. A callee's time is not included: it counts at the callee's
   * line.
   */
  readonly share: number;
  /** Time of the samples that counted as ticks, nanoseconds; null when it was not recorded. */
  readonly selfNs: number | null;
  /** Time of the samples with the line on their stack, nanoseconds; null when not recorded. */
  readonly totalNs: number | null;
  /**
   * Bytes that the functions which begin on the line allocated on the heap, estimated; null when it
   * was not recorded. V8's heap profiler knows no other lines.
   */
  readonly selfBytes: number | null;
  /** The same with what those functions called. */
  readonly totalBytes: number | null;
  /** Time of operators called on the line, nanoseconds; null when their stacks were not recorded. */
  readonly operatorSelfNs: number | null;
  /** Time of operators with the line on their stack, nanoseconds; null likewise. */
  readonly operatorTotalNs: number | null;
}

/** The lines of `file` that cost something, by line number. */
export function lineHeat(whole: Profile, file: string): LineHeat[] {
  const profile = programPart(whole);
  const { lineTicks, lineTotals, strings } = profile;
  const lines = new Map<number, LineSums>();
  const sumsOf = (line: number) => {
    const known = lines.get(line) ?? { ...NOTHING };
    lines.set(line, known);
    return known;
  };
  for (let row = 0; row < lineTicks.length; row++) {
    if (strings[lineTicks.file[row]] !== file || lineTicks.ticks[row] === 0) continue;
    sumsOf(lineTicks.line[row]).ticks += lineTicks.ticks[row];
  }
  for (let row = 0; row < lineTotals.length; row++) {
    if (strings[lineTotals.file[row]] === file) addTotals(sumsOf, lineTotals, row);
  }
  addWeights(sumsOf, heapLines(profile), file, ['selfBytes', 'totalBytes']);
  addWeights(sumsOf, operatorLines(profile), file, ['operatorSelfNs', 'operatorTotalNs']);
  const allTicks = lineTicks.ticks.reduce((sum, ticks) => sum + ticks, 0);
  const allNs = lineTotals.self.reduce((sum, ns) => sum + ns, 0);
  const share = ({ ticks, selfNs }: LineSums) =>
    allTicks > 0 ? ticks / allTicks : (selfNs ?? 0) / Math.max(1, allNs);
  return [...lines]
    .map(([line, sums]) => ({ line, ...sums, share: share(sums) }))
    .sort((a, b) => a.line - b.line);
}

type LineSums = { -readonly [Name in Exclude<keyof LineHeat, 'line' | 'share'>]: LineHeat[Name] };

const NOTHING: Readonly<LineSums> = {
  ticks: 0,
  selfNs: null,
  totalNs: null,
  selfBytes: null,
  totalBytes: null,
  operatorSelfNs: null,
  operatorTotalNs: null
};

function addWeights(
  sumsOf: (line: number) => LineSums,
  { lines }: LineWeights,
  wanted: string,
  [selfName, totalName]: readonly [WeightName, WeightName]
): void {
  for (const { file, line, self, total } of lines) {
    if (file !== wanted) continue;
    const sums = sumsOf(line);
    sums[selfName] = self;
    sums[totalName] = total;
  }
}

type WeightName = 'selfBytes' | 'totalBytes' | 'operatorSelfNs' | 'operatorTotalNs';

function addTotals(
  sumsOf: (line: number) => LineSums,
  { line, self, total }: LineTotalTable,
  row: number
): void {
  if (total[row] === 0) return;
  const sums = sumsOf(line[row]);
  sums.selfNs = (sums.selfNs ?? 0) + self[row];
  sums.totalNs = (sums.totalNs ?? 0) + total[row];
}
