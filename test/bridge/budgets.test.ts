import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Execution, KernelClient, type Output } from './kernelClient';
import { isProfile, ownOutputs } from './probe';

let kernel: KernelClient;

const LIGHT = '--no-cpu --no-memory';

beforeAll(async () => {
  kernel = await KernelClient.lend();
  await kernel.execute(
    'import { range } from "kernelscope"; let runs = 0;\n' +
      'const work = () => range("work", () => { const end = performance.now() + 5; ' +
      'while (performance.now() < end); });'
  );
});

afterAll(() => kernel.dispose());

async function valueOf(expression: string): Promise<string> {
  return kernel.textOf((await kernel.execute(expression)).id);
}

/** What was displayed below the profile. */
function shownBelow({ outputs }: Execution): string[] {
  return ownOutputs(outputs).flatMap(one =>
    'data' in one ? [String(one.data['text/plain'])] : []
  );
}

const commandLine = fileURLToPath(
  new URL('../../kernel-bridge/dist/kernel/dist/cli.cjs', import.meta.url)
);

/** An output as a notebook file has it. */
function stored({ type, ...output }: Output): object {
  const { transient: _, ...rest } = { transient: null, ...output };
  return { output_type: type, metadata: {}, ...rest };
}

/** Runs cells and writes them with their outputs to a notebook; gives its file. */
async function executed(name: string, sources: readonly string[]): Promise<string> {
  const cells: object[] = [];
  for (const source of sources) {
    const { reply, outputs } = await kernel.execute(source);
    const count = reply['execution_count'];
    const head = { cell_type: 'code', metadata: {}, source, execution_count: count };
    cells.push({ ...head, outputs: outputs.map(stored) });
  }
  const file = join(kernel.process.folder, name);
  writeFileSync(file, JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells }));
  return file;
}

/** Runs the command line that lies beside the kernel. */
function kernelscope(...args: readonly string[]): { code: number | null; out: string } {
  const { status, stdout } = spawnSync(process.execPath, [commandLine, ...args], {
    encoding: 'utf8'
  });
  return { code: status, out: stdout };
}

