import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { messageOf, KernelscopeError } from '../../../base/errors';
import {
  type CrossRankBundle,
  type CrossRankInput,
  type RankDirectory,
  fitCrossRank,
  CROSS_RANK_BUNDLE_FILE,
  crossRankDocument,
  encodeCrossRank
} from '../../../formats';
import { MAX_BUNDLE_BYTES } from '../../../model/output/bundle';
import type { CrossRankReport, CrossRankRun } from '../../../report';
import { type GridPhases, type RankGrid, gridRowSize } from '../../../layout';
import type { WorkedDirectory } from './outcomes';
import { type WrittenFiles, writeTexts } from './crossRankFiles';
import type { NumberedCycles } from './rankNumbers';
import { cycleIdOf, withSlashes } from './rows/batches';
import type { RowDatabase } from './rows/rowSql';
import { GRID_QUERIES, GRID_VIEWS, readSql } from './sqlFiles';
import { packageFiles } from '../../../native/packageFiles';

/** The cycles that were compared. */
interface ShownCycles {
  /** The folder that was analysed. */
  readonly root: string;
  readonly worked: readonly Pick<WorkedDirectory, 'directory'>[];
  readonly numbered: NumberedCycles;
  /** Folder with the SQL of the report. @throws SqlFilesError */
  readonly sqlFolder: () => string;
  /** Null if no files are written to `root`. */
  readonly files: object | null;
}

/** The heat map of the ranks. */
interface ShownRanks extends WrittenFiles {
  /** For a notebook's output; null if there is none. */
  readonly view: CrossRankBundle | null;
}

/**
 * Makes the heat map of ranks that were compared, and writes its page to their folder where files are
 * wanted. Nothing of it throws: without it, the report is still whole.
 */
export async function showRanks(
  database: RowDatabase,
  report: CrossRankReport,
  cycles: ShownCycles
): Promise<ShownRanks> {
  try {
    const grids = await readRankGrids(database, report, cycles.sqlFolder());
    const folder = relativeFolder(process.cwd(), cycles.root);
    const input: CrossRankInput = { report, grids, directories: directoriesOf(cycles), folder };
    const view = fitCrossRank(input, bytes => deflateRawSync(bytes), MAX_BUNDLE_BYTES);
    if (cycles.files === null) return { view, files: [], problems: [] };
    return { view, ...writePage(input, cycles.root, { hasFile: view?.isWhole === false }) };
  } catch (error) {
    return { view: null, files: [], problems: [`No heat map of the ranks: ${messageOf(error)}`] };
  }
}

/** With forward slashes; null on another drive, where there is no relative path. */
export function relativeFolder(from: string, to: string): string | null {
  const relative = path.relative(from, to);
  return path.isAbsolute(relative) ? null : withSlashes(relative);
}

function directoriesOf({ root, worked, numbered }: ShownCycles): RankDirectory[] {
  return worked.map(({ directory }, at): RankDirectory => {
    const { run, rank, cycle } = numbered.places[at];
    return [run, rank, cycle, cycleIdOf(directory, root)];
  });
}

/** The columns of a run; those without phases are not there. */
type RunPhases = ReadonlyMap<number, GridPhases[]>;

/**
 * Reads the grid of each run of a report, by the SQL in `folder`; call it after `readCrossRank`, whose
 * tables it reads. Runs without phases have none.
 *
 * @throws Error of the database; SqlFilesError
 */
export async function readRankGrids(
  database: RowDatabase,
  { runs }: CrossRankReport,
  folder: string
): Promise<readonly RankGrid[]> {
  for (const view of GRID_VIEWS) {
    await database.createTable(view, readSql(folder, 'views', view));
  }
  const phases = await readPhases(database, folder);
  const grids = new Map(runs.flatMap(run => emptyGrid(run, phases.get(run.run) ?? [])));
  await database.eachNumbers(readSql(folder, 'queries', GRID_QUERIES.cells), columns => {
    const [runOf, rowOf, columnOf, multipleOf] = columns;
    for (let at = 0; at < runOf.length; at++) {
      const grid = grids.get(runOf[at]);
      if (grid) grid.multiples[rowOf[at] * grid.phases.length + columnOf[at]] = multipleOf[at];
    }
  });
  return [...grids.values()];
}

async function readPhases(database: RowDatabase, folder: string): Promise<RunPhases> {
  const phases = new Map<number, GridPhases[]>();
  for (const row of await database.select(readSql(folder, 'queries', GRID_QUERIES.phases))) {
    const run = Number(row['run']);
    const own = phases.get(run) ?? [];
    own[Number(row['grid_column'])] = {
      first: Number(row['first_phase']),
      last: Number(row['last_phase']),
      medianNs: Number(row['median_ns'])
    };
    phases.set(run, own);
  }
  return phases;
}

function emptyGrid(
  { run, ranks: figures }: CrossRankRun,
  phases: readonly GridPhases[]
): (readonly [run: number, grid: RankGrid])[] {
  if (phases.length === 0) return [];
  const ranks = figures.map(({ rank }) => rank).sort((a, b) => a - b);
  const rowSize = gridRowSize(ranks.length);
  const rows = Math.ceil(ranks.length / rowSize);
  const multiples = new Float32Array(rows * phases.length).fill(NaN);
  return [[run, { run, ranks, rowSize, rows, phases, multiples }]];
}

/** The page with the heat map. */
const CROSS_RANK_PAGE = 'cross_rank_report.html';

/** The page's script is not where it belongs. */
export class PageFilesError extends KernelscopeError {}

/** The script and the style sheet of the page. */
interface PageFiles {
  readonly script: string;
  readonly style: string;
}

/** The bundles relative to the folder of the script: in it, or where the sources' bundles are. */
const PLACES = ['', '../lib/bundle'];

/**
 * The files of the page; `script` is {@link PackageFiles.crossRankPage}.
 *
 * @throws PageFilesError when the installation is not complete
 */
export function readPageFiles(script: string = packageFiles().crossRankPage): PageFiles {
  const { dir, name } = path.parse(script);
  const stems = PLACES.map(place => path.join(dir, place, name));
  const stem = stems.find(one => existsSync(`${one}.js`) && existsSync(`${one}.css`));
  if (stem === undefined) {
    throw new PageFilesError('The script of the page is missing: install kernelscope again.');
  }
  const [js, css] = ['js', 'css'].map(ending => readFileSync(`${stem}.${ending}`, 'utf8'));
  return { script: js, style: css };
}

/**
 * Writes the page with the heat map and, where a notebook's output cannot hold all cells, the file from
 * which it reads them. Nothing of it throws.
 */
export function writePage(
  input: CrossRankInput,
  root: string,
  { hasFile }: { readonly hasFile: boolean }
): WrittenFiles {
  const bundle = encodeCrossRank({ ...input, folder: '' }, bytes => deflateRawSync(bytes));
  const page = (): string => {
    const { script, style } = readPageFiles();
    const scriptHash = createHash('sha256').update(script).digest('base64');
    return crossRankDocument({ report: input.report, bundle, script, style, scriptHash });
  };
  return writeTexts(root, {
    [CROSS_RANK_PAGE]: page,
    ...(hasFile ? { [CROSS_RANK_BUNDLE_FILE]: () => `${JSON.stringify(bundle)}\n` } : {})
  });
}
