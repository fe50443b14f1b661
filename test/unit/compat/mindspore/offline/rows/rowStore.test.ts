import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OfflineReport } from '../../../../../../src/compat/mindspore/offline/offlineReport';
import { PackageUnavailableError } from '../../../../../../src/native/optionalPackage';
import { useOfflineTools } from '../../../../../support/offlineTools';
import { rankProfile, usualMs, writeCycle } from '../../../../../support/rankDirectories';

const tools = useOfflineTools();

/** Writes the directory of a rank; a slow one takes twice as long. */
function writeRank(folder: string, rank: number, slow = 1): string {
  const operatorMs = (name: string): number => usualMs(name) * slow;
  return writeCycle(folder, rankProfile({ rank, steps: [0, 1, 2], operatorMs }));
}

function place(name: string, ranks: number): string {
  const folder = tools.place(name);
  for (let rank = 0; rank < ranks; rank++) writeRank(folder, rank);
  return folder;
}

const tablesOnly = (
  folder: string,
  stepList: readonly number[] | null = null
): Promise<OfflineReport> => tools.analyse(folder, { tablesOnly: true, stepList });

const batches = (folder: string): readonly string[] =>
  readdirSync(path.join(folder, 'rows')).filter(name => name.startsWith('batch='));

/** The report of a call that knows no rows of an earlier one. */
async function fullReport(folder: string): Promise<OfflineReport['crossRank']> {
  renameSync(path.join(folder, 'rows'), path.join(folder, 'kept'));
  const { crossRank } = await tablesOnly(folder);
  rmSync(path.join(folder, 'rows'), { recursive: true });
  renameSync(path.join(folder, 'kept'), path.join(folder, 'rows'));
  return crossRank;
}

/** Expects nothing in the directories but what was recorded. */
function expectNoTrees(folder: string): void {
  for (const name of readdirSync(folder).filter(one => one.endsWith('_kscope'))) {
    expect(readdirSync(path.join(folder, name))).toEqual(['profile.kscope']);
  }
}

