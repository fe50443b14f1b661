import { GRID_LIMITS, type GridPhases, type RankGrid } from '../../layout/rankGrid/rankGrid';
import { ProfileError, ProfileVersionError } from '../../schema/profileError';
import {
  checkBoolean,
  checkBounded,
  checkInteger,
  checkNumber,
  checkRecord,
  checkText
} from '../../schema/validateValue';
import type { CrossRankReport } from '../../report/crossRank/crossRankReport';
import type { AsyncInflate } from '../shared/bytes/compression';
import { fromBase64 } from '../shared/text/base64';
import { checkDistinct, checkReport } from './checkReport';
import {
  CROSS_RANK_BUNDLE_VERSION,
  CROSS_RANK_LIMITS,
  type CrossRankBundle,
  type CrossRankContent,
  type PackedGrid,
  type PackedPart,
  type RankDirectory
} from './crossRankBundle';
import { decodeMultiples } from './gridCodes';

const MAX = Number.MAX_SAFE_INTEGER;

/** Longest path of a directory, UTF-16 units. */
const MAX_PATH = 4096;

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
  checkBoolean(bundle.isWhole, 'isWhole');
  if (bundle.folder !== null) checkText(bundle.folder, 'folder', MAX_PATH);
  checkPart(bundle.details, 'details', CROSS_RANK_LIMITS.detailBytes);
  const grids: readonly unknown[] = checkBounded(bundle.grids, 'grids', CROSS_RANK_LIMITS.runs);
  grids.forEach((grid, at) => checkGrid(checkRecord(grid, `grids[${at}]`), `grids[${at}]`));
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
  const report = checkReport(parsed.report);
  const directories = checkDirectories(parsed.directories);
  checkDistinct(
    grids.map(({ run }) => run),
    'grids'
  );
  const decoded: RankGrid[] = [];
  for (const grid of grids) decoded.push(await decodeGrid(grid, report, parsed.axes, inflate));
  return { isWhole, folder, report, directories, grids: decoded };
}

function checkPart(value: unknown, place: string, maxBytes: number): void {
  const { rawBytes, deflated } = checkRecord(value, place);
  checkInteger(rawBytes, `${place}.rawBytes`, 0, maxBytes);
  checkText(deflated, `${place}.deflated`, CROSS_RANK_LIMITS.partCharacters);
}

function checkGrid(grid: Record<string, unknown>, place: string): void {
  checkInteger(grid.run, `${place}.run`, 0, MAX);
  checkInteger(grid.rowSize, `${place}.rowSize`, 1, MAX);
  const rows = checkedSize(grid.rows, `${place}.rows`, GRID_LIMITS.rows);
  const columns = checkedSize(grid.columns, `${place}.columns`, GRID_LIMITS.columns);
  checkNumber(grid.low, `${place}.low`);
  checkNumber(grid.high, `${place}.high`);
  const { low, high } = grid as { low: number; high: number };
  if (!(low > 0 && high > low)) throw new ProfileError(`${place}.high must be above low, above 0.`);
  checkPart(grid.codes, `${place}.codes`, 2 * rows * columns);
  if ((grid as unknown as PackedGrid).codes.rawBytes !== 2 * rows * columns) {
    throw new ProfileError(`${place}.codes must have two bytes for each cell.`);
  }
}

function checkedSize(value: unknown, place: string, most: number): number {
  checkInteger(value, place, 1, most);
  return value as number;
}

async function unpack(part: PackedPart, place: string, inflate: AsyncInflate): Promise<Uint8Array> {
  const bytes = await inflate(fromBase64(part.deflated), part.rawBytes);
  if (bytes.length !== part.rawBytes) throw new ProfileError(`${place} is cut off.`);
  return bytes;
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
