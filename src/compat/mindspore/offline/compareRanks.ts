import { messageOf } from '../../../base/errors';
import type { CrossRankBundle } from '../../../formats';
import type { CrossRankReport } from '../../../report';
import type { StepRange } from './rows/stepRange';
import type { WorkedDirectory } from './outcomes';
import type { Batch } from './rows/batches';
import { cycleIdOf } from './rows/cycleId';
import { type WrittenFiles, writePlaces, writeReports } from './crossRankFiles';
import { type BatchPlace, createPlaces, createTables } from './crossRankViews';
import type { NumberedCycles } from './rankNumbers';
import { readCrossRank } from './readCrossRank';
import type { RowSource } from './rows/rowDatabase';
import { showRanks } from './showRanks';

/** The input of {@link compareRanks}. */
export interface ComparedCycles {
  /** The folder that was analysed. */
  readonly root: string;
  readonly worked: readonly WorkedDirectory[];
  readonly numbered: NumberedCycles;
  /** The steps that were asked for; null for all. */
  readonly steps: StepRange | null;
  /** Folder with the SQL of the report. @throws SqlFilesError */
  readonly sqlFolder: () => string;
  /** Whether files are written to `root`, and how. */
  readonly files: { readonly pretty: boolean } | null;
}

export interface Comparison extends WrittenFiles {
  readonly report: CrossRankReport | null;
  /** The heat map for a notebook's output; null if there is none. */
  readonly view: CrossRankBundle | null;
}

/** Compares the ranks, and writes the report beside the rows. Nothing of it throws. */
export async function compareRanks(store: RowSource, cycles: ComparedCycles): Promise<Comparison> {
  try {
    return await compareIn(store, cycles);
  } catch (error) {
    const problems = [...store.problems, `No cross-rank report: ${messageOf(error)}`];
    return { report: null, view: null, files: [], problems };
  }
}

async function compareIn(store: RowSource, cycles: ComparedCycles): Promise<Comparison> {
  const { root, numbered, files: wanted, steps } = cycles;
  await store.complete();
  const { places, batches } = placesOf(store, cycles);
  await createPlaces(store.database, places);
  await createTables(store.database, batches, steps);
  const report = await readCrossRank(store.database, numbered.source, cycles.sqlFolder());
  const { view, ...page } = await showRanks(store.database, report, cycles);
  if (wanted === null) return { report, view, files: [], problems: page.problems };
  const reports = writeReports(report, root, wanted);
  const rows = store.problems.length > 0 ? NONE : await writePlaces(store.database, root);
  return {
    report,
    view,
    files: [...reports.files, ...page.files, ...rows.files],
    problems: [...reports.problems, ...page.problems, ...store.problems, ...rows.problems]
  };
}

const NONE: WrittenFiles = { files: [], problems: [] };

/** Where each cycle is among the ranks, and the batches with their rows. */
function placesOf(
  store: RowSource,
  cycles: ComparedCycles
): { readonly places: readonly BatchPlace[]; readonly batches: readonly Batch[] } {
  const batches = new Map<string, Batch>();
  const places = cycles.worked.flatMap(({ directory }, at): readonly BatchPlace[] => {
    const cycleId = cycleIdOf(directory, cycles.root);
    const batch = store.batchOf(cycleId);
    if (batch === null) return [];
    batches.set(batch.id, batch);
    return [{ batch: batch.id, cycleId, place: cycles.numbered.places[at] }];
  });
  return { places, batches: [...batches.values()] };
}
