import { copyFileSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BUNDLE_VERSION, type ProfileBundle } from '../../src/model/output/bundle';
import { type Execution, KernelClient } from './kernelClient';
import { overviewProfile } from '../support/storedBundle';
import { isProfile, PROFILE_MIME, profileOf } from './probe';

let kernel: KernelClient;

beforeAll(async () => {
  kernel = await KernelClient.start();
  await kernel.execute('import { range } from "kernelscope";');
});

afterAll(() => kernel.dispose());

/** Text that a magic showed: display data, never a stream. */
function shownText({ outputs }: Execution): string {
  expect(outputs.map(({ type }) => type)).not.toContain('stream');
  return outputs
    .filter(output => 'data' in output)
    .map(({ data }) => String(data['text/plain']))
    .join('\n');
}

async function failure(code: string): Promise<string> {
  const execution = await kernel.execute(`${code}\nconsole.log("must not run");`);
  expect(execution.reply['status']).toBe('error');
  expect(execution.outputs.map(({ type }) => type)).toEqual(['error']);
  return (execution.reply['traceback'] as string[]).join('\n');
}

describe('%%profile', () => {
  test('shows operators and ranges in its table', async () => {
    const execution = await kernel.execute(
      '%%profile --no-cpu\nfor (let i = 0; i < 3; i++) range("step", () => i);'
    );
    expect(String(profileOf(execution)['text/plain'])).toMatch(/step +3 /);
  });

  test('also as a comment, which no editor marks', async () => {
    profileOf(await kernel.execute('// a comment before it\n// %%profile\nrange("c", () => 1);'));
  });

  test('takes a name and options', async () => {
    await kernel.execute('%%profile named -n 1\nrange("a", () => 1); range("b", () => 2);');
    const shown = await kernel.execute('%profile list');
    expect(shownText(shown)).toMatch(/^named /m);
  });

  test('prints JSON when asked', async () => {
    const execution = await kernel.execute('%%profile -f json\nrange("j", () => 1);');
    expect(() => JSON.parse(String(profileOf(execution)['text/plain'])) as unknown).not.toThrow();
  });

  test('shows nothing with -q, but keeps the profile', async () => {
    const { outputs } = await kernel.execute('%%profile -q quiet\nvoid range("q", () => 1);');
    expect(outputs).toEqual([]);
    expect(shownText(await kernel.execute('%profile show quiet'))).toContain('q');
  });

  test.each([
    ['const before = 1;\n%%profile late\nbefore;', 'Cell [N]:2'],
    ['%%profile\n%%profile again\n1;', 'Cell [N]:2'],
    ['let one = 1;\n  %profile list\none;', 'Cell [N]:2']
  ])('that is not in the first line is called that: %s', async (code, place) => {
    const { reply } = await kernel.execute(code);
    const cell = place.replace('N', String(reply['execution_count']));
    expect(reply['evalue']).toMatch(/is a magic: a cell can have one, in its first line$/);
    expect(String(reply['evalue'])).toContain(cell);
    expect(reply['traceback']).toContainEqual(expect.stringContaining('error TS'));
  });

  test.each([
    ['!npm install lodash@4', 'npm install lodash@4'],
    ['const a = 1;\n! ls -la ./src', 'ls -la ./src']
  ])('is named for a command of the system: %s', async (code, command) => {
    const { reply } = await kernel.execute(code);
    expect(reply['evalue']).toMatch(
      / - commands of the system begin with %sh, in the first line: /
    );
    expect(String(reply['evalue']).endsWith(`: %sh ${command}`)).toBe(true);
  });

  test.each(['profile', 'loadProfile'])('names the import that %s lacks', async name => {
    const { reply } = await kernel.execute(`const before = 1;\nvoid ${name}.call;`);
    const place = `Cell [${String(reply['execution_count'])}]:2`;
    expect(reply['evalue']).toBe(
      `${place} - ${name} has to be imported: import { ${name} } from 'kernelscope';`
    );
    expect(reply['traceback']).toContainEqual(expect.stringContaining('error TS2304'));
  });

  test('is not named for a negation that fails', async () => {
    const { reply } = await kernel.execute('!missing();');
    expect(reply['evalue']).toContain("Cannot find name 'missing'");
  });

  test('of a cell without code says so, and is no error', async () => {
    const empty = ['', '\n', ' -o never.kscope\n\n', '\n// later\n/* or\nnever */'];
    for (const code of empty.map(each => `%%profile${each}`)) {
      const execution = await kernel.execute(code);
      expect(execution.reply['status']).toBe('ok');
      expect(shownText(execution)).toMatch(/no profile of this cell, because it has no code\.$/);
    }
    expect((await kernel.execute('%%profile\n// nothing')).reply['status']).toBe('ok');
    expect((await kernel.execute('%%profile -q\n')).outputs).toEqual([]);
  });

  test('of a cell that does not compile shows no profile', async () => {
    const { reply, outputs } = await kernel.execute('%%profile\nconst n: number = "x";');
    expect(reply['ename']).toBe('TypeScriptError');
    expect(outputs.filter(isProfile)).toEqual([]);
  });

  test('carries the bundle within its bound', async () => {
    const data = profileOf(await kernel.execute('%%profile\nrange("b", () => 1);'));
    const bundle = data[PROFILE_MIME] as { version: number; summary: { cellFile: string } };
    expect(bundle.version).toBe(BUNDLE_VERSION);
    expect(bundle.summary.cellFile).toMatch(/^Cell \[\d+\]$/);
    expect(JSON.stringify(bundle).length).toBeLessThan(256_000);
  });

  test('finds the slow line of the cell', async () => {
    const data = profileOf(
      await kernel.execute(
        '%%profile\nlet total = 0;\nconst until = Date.now() + 400;\nwhile (Date.now() < until) {\n' +
          '  for (let i = 0; i < 1e5; i++) total += Math.sqrt(i);\n}\nrange("end", () => 1);'
      )
    );
    const { strings, lineTicks } = overviewProfile(data[PROFILE_MIME] as ProfileBundle);
    const files = Array.from(lineTicks.file, row => strings[row]);
    const hottest = lineTicks.ticks.indexOf(Math.max(...lineTicks.ticks));
    expect(files[hottest]).toMatch(/^Cell \[\d+\]$/);
    expect([4, 5]).toContain(lineTicks.line[hottest]);
    expect(files.filter(file => /(kernel|main)\.cjs/.test(file))).toEqual([]);
  });

  test('survives a cell of a million slices within its limit, with exact counts', async () => {
    const execution = await kernel.execute(
      '%%profile --no-cpu --max-events 10000\nfor (let i = 0; i < 1e6; i++) range("many", () => i);'
    );
    const data = profileOf(execution);
    expect(String(data['text/plain'])).toMatch(/many +1000000 /);
    expect(JSON.stringify(data[PROFILE_MIME]).length).toBeLessThan(1_000_000);
  });

  test('samples memory while the cell blocks', async () => {
    const data = profileOf(
      await kernel.execute(
        '%%profile --no-cpu --memory=5\nconst end = Date.now() + 300; while (Date.now() < end) {}'
      )
    );
    const bundle = data[PROFILE_MIME] as ProfileBundle;
    expect(bundle.summary.peakRssBytes).toBeGreaterThan(10_000_000);
    expect(overviewProfile(bundle).counters.map(({ name }) => name)).toContain('Memory: node/rss');
  });
});

