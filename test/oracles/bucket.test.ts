import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { Bucket } from '../../src/compat/mindspore/offline/bucket/bucket';
import { BucketError } from '../../src/compat/mindspore/offline/bucket/bucketUrl';
import {
  type S3Client,
  type S3Command,
  type S3Module,
  loadS3
} from '../../src/compat/mindspore/offline/bucket/s3Module';
import { OfflinePathError } from '../../src/compat/mindspore/offline/cycleDirectories';
import type { OfflineProgress } from '../../src/compat/mindspore/offline/offlineOptions';
import type { OfflineReport } from '../../src/compat/mindspore/offline/offlineReport';
import { type ResultDisplay, displayKey } from '../../src/model/output/resultDisplay';
import { PackageUnavailableError } from '../../src/native/optionalPackage';
import { host } from '../../src/runtime/runtime';
import { useOfflineTools } from '../support/offlineTools';
import { rankProfile, usualMs, writeCycle } from '../support/rankDirectories';
import { runCommand } from '../support/runCommand';
import { CREDENTIALS, useObjectStore } from './objectStore';

const tools = useOfflineTools();
const useStore = useObjectStore();
const SLOW_RANK = 2;

/** Writes ranks, of which rank 2 is slow, and returns their folder. */
function writeRanks(ranks: readonly number[], folder = tools.place('ranks')): string {
  mkdirSync(folder, { recursive: true });
  for (const rank of ranks) {
    const operatorMs = (name: string): number => usualMs(name) * (rank === SLOW_RANK ? 1.5 : 1);
    writeCycle(folder, rankProfile({ rank, steps: [0, 1, 2], operatorMs }));
  }
  return folder;
}

let buckets = 0;

/** A new bucket with the ranks in `data/`; `folder` has the same. */
async function bucketOf(ranks: readonly number[]): Promise<{ bucket: string; folder: string }> {
  const bucket = `runs-${++buckets}`;
  const folder = writeRanks(ranks);
  await useStore().makeBucket(bucket);
  await useStore().putFolder(bucket, 'data', folder);
  return { bucket, folder };
}

const isBatch = (key: string): boolean => key.startsWith('data/rows/batch=');
const profilesReadBy = (work: () => Promise<unknown>): Promise<readonly string[]> =>
  useStore().readBy(work, '/profile.kscope');
const namesOf = (keys: readonly string[]): string[] => keys.map(key => key.split('/')[2]);

/** The client with something done before it sends a command; `name` is that of the command. */
function clientThat(before: (name: string, input: unknown) => Promise<void>): () => S3Module {
  const s3 = loadS3();
  class Client extends s3.S3Client implements S3Client {
    override async send<Reply>(command: S3Command<Reply>): Promise<Reply> {
      await before(command.constructor.name, 'input' in command ? command.input : null);
      return super.send(command);
    }
  }
  return () => ({ ...s3, S3Client: Client });
}