describe('an analysis of tables alone', () => {
  it('makes no files in the directories, and reads what is known once', async () => {
    const folder = place('twice', 3);
    const first = await tablesOnly(folder);
    expectNoTrees(folder);
    const second = await tablesOnly(folder);
    expect(batches(folder)).toHaveLength(1);
    expect(second).toEqual(first);
    expect(first.analysed).toMatchObject([{ steps: 3, files: [] }, {}, {}]);
  });

  it('reads what is new, and reports the same as a call that reads all', async () => {
    const folder = place('new', 3);
    await tablesOnly(folder);
    writeRank(folder, 3, 2);
    const second = await tablesOnly(folder);
    expect(batches(folder)).toHaveLength(2);
    expect(second.crossRank?.runs[0].ranks[0]).toMatchObject({ rank: 3, pace: 2 });
    expect(second.crossRank).toEqual(await fullReport(folder));
  });

  it('reads a directory again that was recovered or has changed', async () => {
    const folder = place('cut', 2);
    const raw = path.join(folder, readdirSync(folder)[0], 'profile.kscope');
    const bytes = readFileSync(raw);
    writeFileSync(raw, bytes.subarray(0, bytes.length - 40));
    expect((await tablesOnly(folder)).analysed[0].isRecovered).toBe(true);
    const again = await tablesOnly(folder);
    expect(batches(folder)).toHaveLength(2);
    expect(again.analysed[0].notes[0]).toContain('was cut off');
    writeRank(folder, 0, 3);
    const whole = await tablesOnly(folder);
    expect(whole.analysed[0].isRecovered).toBe(false);
    expect(whole.crossRank?.runs[0].ranks[0]).toMatchObject({ rank: 0, pace: 3 });
    expect(whole.crossRank).toEqual(await fullReport(folder));
  });

  it('forgets directories that are gone, and those that are damaged since', async () => {
    const folder = place('gone', 4);
    await tablesOnly(folder);
    const [first, second] = readdirSync(folder).filter(name => name.endsWith('_kscope'));
    rmSync(path.join(folder, first), { recursive: true });
    writeFileSync(path.join(folder, second, 'profile.kscope'), 'not a profile');
    const { analysed, failed, crossRank } = await tablesOnly(folder);
    expect(analysed.map(({ rank }) => rank)).toEqual([2, 3]);
    expect(failed).toMatchObject([{ directory: path.join(folder, second) }]);
    expect(crossRank?.runs[0].cycles).toBe(2);
  });

  it('compares the listed steps of what is known', async () => {
    const folder = place('steps', 2);
    writeCycle(folder, rankProfile({ rank: 2, steps: [7], operatorMs: usualMs }));
    await tablesOnly(folder);
    const { analysed, skipped, crossRank } = await tablesOnly(folder, [1, 2]);
    expect(analysed.map(({ steps }) => steps)).toEqual([2, 2]);
    expect(skipped).toHaveLength(1);
    expect(crossRank?.runs[0]).toMatchObject({ phaseCount: 2, cycles: 2 });
    expect(crossRank).toEqual((await tools.analyse(folder, { stepList: [1, 2] })).crossRank);
    expect(batches(folder)).toHaveLength(1);
  });

  it('does not count a batch that was left half-written, nor one of another version', async () => {
    const folder = place('half', 2);
    await tablesOnly(folder);
    const [batch] = batches(folder);
    const success = path.join(folder, 'rows', batch, '_SUCCESS');
    const text = readFileSync(success, 'utf8');
    rmSync(success);
    writeFileSync(path.join(folder, 'rows', batch, 'tbl=steps', 'part-00000.parquet'), 'PAR1');
    const report = await tablesOnly(folder);
    expect([report.isComplete, report.notes, batches(folder).length]).toEqual([true, [], 2]);
    writeFileSync(success, text.replace('1', '2'));
    expect((await tablesOnly(folder)).crossRank).toEqual(report.crossRank);
  });

  it('names a batch that is damaged, and reads its directories again', async () => {
    const folder = place('damaged', 2);
    const { crossRank } = await tablesOnly(folder);
    const cycles = path.join(folder, 'rows', batches(folder)[0], 'tbl=cycles');
    for (const name of readdirSync(cycles)) writeFileSync(path.join(cycles, name), 'no rows');
    const again = await tablesOnly(folder);
    expect(again.notes[0]).toContain(`${path.dirname(cycles)} was left out: `);
    expect(again.crossRank).toEqual(crossRank);
  });

  it('does not mix with another call in the same folder', async () => {
    const folder = place('both', 6);
    const reports = await Promise.all([tablesOnly(folder), tablesOnly(folder)]);
    for (const report of reports) expect(report.isComplete).toBe(true);
    expect(reports[0].crossRank).toEqual(reports[1].crossRank);
    expect(batches(folder)).toHaveLength(2);
    expect((await tablesOnly(folder)).crossRank).toEqual(reports[0].crossRank);
  });

  it('keeps to its folder, whatever that is called', async () => {
    const folder = path.join(tools.place("it's"), '[a]*?', 'step=9', 'name=x');
    for (const rank of [0, 1]) writeRank(folder, rank);
    const first = await tablesOnly(folder);
    expect(first.isComplete).toBe(true);
    expect(first.crossRank?.runs[0].phases.map(({ phase }) => phase).sort()).toEqual([0, 1, 2]);
    expect((await tablesOnly(folder)).crossRank).toEqual(first.crossRank);
  });

  it('cannot be without DuckDB, and says so', async () => {
    const folder = place('noduckdb', 2);
    const analyse = tools.analyseWith({
      loadDuckdb: () => {
        throw new PackageUnavailableError('The package is not installed.');
      }
    });
    const report = await analyse(folder, { tablesOnly: true });
    expect(report.problems).toEqual(['No cross-rank report: The package is not installed.']);
    expect(existsSync(path.join(folder, 'rows'))).toBe(false);
  });

  it('reports what it cannot write beside the rows, and compares', async () => {
    const folder = place('blocked', 2);
    mkdirSync(path.join(folder, 'rows'));
    mkdirSync(path.join(folder, 'rows', 'places.parquet'));
    const report = await tablesOnly(folder);
    expect(report.problems[0]).toContain(`Cannot write ${path.join(folder, 'rows')}: `);
    expect(report.crossRank).not.toBeNull();
  });
});
