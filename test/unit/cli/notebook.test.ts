import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ExitCode } from '../../../src/cli/shared/commandContext';
import { type ProfiledCell, writeNotebook } from '../../support/notebookFiles';
import { runCommand } from '../../support/runCommand';
import { useFolder } from '../../support/folders';

const folder = useFolder();

const at = (name: string): string => join(folder, name);

function notebook(name: string, ...cells: readonly ProfiledCell[]): string {
  writeNotebook(at(name), cells);
  return at(name);
}

const show = (...args: readonly string[]) => runCommand('notebook', ...args);

const REPEATED = [40, 41, 42, 40, 41, 42];
const SLOWER = [60, 61, 62, 60, 61, 62];

describe('kernelscope notebook', () => {
  test('prints a line for each profiled cell, and what they took in all', async () => {
    const file = notebook(
      'a.ipynb',
      { name: 'load', runsMs: [30] },
      { name: 'train', runsMs: REPEATED }
    );
    const { code, out, err } = await show(file);
    expect([code, err]).toEqual([ExitCode.ok, '']);
    expect(out.split('\n')).toEqual([
      file,
      expect.stringMatching(/^Cell +Time of a run$/),
      expect.stringMatching(/^-+ {2}-+$/),
      expect.stringMatching(/^Cell \[1\] load +30\.0 ms$/),
      expect.stringMatching(/^Cell \[2\] train +41\.0 ms ± \d+ µs$/),
      '2 profiled cells, 276 ms in all.',
      ''
    ]);
  });

  test('compares repeated cells by their intervals, and ends with 1 if one is slower', async () => {
    const before = notebook(
      'before.ipynb',
      { name: 'a', runsMs: REPEATED },
      { name: 'b', runsMs: REPEATED },
      { name: 'c', runsMs: SLOWER },
      { name: 'once', runsMs: [30] }
    );
    const after = notebook(
      'after.ipynb',
      { name: 'c', runsMs: REPEATED },
      { name: 'a', runsMs: SLOWER },
      { name: 'b', runsMs: [41, 40, 42, 41, 42, 40] },
      { name: 'once', runsMs: [60] },
      { name: 'more', runsMs: [30] }
    );
    const { code, out } = await show(after, '--baseline', before);
    expect(code).toBe(ExitCode.failed);
    expect(out.split('\n').slice(3)).toEqual([
      expect.stringMatching(/c +.*−32\.8 % +faster/),
      expect.stringMatching(/a +.*\+48\.\d % +slower/),
      expect.stringContaining('may be chance'),
      expect.stringMatching(/once +.*\+100\.0 % +single run/),
      expect.stringMatching(/more +.*new/),
      expect.stringContaining(
        `1 slower, 1 faster, 1 may be chance, 1 of a single run, which cannot tell.`
      ),
      ''
    ]);
  });

  test('a change of single runs is no failure', async () => {
    const before = notebook('before1.ipynb', { name: 'a', runsMs: [30] });
    const after = notebook('after1.ipynb', { name: 'a', runsMs: [90] });
    const { code, out } = await show(after, '--baseline', before);
    expect(code).toBe(ExitCode.ok);
    expect(out).toContain('+200.0 %');
  });

  test('reads as a baseline what --json has written', async () => {
    const file = notebook('c.ipynb', { name: 'a', runsMs: REPEATED });
    const { out, code } = await show(file, '--json');
    expect(code).toBe(ExitCode.ok);
    writeFileSync(at('base.json'), out);
    expect(JSON.parse(out)).toMatchObject({
      kind: 'kernelscope notebook',
      version: 1,
      cells: [{ place: 'Cell [1]', name: 'a', timeNs: 41e6, runs: 6, gpuBusyNs: null }],
      problems: []
    });
    const slower = notebook('d.ipynb', { name: 'a', runsMs: SLOWER });
    const compared = await show(slower, '--baseline', at('base.json'), '--json');
    expect(compared.code).toBe(ExitCode.failed);
    const { cells } = JSON.parse(compared.out) as { cells: { change: { verdict: string } }[] };
    expect(cells[0].change.verdict).toBe('slower');
  });

  test('prints Markdown with bars, in which names are text', async () => {
    const name = '<img src=x>|@team `a` [b](https://x.y)';
    const file = notebook('e.ipynb', { name, runsMs: [40] }, { name: 'half', runsMs: [20] });
    const { out } = await show(file, '--markdown');
    expect(out).toContain('| Cell | Time of a run | Share of the longest |');
    expect(out).toContain(`| ${'█'.repeat(16)} |`);
    expect(out).toContain(`| ${'█'.repeat(8)} |`);
    expect(out).toContain('\\<img src=x\\>\\|&#64;team \\`a\\` \\[b\\](https&#58;//x.y)');
    expect(out).not.toContain('@team');
  });

  test('reports a cell that failed, and ends with 1', async () => {
    const file = notebook('f.ipynb', { name: 'a', runsMs: [30], error: 'no such file' });
    const { code, out } = await show(file);
    expect(code).toBe(ExitCode.failed);
    expect(out).toContain('✗ Cell [1]: the cell ran without an error: Error: no such file');
  });

  test('says so where no cell has a profile', async () => {
    const { code, out } = await show(notebook('none.ipynb'));
    expect(code).toBe(ExitCode.failed);
    expect(out).toBe(
      '0 profiled cells, 0 ns in all.\n' +
        '✗ it has a profile: no cell has one: run the notebook, with %%profile, before it is checked\n'
    );
  });

  test.each([
    ['no JSON', 'x.json', 'cells', /Cannot read .*x\.json: .*JSON/],
    ['other JSON', 'x.json', '{}', /is not what kernelscope notebook --json writes\.$/m],
    [
      'a later version',
      'x.json',
      '{"kind":"kernelscope notebook","version":2,"cells":[]}',
      /it has version 2, not 1/
    ],
    [
      'a damaged figure',
      'x.json',
      '{"kind":"kernelscope notebook","version":1,"cells":[{"runs":1,"timeNs":"5"}]}',
      /a figure in it is damaged/
    ],
    [
      'no cells',
      'x.json',
      '{"kind":"kernelscope notebook","version":1,"cells":[]}',
      /The baseline .* has no profile/
    ],
    ['no notebook', 'x.ipynb', '[]', /it is not a notebook of format 4/]
  ])('refuses a baseline that is %s in one sentence', async (_, name, text, message) => {
    writeFileSync(at(name), text);
    const file = notebook('g.ipynb', { name: 'a', runsMs: [30] });
    const { code, err } = await show(file, '--baseline', at(name));
    expect(code).toBe(ExitCode.failed);
    expect(err).toMatch(message);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  test('refuses what is no notebook, is not there, or is too large', async () => {
    writeFileSync(at('huge.json'), '{');
    truncateSync(at('huge.json'), 1 << 25);
    const file = notebook('h.ipynb', { name: 'a', runsMs: [30] });
    expect((await show(at('huge.json'))).err).toContain('its name must end with .ipynb');
    expect((await show(at('absent.ipynb'))).err).toContain('Cannot read');
    expect((await show(file, '--baseline', at('absent.json'))).err).toContain(
      'There is no baseline'
    );
    expect((await show(file, '--baseline', at('huge.json'))).err).toContain('more than 16777216');
  });

  test('ends with 2 for two forms at once', async () => {
    const { code, err } = await show(at('a.ipynb'), '--json', '--markdown');
    expect([code, err]).toEqual([ExitCode.usage, 'kernelscope: give --json or --markdown\n']);
  });
});
