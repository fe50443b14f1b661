import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as Options from '../../src/engine/options/recordingOptionsOf';
import type * as Sessions from '../../src/engine/sessions/sessionOptions';
import type * as Hosts from '../../src/engine/recording/recordingHost';
import type * as Files from '../../src/engine/files/exportProfile';
import type * as Results from '../../src/engine/results/loadProfile';
import type * as Settings from '../../src/settings';
import type * as Times from '../../src/cli/shared/timeText';
import type { TimeTables } from '../../src/cli/shared/timeText';
import type * as Pages from '../../src/formats/html/write';
import type * as Displays from '../../src/formats/displayBundle';
import type * as Kscope from '../../src/formats';
import type * as Merging from '../../src/model/merge/mergeProfiles';
import type { Profile } from '../../src/model/profile/profile';
import { validateProfile } from '../../src/model/validate/validate';
import type * as Validation from '../../src/model/validate/validate';
import type * as Explained from '../../src/report/findings/findingsReport';
import { bundleWithAddition } from '../support/bundleWithAddition';
import { drawProfile } from '../support/drawProfile';
import { richProfile } from '../support/richProfile';

/** Within the repository, so that what is bundled finds its packages. */
const folder = path.join(__dirname, '../../.build/additions');

beforeAll(() => void mkdirSync(folder, { recursive: true }));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a format that is added as one module and one line of a table', () => {
  let product: typeof Files & typeof Results & typeof Settings;

  beforeAll(async () => {
    const toy = {
      table: 'src/formats/table.ts',
      before: '  NVPROF\n',
      line: '  TOY,',
      name: 'TOY',
      module: 'test/architecture/additions/toyFormat'
    };
    const code = `
      export * from './src/engine/files/exportProfile';
      export * from './src/engine/results/loadProfile';
      export * from './src/settings';`;
    product = (await bundleWithAddition(toy, code, folder))() as typeof product;
  });

  it('is what its ending stands for, in options and their help', () => {
    expect(product.outputFile('a.toy')).toEqual({ path: 'a.toy', format: 'toy', gzip: false });
    const help = 'the name of the profile';
    expect(product.OUTPUT_EXTENSIONS).toContainEqual(expect.objectContaining({ help }));
  });

  it('is written and recognised', () => {
    const file = path.join(folder, 'rich.toy');
    const profile = richProfile();
    expect(product.exportProfile(profile, [], file)).toMatchObject({ path: file, losses: [] });
    expect(readFileSync(file, 'utf8')).toBe(`TOY ${profile.meta.name}`);
    expect(product.loadProfile(file).data.meta.name).toBe(profile.meta.name);
  });
});

describe('a source that is added as one module and one line of a table', () => {
  let product: typeof Hosts;

  beforeAll(async () => {
    const toy = {
      table: 'src/engine/recording/sourceTable.ts',
      before: '  HELPER_THREADS\n',
      line: '  TOY,',
      name: 'TOY',
      module: 'test/architecture/additions/toySource'
    };
    const code = `export * from './src/engine/recording/recordingHost';`;
    product = (await bundleWithAddition(toy, code, folder))() as typeof product;
  });

  it.each([
    [true, [{ source: 'import', status: 'partial', message: 'played', records: 1 }]],
    [false, []]
  ])('records where an option asks for it: %s', (gc, reports) => {
    const options = { gc, cpuIntervalUs: null, memoryPeriodMs: null, gpu: null, workers: false };
    const { data } = new product.RecordingHost().start(options).stop();
    expect(data.sources.filter(({ source }) => source === 'import')).toEqual(reports);
  });
});

describe('a recording option that is added as one line of a table', () => {
  let product: typeof Settings & typeof Options & typeof Sessions;

  beforeAll(async () => {
    const toy = {
      table: 'src/settings/table/recordingOptions.ts',
      before: '  /** Record eager operators and instrumented functions. */\n',
      line: '  toy: TOY,',
      name: 'TOY',
      module: 'test/architecture/additions/toyOption'
    };
    const code = `
      export * from './src/settings';
      export * from './src/engine/options/recordingOptionsOf';
      export * from './src/engine/sessions/sessionOptions';`;
    product = (await bundleWithAddition(toy, code, folder))() as typeof product;
  });

  it('is in the help, the completion and the settings of magics', () => {
    const [magic] = product.MAGICS.filter(({ kind, name }) => `${kind} ${name}` === 'cell profile');
    expect(product.magicHelp(magic)).toContain('play while recording');
    expect(product.completeMagic('%%profile --to', 14)?.matches).toContain('--toy');
    expect(product.settingTexts(product.DEFAULT_PROFILE_OPTIONS)).toMatchObject({ toy: 'off' });
  });

  it('is what a magic says when a cell is recorded', () => {
    const found = product.findMagic('%%profile --toy');
    const magic = found && product.parseMagicLine(found);
    if (magic?.command !== 'profileCell') throw new Error('no cell magic');
    expect(product.recordingOptionsOf(magic.options)).toMatchObject({ toy: true });
  });

  it('is checked and taken by sessions', () => {
    expect(product.readSessionOptions({ toy: true }).recording).toMatchObject({ toy: true });
    expect(() => product.readSessionOptions({ toy: 1 })).toThrow(/toy expect boolean/);
  });
});