describe('--assert', () => {
  test('lists budgets that are met below the profile', async () => {
    const execution = await kernel.execute(
      `%%profile --assert "total(work) < 10s; count(/^wo/) == 1; count(idle) == 0" ${LIGHT}\nwork();`
    );
    expect(execution.reply['status']).toBe('ok');
    expect(execution.outputs.filter(isProfile)).toHaveLength(1);
    expect(shownBelow(execution)).toEqual([
      expect.stringMatching(
        /^✓ total\(work\) < 10s: \d.* ms\n✓ count\(\/\^wo\/\) == 1: 1\n✓ count\(idle\) == 0: 0$/
      )
    ]);
  });

  test('fails the cell when one is missed, and keeps its outputs, its state and its profile', async () => {
    const execution = await kernel.execute(
      '%%profile budgeted --assert "total(work) < 1ms; wall < 60s"\n' +
        'work();\nconst kept = "kept";\nconsole.log("shown");\nkept'
    );
    expect(execution.reply).toMatchObject({
      status: 'error',
      ename: 'BudgetError',
      evalue: expect.stringMatching(/^total\(work\) < 1ms was not met: [\d.]+ ms$/) as string,
      traceback: [
        'BudgetError: 1 of 2 budgets missed',
        expect.stringMatching(/^✗ total\(work\) < 1ms: [\d.]+ ms$/) as string,
        expect.stringMatching(/^✓ wall < 60s: /) as string
      ]
    });
    const kinds = execution.outputs.map(one => (isProfile(one) ? 'profile' : one.type));
    expect(kinds).toEqual(['stream', 'execute_result', 'profile', 'error']);
    expect(kernel.textOf(execution.id)).toBe('shown\nkept\n');
    expect(await valueOf('kept')).toBe('kept\n');
    expect(shownBelow(await kernel.execute('%profile list')).join()).toContain('budgeted');
  });

  test('says what was not there to be measured', async () => {
    const { reply } = await kernel.execute(
      `%%profile --assert "total(wrk) < 1s; peak(rss) < 1GB; gpuIdle < 30%" ${LIGHT}\nwork();`
    );
    expect(reply['evalue']).toBe(
      'total(wrk) < 1s was not met: no slice is named wrk; nearest: work; ' +
        'peak(rss) < 1GB was not met: memory was not recorded; see --memory; ' +
        'gpuIdle < 30% was not met: nothing was recorded on a GPU'
    );
  });

  test('knows the memory of a cell', async () => {
    const { reply } = await kernel.execute(
      '%%profile --no-cpu --assert "peak(heap) < 8GB; end(rss) > 1MB; peak(external) >= 0B"\nwork();'
    );
    expect(reply['status']).toBe('ok');
  });

  test('stops the cell before it runs when a budget cannot be read', async () => {
    const { reply, outputs } = await kernel.execute(
      '%%profile --assert "totl(work) < 1ms"\nruns++;'
    );
    expect(reply).toMatchObject({ status: 'error', ename: 'OptionValueError' });
    expect(reply['evalue']).toMatch(/^--assert: There is no "totl"\. Did you mean total\? Write/);
    expect(reply['traceback']).toEqual(
      expect.arrayContaining(['  totl(work) < 1ms', '  ^^^^']) as string[]
    );
    expect(outputs.filter(isProfile)).toEqual([]);
    expect(await valueOf('runs')).toBe('0\n');
  });

  test('leaves the error of a cell that fails as it is', async () => {
    const execution = await kernel.execute(
      `%%profile --assert "total(work) < 1ns" ${LIGHT}\nwork();\nthrow new TypeError("own");`
    );
    expect(execution.reply).toMatchObject({ ename: 'TypeError', evalue: 'own' });
    expect(execution.outputs.filter(isProfile)).toHaveLength(1);
    expect(shownBelow(execution)).toEqual([]);
  });

  test('ends a run of all cells', async () => {
    const first = kernel.submit(`%%profile --assert "wall < 1ns" ${LIGHT}\nwork();`);
    const second = kernel.submit('runs = 99;');
    expect((await kernel.finish(first)).reply).toMatchObject({ ename: 'BudgetError' });
    expect((await kernel.finish(second)).reply['status']).toBe('aborted');
    expect(await valueOf('runs')).toBe('0\n');
  });

  test('is of one run where a cell is repeated, warm-up left out', async () => {
    const { reply } = await kernel.execute(
      `%%profile --warmup 1 --repeat 30 ${LIGHT} --assert "count(work) == 1; total(work) < 149ms; wall < 149ms"\nwork();`
    );
    expect(reply).toMatchObject({ status: 'ok' });
  });

  test('works with --compare, and says nothing in a quiet cell but what is missed', async () => {
    await kernel.execute(`%%profile before ${LIGHT}\nwork();`);
    const compared = await kernel.execute(
      `%%profile --compare before ${LIGHT} --assert "wall < 10s"\nwork();`
    );
    expect(shownBelow(compared)).toHaveLength(1);
    const quiet = await kernel.execute(`%%profile -q ${LIGHT} --assert "wall < 10s"\nwork();`);
    expect(quiet.outputs).toEqual([]);
    const missed = await kernel.execute(`%%profile -q ${LIGHT} --assert "wall < 1ns"\nwork();`);
    expect(missed.reply).toMatchObject({ ename: 'BudgetError' });
  });

  test('tells of a file that could not be written as well', async () => {
    const { reply } = await kernel.execute(
      `%%profile ${LIGHT} --assert "wall < 1ns" -o /proc/none/a.json\nwork();`
    );
    expect(reply['ename']).toBe('BudgetError');
    expect(String(reply['traceback'])).toContain('Cannot write /proc/none/a.json');
  });
});

describe('kernelscope check', () => {
  const work = (calls: number, budgets: string): string =>
    `%%profile calls --repeat 4 ${LIGHT} --assert "${budgets}"\n` + 'work();\n'.repeat(calls);

  test('finds in an executed notebook what its cells said', async () => {
    const met = await executed('met.ipynb', [work(1, 'count(work) == 1'), 'runs']);
    expect(kernelscope('check', met)).toMatchObject({ code: 0 });
    const missed = await executed('missed.ipynb', [work(2, 'count(work) == 1'), 'nothing;']);
    const { code, out } = kernelscope('check', missed);
    expect(code).toBe(1);
    expect(out).toContain('✗ count(work) == 1: 2 (mean of 4 runs)');
    expect(out).toMatch(/✗ the cell ran without an error: TypeScriptError: .*nothing/);
    expect(out).toContain('2 checks: 2 missed');
  });

  test('compares two executed notebooks, by the intervals of their means', async () => {
    const before = await executed('before.ipynb', [work(1, 'wall < 60s')]);
    const after = await executed('after.ipynb', [work(40, 'wall < 60s')]);
    const { code, out } = kernelscope('check', after, '--baseline', before);
    expect(code).toBe(1);
    expect(out).toMatch(/✗ range\/work no slower than in .*; 95 % intervals lie apart\)/);
    expect(kernelscope('check', before, '--baseline', after).code).toBe(0);
  });
});
