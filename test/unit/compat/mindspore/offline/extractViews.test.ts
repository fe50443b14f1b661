import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  extractViews,
  queryDataset,
  sparkViews
} from '../../../../../src/compat/mindspore/offline/datasetViews';
import { queryProfiles } from '../../../../../src/engine/sql/queryProfiles';
import { SQL_VIEWS } from '../../../../../src/model/output/sqlViews';
import { datasetProfile, writeDatasetProfiles } from '../../../../support/datasetProfiles';
import { DATASET_QUESTIONS } from '../../../../support/datasetQuestions';
import { useOfflineTools } from '../../../../support/offlineTools';

const tools = useOfflineTools();
const ignore = (): void => undefined;

/** The columns that every view has before its own. */
const PLACES = [
  { name: 'cycle_id', type: 'VARCHAR' },
  ...['run', 'rank', 'cycle'].map(name => ({ name, type: 'INTEGER' }))
];

async function analysed(name: string): Promise<string> {
  const folder = tools.place(name);
  writeDatasetProfiles(folder);
  await tools.analyse(folder, { tablesOnly: true });
  return folder;
}

describe('the views over a profile, extracted into the dataset', () => {
  let folder = '';

  beforeAll(async () => {
    folder = await analysed("ra[n]k's {1,2}");
    const extracted = await extractViews(folder, ignore);
    expect(extracted).toEqual({ profiles: 3, read: 3, failed: [] });
  });

  it.each(SQL_VIEWS)('$name has the columns, types and rows of each profile', async view => {
    const own = view.columns.map(({ name, type }) => ({ name, type }));
    const names = own.map(({ name }) => name).join(', ');
    const all = await queryDataset(folder, `SELECT * FROM ${view.name}`);
    expect(all.columns).toEqual([...PLACES, ...own]);
    for (const rank of [0, 1, 2]) {
      const order = 'ORDER BY ALL';
      const rows = await queryDataset(
        folder,
        `SELECT ${names} FROM ${view.name} WHERE rank = ${rank} ${order}`
      );
      const profile = datasetProfile(rank);
      const expected = await queryProfiles([profile], `SELECT * FROM ${view.name} ${order}`);
      expect(expected.length).toBeGreaterThan(0);
      expect(rows.columns).toEqual(expected.columns);
      expect([...rows]).toEqual([...expected]);
    }
  });

  it.each(DATASET_QUESTIONS)('answer %s', async question => {
    expect((await queryDataset(folder, question)).length).toBeGreaterThan(2);
  });

  it('are made in Spark by a statement a line', () => {
    const statements = sparkViews(folder, "s3a://bucket/it's `here`/").trimEnd().split('\n');
    expect(statements).toHaveLength(SQL_VIEWS.length + 3);
    for (const statement of statements) {
      expect(statement).toMatch(/^CREATE OR REPLACE TEMPORARY VIEW \w+ AS SELECT .*;$/);
      expect(statement).toContain("parquet.`s3a://bucket/it's ``here``/rows/places.parquet`");
    }
    expect(() => sparkViews(folder, 'two\nlines')).toThrow(/line breaks/);
  });
});

describe('a second extraction', () => {
  const filesIn = (folder: string): readonly string[] =>
    readdirSync(path.join(folder, 'rows'), { recursive: true, encoding: 'utf8' })
      .filter(name => name.startsWith('view=') && name.endsWith('.parquet'))
      .sort();

  it('reads what has changed alone, and removes what is gone', async () => {
    const folder = await analysed('again');
    await extractViews(folder, ignore);
    const before = filesIn(folder);
    expect(await extractViews(folder, ignore)).toMatchObject({ profiles: 3, read: 0 });
    expect(filesIn(folder)).toEqual(before);
    const [first, second] = readdirSync(folder).filter(name => name.endsWith('_kscope'));
    utimesSync(path.join(folder, first, 'profile.kscope'), 1e9, 1e9);
    rmSync(path.join(folder, second), { recursive: true });
    expect(await extractViews(folder, ignore)).toMatchObject({ profiles: 2, read: 1 });
    expect(filesIn(folder)).toHaveLength((before.length * 2) / 3);
  });

  it('names profiles that cannot be read, and has the rows of the others', async () => {
    const folder = await analysed('damaged');
    const [first] = readdirSync(folder).filter(name => name.endsWith('_kscope'));
    writeFileSync(path.join(folder, first, 'profile.kscope'), 'no profile');
    const { profiles, failed } = await extractViews(folder, ignore);
    expect(profiles).toBe(2);
    expect(failed.map(({ directory }) => directory)).toEqual([path.join(folder, first)]);
    expect(failed[0].reason).toContain('Cannot load');
    const ranks = await queryDataset(folder, 'SELECT DISTINCT rank FROM slices ORDER BY rank');
    expect([...ranks]).toEqual([{ rank: 1 }, { rank: 2 }]);
    const left = readdirSync(path.join(folder, 'rows'));
    expect(left.filter(name => name.startsWith('.'))).toEqual([]);
  });

  it('changes no profile', async () => {
    const folder = await analysed('untouched');
    const digest = (): readonly string[] =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter(name => name.endsWith('.kscope'))
        .map(name =>
          createHash('sha256')
            .update(readFileSync(path.join(folder, name)))
            .digest('hex')
        );
    const before = digest();
    await extractViews(folder, ignore);
    expect(digest()).toEqual(before);
  });
});
