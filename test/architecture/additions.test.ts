import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as Options from '../../src/engine/arguments/recordingOptionsOf';
import type * as Mxnet from '../../src/compat/mxnet/config';
import type * as Sessions from '../../src/compat/torch/sessionOptions';
import type * as Hosts from '../../src/engine/recording/recordingHost';
import type * as Files from '../../src/engine/results/exportProfile';
import type * as Results from '../../src/engine/results/loadProfile';
import type * as Settings from '../../src/settings';
import type { CommandContext } from '../../src/cli/shared/commandContext';
import type * as Show from '../../src/cli/commands/show';
import type * as Pages from '../../src/formats/html/write';
import type * as Displays from '../../src/formats/displayBundle';
import type * as Kscope from '../../src/formats';
import type * as Merging from '../../src/model/merge/mergeProfiles';
import type { Profile } from '../../src/model/profile/profile';
import { validateProfile } from '../../src/model/validate/validate';
import type * as Validation from '../../src/model/validate/validate';
import type { MagicSession } from '../../kernel-bridge/src/magics/magicSession';
import type * as Magics from '../../kernel-bridge/src/magics/runCell';
import type { CellRequest } from '../../kernel-bridge/src/requests/executeRequest';
import type * as Explained from '../../src/report/findings/findingsReport';
import { type Addition, bundleWithAddition } from '../support/bundleWithAddition';
import { ADDITIONS } from './additions/additions';
import type { ToyModule } from './additions/toyUpstream';
import { drawProfile } from '../support/drawProfile';
import { richProfile } from '../support/richProfile';

/** Within the repository, so that what is bundled finds its packages. */
const folder = path.join(__dirname, '../../.build/additions');

beforeAll(() => void mkdirSync(folder, { recursive: true }));
afterAll(() => rmSync(folder, { recursive: true }));

/** What `modules` of the sources export in a product that differs by `toys` alone. */
function useProduct<Product>(
  modules: readonly string[],
  ...toys: readonly Addition[]
): () => Product {
  let product: Product;
  beforeAll(async () => {
    const code = modules.map(module => `export * from './${module}';`).join('\n');
    product = (await bundleWithAddition(toys, code, folder))() as Product;
  });
  return () => product;
}

describe('a format that is added as one module and one line of a table', () => {
  const product = useProduct<typeof Files & typeof Results & typeof Settings>(
    ['src/engine/results/exportProfile', 'src/engine/results/loadProfile', 'src/settings'],
    ADDITIONS.format
  );

  it('is what its ending stands for, in options and their help', () => {
    expect(product().outputFile('a.toy')).toEqual({ path: 'a.toy', format: 'toy', gzip: false });
    const help = 'the name of the profile';
    expect(product().OUTPUT_EXTENSIONS).toContainEqual(expect.objectContaining({ help }));
  });

  it('is written and recognised', () => {
    const file = path.join(folder, 'rich.toy');
    const profile = richProfile();
    expect(product().exportProfile(profile, [], file)).toMatchObject({ path: file, losses: [] });
    expect(readFileSync(file, 'utf8')).toBe(`TOY ${profile.meta.name}`);
    expect(product().loadProfile(file).data.meta.name).toBe(profile.meta.name);
  });
});

describe('a source that is added as one module, one line of a table and its name', () => {
  const product = useProduct<typeof Hosts & typeof Validation>(
    ['src/engine/recording/recordingHost', 'src/model/validate/validate'],
    ADDITIONS.source,
    ADDITIONS.sourceName
  );

  it.each([
    [true, [{ source: 'toySource', status: 'partial', message: 'played', records: 1 }]],
    [false, []]
  ])('records where an option asks for it: %s', (gc, reports) => {
    const options = { gc, cpuIntervalUs: null, memoryPeriodMs: null, gpu: null, workers: false };
    const { RecordingHost } = product();
    const { data } = new RecordingHost().start(options).stop();
    const { sources } = product().validateProfile(data);
    expect(sources.filter(({ source }) => /^toy/.test(source))).toEqual(reports);
  });
});

