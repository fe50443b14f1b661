import type { RankGrid } from '../../layout/rankGrid';
import {
  CROSS_RANK_REPORT_LIMITS,
  type CrossRankReport
} from '../../report/crossRank/crossRankReport';

/** MIME type of a comparison of ranks in a notebook output; the version is inside the data. */
export const CROSS_RANK_MIME_TYPE = 'application/vnd.kernelscope.ranks+json';

/** Version of {@link CrossRankBundle}. */
export const CROSS_RANK_BUNDLE_VERSION = 1;

/** The file beside the report with all of its cells; the output and the page have the same form. */
export const CROSS_RANK_BUNDLE_FILE = 'cross_rank_view.json';

/** Bytes that were compressed. */
export interface PackedPart {
  /** Before compression. */
  readonly rawBytes: number;
  /** A raw DEFLATE stream in base64. */
  readonly deflated: string;
}

/** A {@link RankGrid} without its axes, which are in {@link CrossRankDetails}. */
export interface PackedGrid {
  readonly run: number;
  readonly rows: number;
  readonly columns: number;
  readonly rowSize: number;
  /** The lowest and the highest multiple, the ends of the scale of codes. */
  readonly low: number;
  readonly high: number;
  /** A code of two bytes for each cell: first the upper bytes of all, then the lower ones. */
  readonly codes: PackedPart;
}

/** A comparison of ranks as it is stored in a notebook output, in a page and in a file. */
export interface CrossRankBundle {
  readonly version: number;
  /** False if neighbouring cells were joined, or rows of tables left out, to bound its size. */
  readonly isWhole: boolean;
  /**
   * The analysed folder, relative to that of the notebook or page, with forward slashes; null if there
   * is no relative path.
   */
  readonly folder: string | null;
  /** {@link CrossRankDetails} as JSON. */
  readonly details: PackedPart;
  readonly grids: readonly PackedGrid[];
}

/** The directory of one cycle of a rank, relative to the analysed folder, with forward slashes. */
export type RankDirectory = readonly [run: number, rank: number, cycle: number, directory: string];

/** The columns of the grid of a run, as lists of the same length. */
export interface GridAxis {
  readonly run: number;
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly medianNs: readonly number[];
}

/** The report, and what leads from it to the profiles. */
export interface CrossRankDetails {
  readonly report: CrossRankReport;
  readonly directories: readonly RankDirectory[];
  readonly axes: readonly GridAxis[];
}

/** A comparison of ranks that was read and checked. */
export interface CrossRankContent {
  readonly isWhole: boolean;
  readonly folder: string | null;
  readonly report: CrossRankReport;
  readonly directories: readonly RankDirectory[];
  /** One for each run that has phases. */
  readonly grids: readonly RankGrid[];
}

/** The limits of a reader; a writer stays within them. */
export const CROSS_RANK_LIMITS = {
  ...CROSS_RANK_REPORT_LIMITS,
  /** JSON of the details, bytes. */
  detailBytes: 64 * 1024 * 1024,
  /** Base64 text of one part, characters. */
  partCharacters: 96 * 1024 * 1024,
  directories: 200_000
} as const;

/** Codes of two bytes: 0 stands for a cell without time, the others for equal factors. */
const LAST_CODE = 65_535;

/** Multiples below this are written as this one. */
const LEAST = 1e-6;

/** The lowest and the highest multiple of a grid. */
interface CodeRange {
  readonly low: number;
  readonly high: number;
}

/** The range of codes for multiples; `high` is above `low`. */
export function codeRange(multiples: Float32Array): CodeRange {
  let [low, high] = [Infinity, 0];
  for (const multiple of multiples) {
    if (Number.isNaN(multiple)) continue;
    if (multiple < low) low = multiple;
    if (multiple > high) high = multiple;
  }
  const from = Math.max(LEAST, Math.min(low, high));
  return { low: from, high: Math.max(high, from * (1 + LEAST)) };
}

/** The codes of multiples as bytes: the upper ones of all, then the lower ones, which compress less. */
export function encodeMultiples(multiples: Float32Array, { low, high }: CodeRange): Uint8Array {
  const bytes = new Uint8Array(2 * multiples.length);
  const scale = (LAST_CODE - 1) / Math.log(high / low);
  multiples.forEach((multiple, at) => {
    if (Number.isNaN(multiple)) return;
    const code = 1 + Math.round(Math.log(Math.max(low, multiple) / low) * scale);
    bytes[at] = code >> 8;
    bytes[multiples.length + at] = code & 255;
  });
  return bytes;
}

/** The multiples of codes, exact to a 65,534th of the factor between both ends. */
export function decodeMultiples(bytes: Uint8Array, { low, high }: CodeRange): Float32Array {
  const cells = bytes.length / 2;
  const scale = Math.log(high / low) / (LAST_CODE - 1);
  const table = Float32Array.from({ length: LAST_CODE + 1 }, (_, code) =>
    code === 0 ? NaN : low * Math.exp((code - 1) * scale)
  );
  const multiples = new Float32Array(cells);
  for (let at = 0; at < cells; at++) multiples[at] = table[(bytes[at] << 8) | bytes[cells + at]];
  return multiples;
}
