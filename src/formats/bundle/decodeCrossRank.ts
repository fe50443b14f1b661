import { GRID_LIMITS, type GridPhases, type RankGrid } from '../../layout/rankGrid';
import {
  boolean,
  checked,
  fieldOf,
  list,
  nullable,
  number,
  record,
  type Schema,
  text,
  wholeNumber,
  checkBounded,
  checkInteger,
  checkNumber,
  checkRecord,
  checkText,
  ProfileError,
  ProfileVersionError
} from '../../schema/schema';
import {
  CROSS_RANK_REPORT_SCHEMA,
  type CrossRankReport
} from '../../report/crossRank/crossRankReport';
import type { AsyncInflate } from '../shared/compression';
import { fromBase64 } from '../shared/text/base64';
import {
  type CrossRankBundle,
  type CrossRankContent,
  type PackedGrid,
  type PackedPart,
  type RankDirectory,
  CROSS_RANK_BUNDLE_VERSION,
  CROSS_RANK_LIMITS,
  decodeMultiples
} from './crossRankBundle';

const MAX = Number.MAX_SAFE_INTEGER;

/** Longest path of a directory, UTF-16 units. */
const MAX_PATH = 4096;

const partOf = (maxBytes: number): Schema<PackedPart> =>
  record({
    rawBytes: wholeNumber(0, maxBytes),
    deflated: text(CROSS_RANK_LIMITS.partCharacters)
  });

const GRID = checked(
  record({
    run: wholeNumber(),
    rowSize: wholeNumber(1),
    rows: wholeNumber(1, GRID_LIMITS.rows),
    columns: wholeNumber(1, GRID_LIMITS.columns),
    low: number(),
    high: number(),
    codes: partOf(2 * GRID_LIMITS.rows * GRID_LIMITS.columns)
  }),
  ({ low, high, rows, columns, codes }, place) => {
    if (!(low > 0 && high > low)) {
      throw new ProfileError(`${fieldOf(place, 'high')} must be above low, above 0.`);
    }
    if (codes.rawBytes !== 2 * rows * columns) {
      throw new ProfileError(`${fieldOf(place, 'codes')} must have two bytes for each cell.`);
    }
  }
);

const BUNDLE = {
  isWhole: boolean(),
  folder: nullable(text(MAX_PATH)),
  details: partOf(CROSS_RANK_LIMITS.detailBytes),
  grids: list(GRID, CROSS_RANK_LIMITS.runs)
};

/**
 * `value` as a bundle of this version, with sizes within their limits; its parts are not looked into.
 *
 * @throws ProfileVersionError for another version, ProfileError for anything else that is wrong
 */
export function validateCrossRank(value: unknown): CrossRankBundle {
  const bundle = checkRecord(value, 'The comparison of ranks in this output');
  const version = checkInteger(bundle.version, 'version', 1, MAX);
  if (version !== CROSS_RANK_BUNDLE_VERSION) {
    throw new ProfileVersionError(
      `Version ${version} of a comparison of ranks; this release reads ${CROSS_RANK_BUNDLE_VERSION}.`
    );
  }
  for (const [name, schema] of Object.entries(BUNDLE)) schema.check(bundle[name], name);
  return bundle as unknown as CrossRankBundle;
}

/**
 * The comparison in a bundle, checked.
 *
 * @throws ProfileError, or an error of `inflate` for a damaged part
 */
export async function decodeCrossRank(
  { isWhole, folder, details, grids }: CrossRankBundle,
  inflate: AsyncInflate
): Promise<CrossRankContent> {
  const parsed = checkRecord(parseJson(await unpack(details, 'details', inflate)), 'details');
  CROSS_RANK_REPORT_SCHEMA.check(parsed.report, 'report');
  const report = parsed.report as CrossRankReport;
  const directories = checkDirectories(parsed.directories);
  checkDistinct(
    grids.map(({ run }) => run),
    'grids'
  );
  const decoded: RankGrid[] = [];
  for (const grid of grids) decoded.push(await decodeGrid(grid, report, parsed.axes, inflate));
  return { isWhole, folder, report, directories, grids: decoded };
}

async function unpack(part: PackedPart, place: string, inflate: AsyncInflate): Promise<Uint8Array> {
  const bytes = await inflate(fromBase64(part.deflated), part.rawBytes);
  if (bytes.length !== part.rawBytes) throw new ProfileError(`${place} is cut off.`);
  return bytes;
}

/** The same numbers in a report that names them twice would make a view show one of them. */
function checkDistinct(values: readonly number[], place: string): void {
  if (new Set(values).size !== values.length) {
    throw new ProfileError(`${place} must have each number once.`);
  }
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  } catch (cause) {
    throw new ProfileError('details must be JSON.', { cause });
  }
}

function checkDirectories(value: unknown): readonly RankDirectory[] {
  const rows: readonly unknown[] = checkBounded(
    value,
    'directories',
    CROSS_RANK_LIMITS.directories
  );
  for (const row of rows) {
    const [run, rank, cycle, directory] = checkBounded(row, 'directories', 4);
    for (const number of [run, rank, cycle]) checkInteger(number, 'directories', -MAX, MAX);
    checkText(directory, 'directories', MAX_PATH);
  }
  return rows as readonly RankDirectory[];
}

async function decodeGrid(
  grid: PackedGrid,
  { runs }: CrossRankReport,
  axes: unknown,
  inflate: AsyncInflate
): Promise<RankGrid> {
  const { run, rows, columns, rowSize, codes } = grid;
  const ranks = runs.find(one => one.run === run)?.ranks.map(({ rank }) => rank) ?? [];
  checkDistinct(ranks, 'ranks');
  if (Math.ceil(ranks.length / rowSize) !== rows) {
    throw new ProfileError(`A grid must have a row for ${rowSize} of ${ranks.length} ranks.`);
  }
  return {
    run,
    ranks: ranks.sort((a, b) => a - b),
    rowSize,
    rows,
    phases: axisOf(axes, run, columns),
    multiples: decodeMultiples(await unpack(codes, 'codes', inflate), grid)
  };
}

function axisOf(axes: unknown, run: number, columns: number): readonly GridPhases[] {
  const all: readonly unknown[] = checkBounded(axes, 'axes', CROSS_RANK_LIMITS.runs);
  const axis = all.map(one => checkRecord(one, 'axes')).find(one => one.run === run) ?? {};
  const [first, last, medianNs] = ['first', 'last', 'medianNs'].map(key => {
    const values: readonly unknown[] = checkBounded(axis[key], `axes.${key}`, columns);
    if (values.length !== columns) {
      throw new ProfileError(`axes.${key} must have ${columns} items.`);
    }
    for (const value of values) checkNumber(value, `axes.${key}`, -MAX);
    return values as readonly number[];
  });
  return first.map((phase, at) => ({ first: phase, last: last[at], medianNs: medianNs[at] }));
}