describe('a fact in columns that is added as one module and one line of a table', () => {
  let product: typeof Settings & typeof Validation & typeof Pages;
  const profile = drawProfile('main |[swing     ][slide]', { nsPerColumn: 1e6 });

  beforeAll(async () => {
    const toy = {
      table: 'src/facts/table.ts',
      before: '  // what others asked of the program\n',
      line: '  PLAYS,',
      name: 'PLAYS',
      module: 'test/architecture/additions/toyColumnFact'
    };
    const code = `
      export * from './src/settings';
      export * from './src/model/validate/validate';
      export * from './src/formats/html/write';`;
    product = (await bundleWithAddition(toy, code, folder))() as typeof product;
  });

  it('is an option of magics and a source in files', () => {
    const [magic] = product.MAGICS.filter(({ kind, name }) => `${kind} ${name}` === 'cell profile');
    expect(product.magicHelp(magic)).toContain('count plays while recording');
    const sources = [{ source: 'playground', status: 'ok', message: '', records: 2 }];
    expect(product.validateProfile({ ...profile, sources })).toBeDefined();
    expect(() => validateProfile({ ...profile, sources })).toThrow(/source, is none of/);
  });

  it('has its table in pages', () => {
    expect(product.profileHtml(profile)).toContain('All plays</caption>');
    expect(product.profileHtml(drawProfile(''))).not.toContain('All plays');
  });
});

describe('a fact that is added as one module and one line of a table', () => {
  let product: typeof Settings &
    typeof Displays &
    typeof Kscope &
    typeof Merging &
    typeof Validation &
    typeof Times &
    typeof Explained;
  const drawn = drawProfile('main |[work      ]', { nsPerColumn: 1e6 });
  const withToys = (toys: object): Profile => ({ ...drawn, meta: { ...drawn.meta, ...toys } });
  const profile = withToys({ toys: { count: 7 } });

  beforeAll(async () => {
    const toy = {
      table: 'src/facts/table.ts',
      before: '  // of memory\n',
      line: '  TOY,',
      name: 'TOY',
      module: 'test/architecture/additions/toyFact'
    };
    const code = `
      export * from './src/settings';
      export * from './src/formats';
      export * from './src/formats/displayBundle';
      export * from './src/model/merge/mergeProfiles';
      export * from './src/model/validate/validate';
      export * from './src/cli/shared/timeText';
      export * from './src/report/findings/findingsReport';`;
    product = (await bundleWithAddition(toy, code, folder))() as typeof product;
  });

  it('is an option of magics', () => {
    const [magic] = product.MAGICS.filter(({ kind, name }) => `${kind} ${name}` === 'cell profile');
    expect(product.magicHelp(magic)).toContain('count toys while recording');
  });

  it('is kept by files, added up by merging, and left out and named where it is damaged', () => {
    const read = product.decodeKscope(product.encodeKscope(profile));
    expect(read.meta).toMatchObject({ toys: { count: 7 } });
    expect(product.mergeProfiles([profile, drawn, profile]).meta).toMatchObject({
      toys: { count: 14 }
    });
    const { meta, sources } = product.salvageProfile(withToys({ toys: { count: -1 } }));
    expect(meta).not.toHaveProperty('toys');
    expect(sources.at(-1)).toMatchObject({ source: 'toyBox', status: 'partial' });
    expect(sources.at(-1)?.message).toContain('meta.toys.count is -1');
  });

  it('is in notebook outputs, reports and commands, with its finding', () => {
    const shown = product.displayBundle(profile, { deflate: deflateSync });
    expect(shown['text/plain']).toContain('All toys\n');
    expect(shown['text/plain']).toContain('There were 7 toys.');
    expect(shown['text/html']).toContain('All toys</caption>');
    expect(product.timeText(profile, { facts: { toys: 0 } } as TimeTables, 'table')).toContain(
      '7 toys\n'
    );
    expect(product.timeText(drawn, { facts: { toys: 0 } } as TimeTables, 'table')).toContain(
      'No toys were recorded; record with --toys.'
    );
    const { findings } = shown['application/vnd.kernelscope.profile+json'];
    const explained = { name: '', wallNs: 1, shares: null, notes: [], options: {} };
    expect(product.explainMarkdown({ ...explained, findings })).toContain('Count them again.');
  });
});
