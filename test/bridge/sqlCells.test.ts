import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { QUERY_MIME_TYPE, type QueryBundle, validateQueryBundle } from '../../src/formats';
import { type DisplayOutput, KernelClient } from './kernelClient';
import { KERNEL_FOLDER } from './kernelProcess';
import { runCell } from './runCell';

/** A copy of the kernel, as it is installed: no packages of the repository above it. */
const installed = mkdtempSync(path.join(tmpdir(), 'kernelscope-kernel-'));

let kernel: KernelClient;

beforeAll(async () => {
  cpSync(KERNEL_FOLDER, installed, { recursive: true });
  kernel = await KernelClient.start({}, installed);
  await runCell(kernel, "import { profile, range, QueryError } from 'kernelscope';");
});

afterAll(async () => {
  await kernel.dispose();
  rmSync(installed, { recursive: true });
});

/** Puts the package beside the notebook, as if it had been installed there. */
function installDuckdb(): void {
  const found = createRequire(import.meta.url).resolve('@duckdb/node-api/package.json');
  const scope = path.join(kernel.process.folder, 'node_modules', '@duckdb');
  mkdirSync(scope, { recursive: true });
  symlinkSync(path.dirname(found), path.join(scope, 'node-api'));
}

/** The one output of a cell. */
async function shownBy(code: string): Promise<DisplayOutput> {
  const { reply, outputs } = await kernel.execute(code);
  expect(reply['status'], JSON.stringify(reply)).toBe('ok');
  expect(outputs).toMatchObject([{ type: 'display_data' }]);
  return outputs[0] as DisplayOutput;
}

const bundleOf = ({ data }: DisplayOutput): QueryBundle =>
  validateQueryBundle(data[QUERY_MIME_TYPE]);

async function failure(code: string): Promise<string> {
  const { reply } = await kernel.execute(code);
  expect(reply['status']).toBe('error');
  return (reply['traceback'] as string[]).join('\n');
}

const COUNT = "SELECT name, count(*) AS calls FROM slices WHERE category = 'range' GROUP BY name";

describe('%%profile_sql', () => {
  test('says what to do where there is no profile yet', async () => {
    expect(await failure(`%%profile_sql\n${COUNT}`)).toContain('There is no profile yet');
  });

  test('says how to install DuckDB, and finds it once it is there', async () => {
    await kernel.execute('%%profile early --no-cpu -q\nrange("a", () => 1);');
    const message = await failure(`%%profile_sql\n${COUNT}`);
    expect(message).toContain(
      'PackageUnavailableError: The package @duckdb/node-api is not installed.'
    );
    expect(message).toContain(`Run npm install @duckdb/node-api in ${kernel.process.folder}`);
    installDuckdb();
    expect(bundleOf(await shownBy(`%%profile_sql\n${COUNT}`)).rows).toEqual([['a', 1]]);
  });

  test('shows the rows of a query over the newest profile, as a table to sort', async () => {
    await kernel.execute(
      '%%profile first --no-cpu -q\nfor (let at = 0; at < 3; at++) range("a <b>", () => at);'
    );
    const shown = await shownBy(`%%profile_sql\n-- how often\n${COUNT}\n`);
    expect(bundleOf(shown)).toMatchObject({
      columns: [
        { name: 'name', type: 'VARCHAR' },
        { name: 'calls', type: 'BIGINT' }
      ],
      rows: [['a <b>', 3]],
      rowCount: 1,
      isCut: false
    });
    expect(shown.data['text/plain']).toBe('name   calls\n-----  -----\na <b>      3\n(1 row)');
    expect(shown.data['text/html']).toContain('a &lt;b&gt;');
    expect(shown.data['text/html']).not.toContain('<b>');
  });

  test('takes the names of one or two profiles', async () => {
    await kernel.execute('%%profile second --no-cpu -q\nrange("a <b>", () => 1);');
    expect(bundleOf(await shownBy(`%%profile_sql first\n${COUNT}`)).rows).toEqual([['a <b>', 3]]);
    const both = `%%profile_sql first last
SELECT (SELECT count(*) FROM a.slices WHERE category = 'range') AS before,
       (SELECT count(*) FROM b.slices WHERE category = 'range') AS after`;
    expect(bundleOf(await shownBy(both)).rows).toEqual([[3, 1]]);
    expect(await failure(`%%profile_sql nobody\n${COUNT}`)).toContain(
      'In memory: early, first, second'
    );
    expect(await failure(`%%profile_sql a b c\n${COUNT}`)).toContain('Unexpected word "c"');
  });

  test('fails with the words of the database, and refuses what does more than read', async () => {
    expect(await failure('%%profile_sql\nSELECT nme FROM slices')).toMatch(
      /QueryError: Binder Error/
    );
    expect(await failure("%%profile_sql\nCOPY slices TO 'stolen.csv'")).toMatch(
      /QueryError: A query must be/
    );
    expect(await failure("%%profile_sql\nSELECT * FROM read_text('/etc/passwd')")).not.toContain(
      'root:'
    );
  });

  test('leaves the newest profile, and takes no part in later cells', async () => {
    expect(await runCell(kernel, 'console.log(profile.last!.name);')).toBe('second\n');
  });

  test('completes views, columns and words of SQL, and is complete as it stands', async () => {
    const code = '%%profile_sql\nSELECT self_ FROM sli';
    const matches = async (cursor: number): Promise<unknown> => {
      const content = { code, cursor_pos: cursor };
      return (await kernel.request('complete_request', content))['matches'];
    };
    expect(await matches(code.length)).toEqual(['slices', 'slice_id']);
    expect(await matches(code.indexOf('self_') + 5)).toEqual(['self_ns']);
    expect(await kernel.request('is_complete_request', { code })).toMatchObject({
      status: 'complete'
    });
  });
});

describe('sql() of profiles in a cell', () => {
  test('gives rows that later code uses, and shows them as the value of a cell', async () => {
    const text = await runCell(
      kernel,
      `const rows = await profile.get('first')!.sql("${COUNT}");\nconsole.log(rows.length, rows[0].calls, rows.isCut);`
    );
    expect(text).toBe('1 3 false\n');
    expect(bundleOf(await shownBy('rows')).rows).toEqual([['a <b>', 3]]);
    expect(await runCell(kernel, 'console.log(rows);')).toBe(
      'name   calls\n-----  -----\na <b>      3\n(1 row)\n'
    );
  });

  test('compares two profiles', async () => {
    const text = await runCell(
      kernel,
      `console.log((await profile.diff('first', 'second').sql(
        "SELECT (SELECT count(*) FROM a.slices WHERE category = 'range') - (SELECT count(*) FROM b.slices WHERE category = 'range') AS fewer"))[0].fewer);`
    );
    expect(text).toBe('2\n');
  });

  test('rejects with an error that cells can tell apart', async () => {
    const text = await runCell(
      kernel,
      "await profile.last!.sql('DROP VIEW slices').catch(error => console.log(error instanceof QueryError, error.name));"
    );
    expect(text).toBe('true QueryError\n');
  });
});