describe('--output', () => {
  test.each(['trace.json', 'trace.perfetto-trace', 'table.csv', 'page.html', 'whole.kscope'])(
    'writes %s',
    async name => {
      const { reply } = await kernel.execute(`%%profile -o out/${name}\nrange("o", () => 1);`);
      expect(reply['status']).toBe('ok');
      expect(statSync(path.join(kernel.process.folder, 'out', name)).size).toBeGreaterThan(10);
    }
  );

  test('says of each file what was written, in a line, and nothing when the cell is quiet', async () => {
    const files = '-o out/a.json -o out/b.perfetto-trace -o out/c.html';
    const code = 'range("o", () => {});';
    const execution = await kernel.execute(`%%profile ${files}\n${code}`);
    const told = String(
      execution.outputs.filter(output => 'data' in output).at(-1)!.data['text/plain']
    );
    expect(told.split('\n').map(line => line.replace(/ \(.*/, ''))).toEqual([
      'Wrote out/a.json',
      'Wrote out/b.perfetto-trace',
      'Wrote out/c.html'
    ]);
    expect((await kernel.execute(`%%profile -q ${files}\n${code}`)).outputs).toEqual([]);
  });

  test('that cannot be written is an error after the profile, and the result is kept', async () => {
    writeFileSync(path.join(kernel.process.folder, 'file'), '');
    const execution = await kernel.execute('%%profile -o file/x.json\nconst kept = "kept";\nkept');
    profileOf(execution);
    expect(execution.reply).toMatchObject({ status: 'error', ename: 'OutputFileError' });
    expect(String(execution.reply['evalue'])).toContain('Cannot write');
    expect(kernel.textOf((await kernel.execute('kept')).id)).toBe('kept\n');
  });
});

describe('a line that cannot be understood', () => {
  test('with an unknown option names the nearest one and where all are listed', async () => {
    const text = await failure('%%profile --sort-buy total');
    expect(text).toContain('Did you mean --sort-by?\n%%profile? lists the options.');
    expect(await failure('%%profile --nope')).not.toContain('Did you mean');
  });

  test('with a name of two words says how to quote it', async () => {
    expect(await failure('%%profile word count')).toContain('%%profile "word count".');
  });

  test('with a malformed number says what is wrong', async () => {
    expect(await failure('%%profile --top many')).toMatch(/--top|-n/);
  });

  test('with an unknown name names the nearest magic', async () => {
    expect(await failure('%%profil')).toContain('%%profile');
  });
});

describe('%profile', () => {
  test('EXPRESSION profiles it and shows its value', async () => {
    const execution = await kernel.execute('%profile range("expr", () => 6 * 7)');
    expect(kernel.textOf(execution.id)).toBe('42\n');
    expect(String(profileOf(execution)['text/plain'])).toContain('expr');
  });

  test('doctor tells what of the profiler works', async () => {
    const text = shownText(await kernel.execute('%profile doctor'));
    expect(text).toMatch(/^ok +Node +v\d+/m);
    expect(text).toMatch(/^ok +CPU sampler/m);
    expect(text).toMatch(/^\w+ +GPU +\S+: /m);
  });

  test('last shows the newest again', async () => {
    await kernel.execute('%%profile newest\nrange("n", () => 1);');
    const again = await kernel.execute('%profile last');
    expect((profileOf(again)[PROFILE_MIME] as { summary: { name: string } }).summary.name).toBe(
      'newest'
    );
  });

  test('save and load give the same profile back', async () => {
    await kernel.execute('%%profile stored\nrange("stored range", () => 1);');
    expect(shownText(await kernel.execute('%profile save stored stored.kscope'))).toContain(
      'stored.kscope'
    );
    const loaded = await kernel.execute('%profile load stored.kscope');
    expect(String(profileOf(loaded)['text/plain'])).toContain('stored range');
  });

  test('load shows what nvprof wrote, read by the SQLite that the kernel brings', async () => {
    const trace = fileURLToPath(new URL('../golden/torch/nvprof_small.nvprof', import.meta.url));
    copyFileSync(trace, path.join(kernel.process.folder, 'run.nvprof'));
    const loaded = await kernel.execute('%profile load run.nvprof');
    expect(String(profileOf(loaded)['text/plain'])).toContain('kernel(float*)');
  });

  test('load of a broken or absent file says so', async () => {
    writeFileSync(path.join(kernel.process.folder, 'broken.kscope'), 'not a profile');
    expect(await failure('%profile load broken.kscope')).toContain('Cannot load');
    expect(await failure('%profile load absent.kscope')).toContain('Cannot load');
  });

  test('show of an unknown name lists those there are', async () => {
    expect(await failure('%profile show nobody')).toContain('In memory:');
  });

  test('config changes the defaults of later cells', async () => {
    expect(shownText(await kernel.execute('%profile config cpu=off top=1'))).toMatch(/top +1\b/);
    const data = profileOf(await kernel.execute('%%profile\nrange("x", () => 1);'));
    const { summary } = data[PROFILE_MIME] as { summary: { samples: number } };
    expect(summary.samples).toBe(0);
    await kernel.execute('%profile config cpu=on top=30');
  });

  test('on profiles every later cell until off', async () => {
    await kernel.execute('%profile on');
    profileOf(await kernel.execute('range("every", () => 1);'));
    await kernel.execute('%profile off');
    expect((await kernel.execute('range("none", () => 1);')).outputs.filter(isProfile)).toEqual([]);
  });

  test('runs the code below it as if it were not there', async () => {
    const { id } = await kernel.execute('%profile list\nconsole.log("below");');
    expect(kernel.textOf(id)).toBe('below\n');
  });
});

describe('help', () => {
  test.each(['%%profile?', '%%profile --help', '%profile --help', '%lsmagic'])('%s', async code => {
    const text = shownText(await kernel.execute(code));
    expect(text).toContain('profile');
  });
});

test('a magic of the first line only: later ones are TypeScript', async () => {
  const { reply } = await kernel.execute('const a = 7\n%profile last');
  expect(reply['ename']).toBe('TypeScriptError');
});

/** More slices, of more different lengths, than an output may carry. */
const MANY_SLICES =
  'const spin = () => { for (let j = Math.random() * 300; j > 0; j--); };\n' +
  'for (let i = 0; i < 1e6; i++) range(`r${(i * 7) % 11}`, spin);';

describe('the sidecar file', () => {
  const folder = (): string => path.join(kernel.process.folder, 'notebook.kscope');

  test('holds the whole profile where the output has a part only', { tags: 'night' }, async () => {
    const big = `%%profile --no-cpu\n${MANY_SLICES}`;
    const data = profileOf(await kernel.execute(big, { cellId: 'cell-a' }));
    const { sidecar } = data[PROFILE_MIME] as {
      sidecar: { path: string; sizeBytes: number } | null;
    };
    expect(sidecar).not.toBeNull();
    const file = path.join(kernel.process.folder, sidecar!.path);
    expect(statSync(file).size).toBe(sidecar!.sizeBytes);
    await kernel.execute(big, { cellId: 'cell-a' });
    expect(readdirSync(folder())).toHaveLength(1);
    await kernel.execute(big, { cellId: 'cell-b' });
    expect(readdirSync(folder())).toHaveLength(2);
  });

  test('is not written for a small profile, nor when it is switched off', async () => {
    const before = existsSync(folder()) ? readdirSync(folder()).length : 0;
    await kernel.execute('%%profile\nrange("small", () => 1);');
    await kernel.execute('%profile config sidecar=off');
    await kernel.execute(`%%profile --no-cpu\n${MANY_SLICES}`);
    await kernel.execute('%profile config sidecar=on');
    expect(existsSync(folder()) ? readdirSync(folder()).length : 0).toBe(before);
  });
});
