import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeDatasetProfiles } from '../../support/datasetProfiles';
import { useOfflineTools } from '../../support/offlineTools';
import { runCommand } from '../../support/runCommand';

const tools = useOfflineTools();

describe('extract-views', () => {
  let folder = '';

  beforeAll(async () => {
    folder = tools.place('data');
    writeDatasetProfiles(folder);
    await tools.analyse(folder, { tablesOnly: true });
  });

  it('says what it has read, and has query answer from it', async () => {
    const sql = 'SELECT rank, count(*) AS cells FROM cells GROUP BY rank ORDER BY rank';
    expect((await runCommand('query', folder, sql)).err).toContain('cells does not exist');
    const first = await runCommand('extract-views', folder);
    expect(first).toEqual({ code: 0, out: '10 views of 3 profiles, 3 read now\n', err: '' });
    const again = await runCommand('extract-views', folder);
    expect(again.out).toBe('10 views of 3 profiles, 0 read now\n');
    const { out } = await runCommand('query', '--csv', folder, sql);
    expect(out).toBe('rank,cells\r\n0,1\r\n1,1\r\n2,1\r\n');
  });

  it('prints statements for Spark, and nothing else on the standard output', async () => {
    const { code, out, err } = await runCommand('extract-views', '--spark', folder);
    expect([code, err]).toEqual([0, '10 views of 3 profiles, 0 read now\n']);
    expect(out).toContain(`VIEW slices AS SELECT p.cycle_id, p.run, p.rank, p.cycle, r.id, `);
    expect(out).toContain(`parquet.\`${folder}/rows/view=slices\``);
    const elsewhere = await runCommand(
      'extract-views',
      folder,
      '--spark-path',
      's3a://bucket/data'
    );
    expect(elsewhere.out).toBe(out.replaceAll(folder, 's3a://bucket/data'));
  });

  it('exits with 1 where a profile cannot be read, and names it', async () => {
    const damaged = tools.place('damaged');
    writeDatasetProfiles(damaged);
    await tools.analyse(damaged, { tablesOnly: true });
    const [first] = readdirSync(damaged).filter(name => name.endsWith('_kscope'));
    writeFileSync(path.join(damaged, first, 'profile.kscope'), '');
    const { code, out, err } = await runCommand('extract-views', damaged);
    expect([code, out]).toEqual([1, '10 views of 2 profiles, 2 read now\n']);
    expect(err).toMatch(new RegExp(`^kernelscope: .*${first}: Cannot load .*: it is empty\n$`));
  });

  it('is refused for a folder that was not analysed', async () => {
    const empty = tools.place('empty');
    mkdirSync(empty, { recursive: true });
    const { code, err } = await runCommand('extract-views', empty);
    expect(code).toBe(1);
    expect(err).toMatch(/run kernelscope offline-analyse .*empty first/);
  });
});