describe('an analysis of ranks in a bucket', () => {
  it('reports the same as one of a folder, with addresses for paths', async () => {
    const { bucket, folder } = await bucketOf([0, 1, 2, 3]);
    const progress: OfflineProgress[] = [];
    const onProgress = (each: OfflineProgress): void => void progress.push(each);
    const url = `s3://${bucket}/data`;
    const report = await tools.analyse(url, { onProgress });
    const local = await tools.analyse(folder, { tablesOnly: true });
    expect(report.isComplete).toBe(true);
    expect(report.crossRank).toEqual(local.crossRank);
    expect(report.crossRank?.runs[0].ranks[0].rank).toBe(SLOW_RANK);
    expect(report.path).toBe(url);
    const inBucket = (file: string): string => file.replace(folder, url);
    expect(report.analysed).toEqual(
      local.analysed.map(each => ({ ...each, directory: inBucket(each.directory) }))
    );
    expect(report.files).toEqual(local.files.map(inBucket));
    expect(String(report)).toBe(String(local).replaceAll(folder, url));
    expect(progress.map(({ done, total }) => [done, total])).toEqual(
      [0, 1, 2, 3, 4].map(done => [done, 4])
    );
    expect(progress[1].directory).toMatch(new RegExp(`^${url}/.*_kscope$`));
  });

  it('puts rows and report beside the directories, which are not touched', async () => {
    const { bucket, folder } = await bucketOf([0, 1]);
    const before = await useStore().keys(bucket, 'data/');
    await tools.analyse(`s3://${bucket}/data/`);
    await tools.analyse(folder, { tablesOnly: true });
    const added = (await useStore().keys(bucket, 'data/')).filter(key => !before.includes(key));
    const tables = ['cycles', 'memory', 'operators', 'steps'];
    expect(added.filter(isBatch).map(key => key.replace(/batch=[^/]*/, 'batch'))).toEqual([
      'data/rows/batch/_SUCCESS',
      ...tables.map(table => `data/rows/batch/tbl=${table}/part-00000.parquet`)
    ]);
    const report = ['html', 'json', 'md'].map(ending => `data/cross_rank_report.${ending}`);
    expect(added.filter(key => !isBatch(key))).toEqual([...report, 'data/rows/places.parquet']);
    for (const key of report) {
      const bytes = await useStore().read(bucket, key);
      const local = readFileSync(path.join(folder, path.posix.basename(key)));
      expect(Buffer.from(bytes).equals(local)).toBe(true);
    }
  });

  it('reads only directories that are new or have changed', async () => {
    const { bucket, folder } = await bucketOf([0, 1]);
    const url = `s3://${bucket}/data`;
    const analyse = (): Promise<OfflineReport> => tools.analyse(url);
    expect(await profilesReadBy(analyse)).toHaveLength(2);
    expect(await profilesReadBy(analyse)).toEqual([]);
    writeRanks([2], folder);
    const [added] = readdirSync(folder).filter(name => name.includes('1002'));
    const profile = readFileSync(path.join(folder, added, 'profile.kscope'));
    await useStore().put(bucket, `data/${added}/profile.kscope`, profile);
    expect(namesOf(await profilesReadBy(analyse))).toEqual([added]);
    const last = await tools.analyse(url);
    expect(last.crossRank).toEqual((await tools.analyse(folder, { tablesOnly: true })).crossRank);
    const keys = await useStore().keys(bucket, 'data/rows/');
    expect(keys.filter(key => key.endsWith('_SUCCESS'))).toHaveLength(2);
  });

  it(
    'does not count rows that were not completed, and reads nothing twice',
    { tags: 'night' },
    async () => {
      const { bucket, folder } = await bucketOf([0, 1]);
      const url = `s3://${bucket}/data`;
      await tools.analyse(url);
      const keys = await useStore().keys(bucket, 'data/rows/');
      await useStore().remove(bucket, keys.find(key => key.endsWith('_SUCCESS')) ?? '');
      const again = await tools.analyse(url);
      expect(again.crossRank).toEqual(
        (await tools.analyse(folder, { tablesOnly: true })).crossRank
      );
      expect(again.analysed).toHaveLength(2);
    }
  );

  it('names damaged, half-written and empty directories, and compares the others', async () => {
    const { bucket, folder } = await bucketOf([0, 1, 2]);
    const [first, second] = readdirSync(folder);
    const cut = path.join(folder, second, 'profile.kscope');
    truncateSync(cut, 40);
    await useStore().put(bucket, `data/${first}/profile.kscope`, 'not a profile');
    await useStore().put(bucket, `data/${second}/profile.kscope`, readFileSync(cut));
    await useStore().put(bucket, 'data/h_1_1_kscope/', '');
    await useStore().put(bucket, 'data/bad\\name_kscope/profile.kscope', '');
    const report = await tools.analyse(`s3://${bucket}/data`);
    const reasons = Object.fromEntries(
      report.failed.map(({ directory, reason }) => [path.posix.basename(directory), reason])
    );
    expect(Object.keys(reasons).sort()).toEqual(
      [first, second, 'h_1_1_kscope', 'bad\\name_kscope'].sort()
    );
    expect(reasons['h_1_1_kscope']).toContain(`s3://${bucket}/data/h_1_1_kscope has no profile`);
    expect(reasons['bad\\name_kscope']).toBe('a part of its name cannot be that of a folder');
    expect(report.analysed).toHaveLength(1);
    expect(JSON.stringify(report)).not.toContain(tmpdir());
  });

  it('reads a single directory, and writes nothing', async () => {
    const { bucket, folder } = await bucketOf([0]);
    const [name] = readdirSync(folder);
    const before = await useStore().keys(bucket, '');
    const report = await tools.analyse(`s3://${bucket}/data/${name}`);
    expect(report.analysed.map(({ directory }) => directory)).toEqual([report.path]);
    expect(report.crossRank?.runs).toHaveLength(1);
    expect(await useStore().keys(bucket, '')).toEqual(before);
  });

  it('reads the whole bucket', async () => {
    const { bucket, folder } = await bucketOf([]);
    await useStore().putFolder(bucket, 'rank0', writeRanks([0, 1], folder));
    const report = await tools.analyse(`s3://${bucket}`);
    expect(report.analysed).toHaveLength(2);
    expect(await useStore().keys(bucket, 'cross_rank')).toHaveLength(3);
  });

  it('has a heat map in a cell, without timelines to open', { tags: 'night' }, async () => {
    const { bucket } = await bucketOf([0, 1]);
    const report = await tools.analyse(`s3://${bucket}/data`);
    const shown = (report as unknown as Record<symbol, () => ResultDisplay>)[displayKey()]();
    expect(shown.ranks).toMatchObject({ folder: null });
  });

  it('leaves nothing on the disk', async () => {
    const before = readdirSync(tmpdir());
    const { bucket } = await bucketOf([0, 1]);
    await tools.analyse(`s3://${bucket}/data`);
    const isOurs = (name: string): boolean => name.startsWith('kernelscope-bucket-');
    expect(readdirSync(tmpdir()).filter(isOurs)).toEqual(before.filter(isOurs));
  });
});

