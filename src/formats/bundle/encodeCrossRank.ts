import { GRID_LIMITS, type RankGrid, coarseGrid } from '../../layout/rankGrid';
import type { CrossRankReport, CrossRankRun } from '../../report/crossRank/crossRankReport';
import type { Deflate } from '../shared/compression';
import { toBase64 } from '../shared/text/base64';
import { clipText } from '../shared/text/clipText';
import {
  type CrossRankBundle,
  type CrossRankDetails,
  type PackedGrid,
  type PackedPart,
  type RankDirectory,
  CROSS_RANK_BUNDLE_VERSION,
  codeRange,
  encodeMultiples
} from './crossRankBundle';

/** The input of {@link encodeCrossRank}. */
export interface CrossRankInput {
  readonly report: CrossRankReport;
  readonly grids: readonly RankGrid[];
  readonly directories: readonly RankDirectory[];
  readonly folder: string | null;
}

/** How much of a comparison is kept. */
interface Extent {
  readonly rows: number;
  readonly columns: number;
  /** Ranks, the slowest first, whose operators are kept. */
  readonly operatorsOf: number;
  readonly phases: number;
}

const WHOLE: Extent = { ...GRID_LIMITS, operatorsOf: Infinity, phases: Infinity };

/** From the most to the least; the first whose JSON fits is taken. */
const EXTENTS: readonly Extent[] = [
  WHOLE,
  { rows: 1024, columns: 512, operatorsOf: 1024, phases: 1000 },
  { rows: 512, columns: 256, operatorsOf: 256, phases: 100 },
  { rows: 256, columns: 128, operatorsOf: 64, phases: 100 }
];

/** All of a comparison. */
export function encodeCrossRank(input: CrossRankInput, deflate: Deflate): CrossRankBundle {
  return encodeExtent(input, WHOLE, deflate);
}

/** As much of a comparison as fits into `maxBytes` of JSON; null if not even the least does. */
export function fitCrossRank(
  input: CrossRankInput,
  deflate: Deflate,
  maxBytes: number
): CrossRankBundle | null {
  for (const extent of EXTENTS) {
    const bundle = encodeExtent(input, extent, deflate);
    if (crossRankCharacters(bundle) <= maxBytes) return bundle;
  }
  return null;
}

/** Characters for what is not in the parts, for each grid. */
const AROUND = 250;

/** The number of characters of a bundle as JSON, and a few more. */
export function crossRankCharacters({ details, grids }: CrossRankBundle): number {
  const parts = [details, ...grids.map(({ codes }) => codes)];
  return parts.reduce((sum, { deflated }) => sum + deflated.length + AROUND, 0);
}

function encodeExtent(input: CrossRankInput, extent: Extent, deflate: Deflate): CrossRankBundle {
  const grids = input.grids.map(grid => coarseGrid(grid, extent.rows, extent.columns));
  const runs = input.report.runs.map(run => compactRun(run, extent));
  const details: CrossRankDetails = {
    report: { ...input.report, runs },
    directories: input.directories,
    axes: grids.map(({ run, phases }) => ({
      run,
      first: phases.map(({ first }) => first),
      last: phases.map(({ last }) => last),
      medianNs: phases.map(({ medianNs }) => medianNs)
    }))
  };
  const isWhole =
    grids.every((grid, at) => grid === input.grids[at]) &&
    runs.every(({ rankOperators, phases }, at) => {
      const all = input.report.runs[at];
      return (
        rankOperators.length === all.rankOperators.length && phases.length === all.phases.length
      );
    });
  return {
    version: CROSS_RANK_BUNDLE_VERSION,
    isWhole,
    folder: input.folder,
    details: pack(new TextEncoder().encode(JSON.stringify(details, shortened)), deflate),
    grids: grids.map(grid => packGrid(grid, deflate))
  };
}

function compactRun(run: CrossRankRun, { operatorsOf, phases }: Extent): CrossRankRun {
  const kept = new Set(run.ranks.slice(0, operatorsOf).map(({ rank }) => rank));
  return {
    ...run,
    phases: run.phases.slice(0, phases),
    rankOperators: run.rankOperators.filter(({ rank }) => kept.has(rank))
  };
}

/** Digits of multiples that are kept. */
const MULTIPLE_SCALE = 1e6;

/** Times in whole nanoseconds, which is what they are measured in, and names that a view can show. */
function shortened(key: string, value: unknown): unknown {
  if (typeof value === 'string') return clipText(value);
  if (typeof value !== 'number' || Number.isInteger(value)) return value;
  if (key.endsWith('Ns')) return Math.round(value);
  return Math.round(value * MULTIPLE_SCALE) / MULTIPLE_SCALE;
}

function packGrid(grid: RankGrid, deflate: Deflate): PackedGrid {
  const { run, rows, rowSize, phases, multiples } = grid;
  const range = codeRange(multiples);
  const codes = pack(encodeMultiples(multiples, range), deflate);
  return { run, rows, columns: phases.length, rowSize, ...range, codes };
}

function pack(bytes: Uint8Array, deflate: Deflate): PackedPart {
  return { rawBytes: bytes.length, deflated: toBase64(deflate(bytes)) };
}
