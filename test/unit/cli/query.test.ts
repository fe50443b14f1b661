import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { encodeKscope } from '../../../src/formats';
import { useFolder } from '../../support/folders';
import { drawProfile } from '../../support/drawProfile';
import { runCommand } from '../../support/runCommand';

const folder = useFolder();

function saved(name: string, drawing: string): string {
  const file = path.join(folder, `${name}.kscope`);
  writeFileSync(file, encodeKscope(drawProfile(drawing, { meta: { name } })));
  return file;
}

describe('query', () => {
  const before = saved('before', 'main |[load    ][load][eval]');
  const after = saved('after', 'main |[load][eval      ]');
  const totals =
    'SELECT name, count(*) AS calls, sum(dur_ns) AS total_ns FROM slices GROUP BY name ORDER BY name';

  it('prints a table', async () => {
    expect(await runCommand('query', before, totals)).toEqual({
      code: 0,
      err: '',
      out: [
        'name  calls  total_ns',
        '----  -----  --------',
        'eval      1         6',
        'load      2        16',
        '(2 rows)',
        ''
      ].join('\n')
    });
  });

  it('prints JSON and CSV', async () => {
    const json = await runCommand('query', '--json', before, totals);
    expect(JSON.parse(json.out)).toEqual([
      { name: 'eval', calls: 1, total_ns: 6 },
      { name: 'load', calls: 2, total_ns: 16 }
    ]);
    const csv = await runCommand('query', '--csv', before, totals);
    expect(csv.out).toBe('name,calls,total_ns\r\neval,1,6\r\nload,2,16\r\n');
    const both = await runCommand('query', '--csv', '--json', before, totals);
    expect(both.code).toBe(2);
  });

  it('prints as many rows of the table as requested', async () => {
    const { out } = await runCommand('query', '--top', '1', before, totals);
    expect(out).toMatch(/eval .*\n\(2 rows; 1 shown\)\n$/);
  });

  it('has two profiles in the schemas a and b', async () => {
    const sql =
      'SELECT name, sum(b.dur_ns) - sum(a.dur_ns) AS change FROM a.slices AS a JOIN b.slices AS b USING (name) ' +
      "WHERE name = 'eval' GROUP BY name";
    const { out } = await runCommand('query', '--json', before, after, sql);
    expect(JSON.parse(out)).toEqual([{ name: 'eval', change: 6 }]);
  });

  it('prints whole numbers beyond 2⁵³ as texts in JSON', async () => {
    const { out } = await runCommand('query', '--json', before, 'SELECT 9007199254740993 AS n');
    expect(JSON.parse(out)).toEqual([{ n: '9007199254740993' }]);
  });

  it('says that rows are missing where the limit is reached', async () => {
    const sql = 'SELECT range AS n FROM range(100001)';
    const { out, err, code } = await runCommand('query', '--csv', before, sql);
    expect(code).toBe(0);
    expect(out.split('\r\n')).toHaveLength(100_002);
    expect(err).toBe('kernelscope: only the first 100,000 rows; the query has more\n');
  });

  it('fails with the words of the database', async () => {
    const { code, out, err } = await runCommand('query', before, 'SELECT nme FROM slices');
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^kernelscope: Binder Error: .*"nme".*\n(.*\n)*.*name/);
  });

  it('prints no control characters of names', async () => {
    const odd = saved('odd', 'main |[\u001b[31mred]');
    const { out } = await runCommand('query', odd, 'SELECT name FROM slices');
    expect(out).not.toContain('\u001b');
  });

  it.each([
    ['without a query', []],
    ['with three files', [before, before, 'SELECT 1']]
  ])('is wrong usage %s', async (_what, words) => {
    expect((await runCommand('query', before, ...words)).code).toBe(2);
  });

  it('fails for a file that is not there, and a folder that was not analysed', async () => {
    const none = await runCommand('query', path.join(folder, 'none.kscope'), 'SELECT 1');
    expect([none.code, none.err]).toEqual([1, expect.stringContaining('none.kscope') as string]);
    const empty = path.join(folder, 'empty');
    mkdirSync(empty);
    const { code, err } = await runCommand('query', empty, 'SELECT 1');
    expect([code, err]).toEqual([1, expect.stringContaining('offline-analyse') as string]);
    expect((await runCommand('query', before, empty, 'SELECT 1')).code).toBe(2);
  });

  it('lists views and limits in its help', async () => {
    const { out } = await runCommand('query', '--help');
    expect(out).toContain('Views: slices, samples, stacks, lines, counters, steps, cells, tracks');
    expect(out).toContain('5 s, and gives 100,000 rows at most');
  });
});