describe('a bucket that fails', () => {
  it('does not exist', async () => {
    const failure = tools.analyse('s3://nowhere-at-all/data');
    await expect(failure).rejects.toThrow(
      new BucketError('Cannot list s3://nowhere-at-all/data: there is no such bucket')
    );
  });

  it('has nothing in it', async () => {
    const { bucket } = await bucketOf([]);
    await expect(tools.analyse(`s3://${bucket}/data`)).rejects.toThrow(OfflinePathError);
    await useStore().put(bucket, 'data/readme.txt', 'none');
    await expect(tools.analyse(`s3://${bucket}/data`)).rejects.toThrow(
      'there is none in it or in its folders.'
    );
  });

  it('changes while it is read: the directory is named and read by the next call', async () => {
    const { bucket, folder } = await bucketOf([0, 1]);
    const [first] = readdirSync(folder);
    let changes = 1;
    const change = async (name: string): Promise<void> => {
      if (name !== 'GetObjectCommand' || changes-- !== 1) return;
      const file = path.join(folder, first, 'profile.kscope');
      await useStore().put(
        bucket,
        `data/${first}/profile.kscope`,
        readFileSync(file).subarray(0, -9)
      );
    };
    const url = `s3://${bucket}/data`;
    const report = await tools.analyseWith({ loadS3: clientThat(change) })(url);
    expect(report.failed).toEqual([
      {
        directory: `${url}/${first}`,
        reason: `Cannot read ${url}/${first}/profile.kscope: it has changed since it was listed; run this again`
      }
    ]);
    expect(namesOf(await profilesReadBy(() => tools.analyse(url)))).toEqual([first]);
  });

  it('refuses a file: the rows do not count, the report is there, and the next call reads again', async () => {
    const { bucket } = await bucketOf([0, 1]);
    const url = `s3://${bucket}/data`;
    const refuse = (_: string, input: unknown): Promise<void> =>
      JSON.stringify(input).includes('tbl=steps')
        ? Promise.reject(Object.assign(new Error('…'), { name: 'AccessDenied' }))
        : Promise.resolve();
    const report = await tools.analyseWith({ loadS3: clientThat(refuse) })(url);
    expect(report.isComplete).toBe(false);
    expect(report.problems).toEqual([
      expect.stringMatching(
        /^Cannot write s3:.*\/tbl=steps\/part-00000.parquet: access is denied with these credentials$/
      )
    ]);
    expect(report.crossRank?.runs[0].ranks).toHaveLength(2);
    const keys = await useStore().keys(bucket, 'data/rows/');
    expect(keys.filter(key => key.endsWith('_SUCCESS'))).toEqual([]);
    expect(await profilesReadBy(() => tools.analyse(url))).toHaveLength(2);
  });

  it('is silent', async () => {
    const server = createServer();
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    vi.stubEnv('AWS_ENDPOINT_URL_S3', `http://127.0.0.1:${port}`);
    const bucket = new Bucket({ bucket: 'runs', prefix: '' }, loadS3(), 100);
    try {
      await expect(bucket.list()).rejects.toThrow(
        /^Cannot list s3:\/\/runs: .*(?:100|timed? ?out)/i
      );
    } finally {
      bucket.close();
      server.close();
      vi.stubEnv('AWS_ENDPOINT_URL_S3', '');
    }
  });

  it('needs a package, which is named', async () => {
    const loadNothing = (): S3Module => loadS3({ folder: '/tmp', beside: '/tmp/nothing.js' });
    const failure = tools.analyseWith({ loadS3: loadNothing })('s3://runs');
    await expect(failure).rejects.toThrow(
      new PackageUnavailableError(
        'The package @aws-sdk/client-s3 is not installed. Run npm install @aws-sdk/client-s3 in /tmp.'
      )
    );
  });
});

