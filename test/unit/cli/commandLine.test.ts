import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { exportProfile } from '../../../src/engine/results/exportProfile';
import { COMMANDS } from '../../../src/cli/commandTable';
import { ExitCode } from '../../../src/cli/shared/commandContext';
import { FACT_TABLES } from '../../../src/cli/shared/timeText';
import { drawPprof } from '../../support/drawPprof';
import { drawProfile } from '../../support/drawProfile';
import { drawThread } from '../../support/drawThread';
import { gpuTraining } from '../../support/gpuTraining';
import { richProfile } from '../../support/richProfile';
import { stackedProfile } from '../../support/stackedProfile';
import { runCommand as run } from '../../support/runCommand';
import { demangleKnown } from '../../support/demangleKnown';
import { useFolder } from '../../support/folders';

vi.mock('../../../src/native/demangler', () => ({
  demangler: () => (name: string) => demangleKnown(name)
}));

const folder = useFolder();
let saved: string;

beforeAll(() => {
  saved = join(folder, 'run.kscope');
  exportProfile(richProfile(), [], saved);
});

test.each(COMMANDS.map(({ name }) => name))(
  '%s tells of an option that it does not have as every other error is told',
  async name => {
    const { code, out, err } = await run(name, '--nod');
    expect([code, out]).toEqual([ExitCode.usage, '']);
    expect(err).toMatch(/^kernelscope: .*option "?'?--nod\b.*\n(See kernelscope run --help\.\n)?$/);
  }
);

describe('convert', () => {
  test.each([
    ...['out.csv', 'out.json.gz', 'out.perfetto-trace', 'out.speedscope.json', 'out.cpuprofile'],
    ...['out.pb.gz', 'out.pb', 'out.folded', 'out.svg']
  ])('writes %s and says so', async name => {
    const target = join(folder, name);
    const { code, out, err } = await run('convert', saved, target);
    expect([code, err]).toEqual([ExitCode.ok, '']);
    expect(out).toContain(name);
    expect(existsSync(target)).toBe(true);
  });

  test.each(['out.foo', 'out', 'out.svgz'])('takes %s for wrong usage', async name => {
    const { code, err } = await run('convert', join(folder, 'absent.kscope'), join(folder, name));
    expect(code).toBe(ExitCode.usage);
    expect(err).toMatch(
      /^kernelscope: The ending of .*out.* must be one of \.perfetto-trace .*\.svg\n$/
    );
    expect(existsSync(join(folder, name))).toBe(false);
  });

  test('writes over no file that it reads, by whatever name', async () => {
    const [input, other, link] = ['input.json', 'other.json', 'link.json'].map(name =>
      join(folder, name)
    );
    const text = '{"traceEvents":[{"name":"a","ph":"X","ts":1,"dur":1,"pid":1,"tid":1}]}';
    for (const file of [input, other]) writeFileSync(file, text);
    symlinkSync(input, link);
    for (const files of [
      [input, input],
      [input, link],
      [link, input],
      [other, input, input]
    ]) {
      const { code, err } = await run('convert', ...files);
      expect([code, err]).toEqual([
        ExitCode.usage,
        expect.stringContaining('is a file that is read')
      ]);
    }
    expect(readFileSync(input, 'utf8')).toBe(text);
  });

  test('reads what nvprof wrote', async () => {
    const trace = fileURLToPath(new URL('../../golden/torch/nvprof_small.nvprof', import.meta.url));
    const target = join(folder, 'nvprof.json');
    expect(await run('convert', trace, target)).toMatchObject({ code: ExitCode.ok, err: '' });
    expect(readFileSync(target, 'utf8')).toContain('"kernel(float*)"');
    expect((await run('show', trace)).out).toContain('torch::autograd::GraphRoot');
  });

  test('fails where the profile cannot be read', async () => {
    const { code, err } = await run(
      'convert',
      join(folder, 'absent.kscope'),
      join(folder, 'new.csv')
    );
    expect(code).toBe(ExitCode.failed);
    expect(err).toMatch(/^kernelscope: Cannot load .*absent\.kscope/);
  });
});

describe('show', () => {
  test.each(FACT_TABLES.map(({ long }) => long))('has its table --%s in the guide', long => {
    const guide = readFileSync(
      new URL('../../../docs/user-guide/programs.md', import.meta.url),
      'utf8'
    );
    expect(guide).toContain(`\`show --${long} [N] FILE\``);
  });

  test('says print GPU activity instead where that is asked for', async () => {
    const file = join(folder, 'gpu.kscope');
    exportProfile(gpuTraining(), [], file);
    const { code, out, err } = await run('show', file, '--gpu', '--top', '2');
    expect([code, err]).toEqual([ExitCode.ok, '']);
    expect(out).toMatch(/^wall .*\n\nGPU 0 \(NVIDIA H200\): busy /);
    expect(out).toContain('GPU time by operator');
    expect(out).toContain('1 more not shown');
    const json = JSON.parse((await run('show', file, '-g', '-f', 'json')).out) as unknown;
    expect(json).toMatchObject({ devices: [{ device: 0 }], transfers: [{}, {}, {}] });
    exportProfile(drawProfile('main |[op/conv]'), [], file);
    expect((await run('show', file, '--gpu')).out).toMatch(/^wall .*\n\nNothing ran on a GPU\.\n$/);
  });

  test.each(['[]', '{"traceEvents":[]}'])('says that the trace %s is empty', async text => {
    const file = join(folder, 'empty.json');
    writeFileSync(file, text);
    const { code, err } = await run('show', file);
    expect([code, err]).toEqual([ExitCode.ok, 'kernelscope: the trace is empty\n']);
    expect((await run('show', saved)).err).toBe('');
  });

  test.each(['.perfetto-trace', '.json', '.speedscope.json', '.cpuprofile', '.pb', '.kscope'])(
    'opens the file %s of a recording that was over before anything happened',
    async ending => {
      const [empty, written] = [join(folder, 'empty.kscope'), join(folder, `nothing${ending}`)];
      exportProfile(drawProfile('main |', { meta: { runtime: 'v22.0.0' } }), [], empty);
      expect((await run('convert', empty, written)).code).toBe(ExitCode.ok);
      const { code, err } = await run('show', written);
      expect([code, err.includes('Cannot load')]).toEqual([ExitCode.ok, false]);
    }
  );

  test.each([
    ['{"traceEvents":[{"ph":"P","name":"x","pid":1,"tid":1,"ts":5}]}', /1 event is of a kind/],
    ['{"traceEvents":[],"other":{"rows":[[1]]}}', /nothing in it is read\n$/]
  ])('fails for the trace %s, of which nothing is read', async (text, told) => {
    const file = join(folder, 'unread.json');
    writeFileSync(file, text);
    const commands = [
      ['show', file],
      ['explain', file],
      ['convert', file, join(folder, 'unread.kscope')],
      ['diff', file, saved],
      ['query', file, 'SELECT 1']
    ];
    for (const command of commands) {
      const { code, out, err } = await run(...command);
      expect([code, out]).toEqual([ExitCode.failed, '']);
      expect(err).toMatch(/^kernelscope: Cannot load .*unread\.json: nothing in it is read/);
      expect(err).not.toContain('empty');
      expect(err).toMatch(told);
    }
    const checked = await run('check', file, '--assert', 'count(x) == 0');
    expect(checked.code).toBe(ExitCode.failed);
    expect(checked.out).toContain('nothing in it is read');
  });

  test('prints the hottest lines, the time by package, or both instead', async () => {
    const file = join(folder, 'stacked.kscope');
    const stacks = ['a.ts', 'node_modules/@scope/x/x.js', 'node_modules/y/y.js'];
    const drawn = stacks.map((each, at) => ({ stack: [each], ns: (at + 1) * 1e6 }));
    exportProfile(stackedProfile(drawn, 8e6), [], file);
    const packages = await run('show', '--packages', '1', file);
    expect([packages.code, packages.err]).toEqual([ExitCode.ok, '']);
    expect(packages.out).toMatch(
      /^wall .*\n\n.*Time by Package\n.* y\n.* 3 others\n.*all of the wall time\n$/
    );
    expect((await run('show', file, '-p')).out).toContain(' @scope/x\n');
    const lines = await run('show', '--lines', file);
    expect([lines.code, lines.err]).toEqual([ExitCode.ok, '']);
    expect(lines.out).toMatch(/^wall .*\n\nNo CPU samples were recorded\.\n$/);
    const json = JSON.parse((await run('show', file, '-p', '-l', '-f', 'json')).out) as unknown;
    expect(json).toMatchObject({
      packages: { wholeNs: 8e6, rows: [{ name: 'y' }, {}, {}, { owner: 'own', selfNs: 1e6 }] },
      lines: { rows: [] }
    });
  });

  test.each([[[]], [['--lines']], [['--lines', '--packages']]])(
    'takes show %j for wrong usage, as it has no file',
    async words => {
      const { code, err } = await run('show', ...words);
      expect(code).toBe(ExitCode.usage);
      expect(err).toMatch(/^kernelscope: .* file.*\n$/);
    }
  );

  test('has several files on one timeline, one of them behind an option', async () => {
    const [a, b] = [12, 30].map((ms, at) => {
      const file = join(folder, `run${at}.kscope`);
      const drawn = drawProfile(`main |[step${at}]`, { nsPerColumn: (ms * 1e6) / 7 });
      const startedAtMs = 1_700_000_000_000 + at * 500;
      const meta = { ...drawn.meta, name: `run ${at}`, startedAtMs, originNs: '0' };
      exportProfile({ ...drawn, meta }, [], file);
      return file;
    });
    const { code, out, err } = await run('show', a, '--lines', b);
    expect([code, err]).toEqual([ExitCode.ok, '']);
    expect(out).toMatch(/^wall 530 ms/);
    const both = join(folder, 'both.kscope');
    expect(await run('convert', a, b, both)).toMatchObject({ code: ExitCode.ok, err: '' });
    expect((await run('show', both)).out).toMatch(/step0[^]*step1|step1[^]*step0/);
    expect((await run('show', a, b, '--offset', '0,-500')).out).toMatch(/^wall 30\.0 ms/);
    expect((await run('show', a, b, '--offset', '1,2,3')).code).toBe(ExitCode.usage);
    expect((await run('show', a, b, '--offset', '1;2')).code).toBe(ExitCode.usage);
  });

  test('has only what ran with a label', async () => {
    const file = join(folder, 'labelled.kscope');
    const pprof = drawPprof({
      types: [['cpu', 'nanoseconds']],
      samples: [
        { stack: 'fast', values: [2e6], labels: { route: '/a' } },
        { stack: 'slow', values: [9e6], labels: { route: '/b' } }
      ]
    });
    writeFileSync(join(folder, 'labelled.pb'), pprof);
    expect((await run('convert', join(folder, 'labelled.pb'), file)).code).toBe(ExitCode.ok);
    const { out, err } = await run('show', file, '--label', 'route=/b');
    expect(err).toBe('');
    expect(out).toMatch(/^wall 9\.00 ms/);
    expect(out).toContain('slow');
    expect(out).not.toContain('fast');
    const unknown = await run('show', file, '--label', 'route=/c');
    expect(unknown.code).toBe(ExitCode.usage);
    expect(unknown.err).toContain(
      'Nothing ran with the label route=/c. Labels: route=/b (9.00 ms), route=/a (2.00 ms).'
    );
    expect((await run('show', file, '--label', 'route')).code).toBe(ExitCode.usage);
  });

  test.each([
    ['where the time went before the statistics that every program has', false],
    ['what a program names itself before that', true]
  ])('prints %s', async (_, isRepetition) => {
    const profile = drawThread('uuuuGGvvvvvvvvvvvvvv', { isRepetition, heap: [1e6, 2e6, 3e6] });
    const named = join(folder, 'order.kscope');
    exportProfile(profile, [], named);
    const { out } = await run('show', named);
    const found = [...out.matchAll(/^(repetition|Hottest functions|Process memory|gc)\b.*\n===/gm)];
    expect(found.map(([, heading]) => heading)).toEqual([
      ...(isRepetition ? ['repetition'] : []),
      ...['Hottest functions', 'Process memory', 'gc']
    ]);
  });

  test('prints the table in the order asked for', async () => {
    const { code, out } = await run('show', saved, '--sort-by', 'count', '--top', '3');
    expect(code).toBe(ExitCode.ok);
    expect(out).toContain('Profile Statistics');
  });

  test.each([
    ['--top', 'many'],
    ['--sort-by', 'luck'],
    ['--nothing', 'known']
  ])('takes %s %s for wrong usage, in a line or two', async (option, value) => {
    const { code, out, err } = await run('show', saved, option, value);
    expect([code, out]).toEqual([ExitCode.usage, '']);
    expect(err.trimEnd().split('\n').length).toBeLessThanOrEqual(2);
  });
});

test.each(COMMANDS.map(({ name }) => name))(
  '%s answers an option that it does not have in one style',
  async name => {
    const { code, err } = await run(name, '--hlep');
    expect(code).toBe(ExitCode.usage);
    expect(err).toMatch(/^kernelscope: .*option ['"]--hlep['"]\..*Did you mean --help\?/);
  }
);

describe('a command that does not exist', () => {
  test.each([
    ...COMMANDS.map(({ name }): [string, string] => [`${name}x`, name]),
    ...Object.entries({
      ...{ rum: 'run', shwo: 'show', profile: 'run', report: 'show', compare: 'diff' },
      ...{ 'main.ts': 'run main.ts', 'src/a.mjs': 'run src/a.mjs', 'a.kscope': 'show a.kscope' }
    })
  ])('%s leads to %s', async (word, meant) => {
    const { code, err } = await run(word);
    expect(code).toBe(ExitCode.usage);
    expect(err).toBe(`kernelscope: unknown command '${word}'. Did you mean ${meant}?\n`);
  });

  test('has no hint where it resembles none, and stays one line of text', async () => {
    expect((await run('qqqqqq')).err).toBe("kernelscope: unknown command 'qqqqqq'\n");
    expect((await run('a\u001b[31m.ts')).err).not.toContain('\u001b');
  });
});