describe('a recording option that is added as one line of a table', () => {
  const product = useProduct<typeof Settings & typeof Options & typeof Sessions>(
    ['src/settings', 'src/engine/arguments/recordingOptionsOf', 'src/compat/torch/sessionOptions'],
    ADDITIONS.option
  );

  it('is in the help, the completion and the settings of magics', () => {
    const [magic] = product().MAGICS.filter(
      ({ kind, name }) => `${kind} ${name}` === 'cell profile'
    );
    expect(product().magicHelp(magic)).toContain('play while recording');
    expect(product().completeMagic('%%profile --to', 14)?.matches).toContain('--toy');
    expect(product().settingTexts(product().DEFAULT_PROFILE_OPTIONS)).toMatchObject({ toy: 'off' });
  });

  it('is what a magic says when a cell is recorded', () => {
    const found = product().findMagic('%%profile --toy');
    const magic = found && product().parseMagicLine(found);
    if (magic?.command !== 'profileCell') throw new Error('no cell magic');
    expect(product().recordingOptionsOf(magic.options)).toMatchObject({ toy: true });
  });

  it('is checked and taken by sessions', () => {
    expect(product().readSessionOptions({ toy: true }).recording).toMatchObject({ toy: true });
    expect(() => product().readSessionOptions({ toy: 1 })).toThrow(/toy expect boolean/);
  });
});

describe('a fact in columns that is added as one module and one line of a table', () => {
  const product = useProduct<
    typeof Settings & typeof Validation & typeof Pages & typeof Sessions & typeof Mxnet
  >(
    [
      'src/settings',
      'src/model/validate/validate',
      'src/formats/html/write',
      'src/compat/torch/sessionOptions',
      'src/compat/mxnet/config'
    ],
    ADDITIONS.columnFact
  );
  const profile = drawProfile('main |[swing     ][slide]', { nsPerColumn: 1e6 });

  it('is an option of magics and a source in files', () => {
    const [magic] = product().MAGICS.filter(
      ({ kind, name }) => `${kind} ${name}` === 'cell profile'
    );
    expect(product().magicHelp(magic)).toContain('count plays while recording');
    const sources = [{ source: 'playground', status: 'ok', message: '', records: 2 }];
    expect(product().validateProfile({ ...profile, sources })).toBeDefined();
    expect(() => validateProfile({ ...profile, sources })).toThrow(/source, is none of/);
  });

  it('is recorded as usual, and by the APIs of upstream systems on request', () => {
    expect(product().DEFAULT_PROFILE_OPTIONS).toMatchObject({ plays: true });
    expect(product().readSessionOptions({}).recording).toMatchObject({ plays: false });
    expect(product().readSessionOptions({ plays: true }).recording).toMatchObject({ plays: true });
    const { recordingOptions, readConfig } = product();
    const ofMxnet = recordingOptions(readConfig({ profileAll: true }));
    expect(ofMxnet).toMatchObject({ plays: false });
  });

  it('has its table in pages', () => {
    expect(product().profileHtml(profile)).toContain('All plays</caption>');
    expect(product().profileHtml(drawProfile(''))).not.toContain('All plays');
  });
});