describe('credentials', () => {
  it('are in no report and no file', async () => {
    const { bucket, folder } = await bucketOf([0, 1]);
    mkdirSync(path.join(folder, 'h_1_1_kscope'));
    await useStore().put(bucket, 'data/h_1_1_kscope/profile.kscope', 'damaged');
    host.configure({ offlineWorkerFile: tools.workerFile });
    const printed = await runCommand('offline-analyse', `s3://${bucket}/data`, '--json');
    expect(printed.code).toBe(1);
    expect(JSON.parse(printed.out)).toMatchObject({ path: `s3://${bucket}/data` });
    const texts = [printed.out, printed.err];
    for (const key of await useStore().keys(bucket, 'data/')) {
      texts.push(Buffer.from(await useStore().read(bucket, key)).toString('latin1'));
    }
    expect(texts.length).toBeGreaterThan(8);
    for (const text of texts) {
      expect(text).not.toContain(CREDENTIALS.id);
      expect(text).not.toContain(CREDENTIALS.secret);
    }
  });

  it('are asked for where there are none', async () => {
    const home = tools.place('home');
    mkdirSync(home, { recursive: true });
    writeFileSync(path.join(home, 'none'), '');
    const none = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
    none.forEach(name => vi.stubEnv(name, ''));
    vi.stubEnv('HOME', home);
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
    try {
      await expect(tools.analyse('s3://runs')).rejects.toThrow(
        'Cannot list s3://runs: there are no credentials: set AWS_ACCESS_KEY_ID and'
      );
    } finally {
      vi.stubEnv('AWS_ACCESS_KEY_ID', CREDENTIALS.id);
      vi.stubEnv('AWS_SECRET_ACCESS_KEY', CREDENTIALS.secret);
    }
  });
});
