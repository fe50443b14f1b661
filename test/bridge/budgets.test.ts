import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Execution } from './kernelClient';
import { KernelClient } from './kernelClient';
import { isProfile, ownOutputs } from './probe';

let kernel: KernelClient;

const LIGHT = '--no-cpu --no-memory';

beforeAll(async () => {
  kernel = await KernelClient.start();
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
    expect(kinds).toEqual(['stream', 'profile', 'error']);
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
      `%%profile --warmup 1 --repeat 4 ${LIGHT} --assert "count(work) == 1; total(work) < 19ms; wall < 19ms"\nwork();`
    );
    expect(reply).toMatchObject({ status: 'ok' });
  });

  test('works with --compare, and says nothing in a quiet cell but what is missed', async () => {
    await kernel.execute(`%%profile before ${LIGHT}\nwork();`);
    const compared = await kernel.execute(
      `%%profile --compare before ${LIGHT} --assert "wall < 10s"\nwork();`
    );
    expect(shownBelow(compared)).toHaveLength(2);
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