describe('a fact that is added as one module and one line of a table', () => {
  const product = useProduct<
    typeof Settings &
      typeof Displays &
      typeof Kscope &
      typeof Merging &
      typeof Validation &
      typeof Show &
      typeof Explained
  >(
    [
      'src/settings',
      'src/formats',
      'src/formats/displayBundle',
      'src/model/merge/mergeProfiles',
      'src/model/validate/validate',
      'src/cli/commands/show',
      'src/report/findings/findingsReport'
    ],
    ADDITIONS.fact
  );
  const drawn = drawProfile('main |[work      ]', { nsPerColumn: 1e6 });
  const withToys = (toys: object): Profile => ({ ...drawn, meta: { ...drawn.meta, ...toys } });
  const profile = withToys({ toys: { count: 7 } });

  it('is an option of magics', () => {
    const [magic] = product().MAGICS.filter(
      ({ kind, name }) => `${kind} ${name}` === 'cell profile'
    );
    expect(product().magicHelp(magic)).toContain('count toys while recording');
  });

  it('is kept by files, added up by merging, and left out and named where it is damaged', () => {
    const read = product().decodeKscope(product().encodeKscope(profile));
    expect(read.meta).toMatchObject({ toys: { count: 7 } });
    expect(product().mergeProfiles([profile, drawn, profile]).meta).toMatchObject({
      toys: { count: 14 }
    });
    const { meta, sources } = product().salvageProfile(withToys({ toys: { count: -1 } }));
    expect(meta).not.toHaveProperty('toys');
    expect(sources.at(-1)).toMatchObject({ source: 'toyBox', status: 'partial' });
    expect(sources.at(-1)?.message).toContain('meta.toys.count is -1');
  });

  it('is a table of a command, by the name of its option', () => {
    expect(show(product(), profile, '--count-toys')).toContain('7 toys\n');
    expect(show(product(), drawn, '-t')).toContain(
      'No toys were recorded; record with --count-toys.'
    );
    const json = JSON.parse(show(product(), profile, '-t', '-f', 'json')) as object;
    expect(json).toEqual({ toys: { count: 7 } });
  });

  it('is in notebook outputs and reports, with its finding', () => {
    const shown = product().displayBundle(profile, { deflate: deflateSync });
    expect(shown['text/plain']).toContain('All toys\n');
    expect(shown['text/plain']).toContain('There were 7 toys.');
    expect(shown['text/html']).toContain('All toys</caption>');
    const { findings } = shown['application/vnd.kernelscope.profile+json'];
    const explained = { name: '', wallNs: 1, shares: null, notes: [], options: {} };
    expect(product().explainMarkdown({ ...explained, findings })).toContain('Count them again.');
  });
});

/** What `kernelscope show` prints of a file with that profile. */
function show(
  { defineShow, encodeKscope }: typeof Show & typeof Kscope,
  profile: Profile,
  ...args: readonly string[]
): string {
  const file = path.join(folder, 'shown.kscope');
  writeFileSync(file, encodeKscope(profile));
  const printed: string[] = [];
  const print = (text: string): void => void printed.push(text);
  const command = new Command();
  defineShow(command, { out: print, err: print } as CommandContext);
  command.parse([file, ...args], { from: 'user' });
  return printed.join('');
}

describe('a magic that is added as one module and a line in each of two tables', () => {
  const toy = { name: 'TOY', module: 'test/architecture/additions/toyMagic' };
  const product = useProduct<typeof Settings & typeof Magics>(
    ['src/settings', 'kernel-bridge/src/magics/runCell'],
    { ...toy, table: 'src/settings/magics/magicTable.ts', before: '  LSMAGIC,\n', line: '  TOY,' },
    {
      ...toy,
      table: 'kernel-bridge/src/magics/runnerTable.ts',
      before: '  profileSql,\n',
      line: '  toy: runToy,',
      name: 'runToy'
    }
  );

  it('is completed, listed and explained', () => {
    expect(product().completeMagic('%to', 3)?.matches).toEqual(['%toy']);
    expect(product().listMagics()).toMatch(/%toy +Play with words/);
    expect(product().magicHelp(product().magicSpec('line', 'toy')!)).toContain('%toy WORDS');
  });

  it('is run by the kernel, and so is the rest of its cell', async () => {
    const shown: unknown[] = [];
    const display = { show: (data: unknown) => shown.push(data) };
    const session = { display, settings: { defaults: {} } } as unknown as MagicSession;
    const source = '%toy once more\n';
    const request = { source, number: 1 } as CellRequest;
    const outcome = await product().runMagic(session, request, product().findMagic(source)!);
    expect(outcome).toEqual({ status: 'ok' });
    expect(JSON.stringify(shown)).toContain('ONCE MORE');
  });
});

describe('the API of an upstream system that is added as one folder and one line', () => {
  const product = useProduct<{ readonly toy: ToyModule }>(
    ['src/runtime/runtime'],
    ADDITIONS.upstream
  );

  it('records with the host of the process, beside all others', () => {
    const { data } = product().toy.play('chess', () => undefined);
    expect(data.meta.name).toBe('chess');
    expect(data.strings).toContain('chess');
  });
});
