import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProfileBundle } from '../../src/model/output/bundle';
import { loadProfile } from '../../src/engine/results/loadProfile';
import { type Execution, KernelClient } from './kernelClient';
import { isProfile, PROFILE_MIME, profileOf } from './probe';
import { runCell } from './runCell';

let kernel: KernelClient;

beforeAll(async () => {
  kernel = await KernelClient.start();
  await kernel.execute('import { range } from "kernelscope";');
});

afterAll(() => kernel.dispose());

const bundleOf = (execution: Execution): ProfileBundle =>
  profileOf(execution)[PROFILE_MIME] as ProfileBundle;

test('%profile save all says so when there is no profile yet', async () => {
  const { reply } = await kernel.execute('%profile save all none.kscope');
  expect(reply['evalue']).toContain('There is no profile yet');
});

describe('%profile on', () => {
  beforeAll(async () => {
    await kernel.execute('%profile on');
  });

  afterAll(async () => {
    await kernel.execute('%profile off');
  });

  test('has one line of each cell, and a small profile', async () => {
    const data = profileOf(await kernel.execute('range("every", () => 1);'));
    expect(Object.keys(data).sort()).toEqual([PROFILE_MIME, 'text/plain']);
    expect(data['text/plain']).toMatch(/^wall [^\n]+ · CPU [^\n]+(\n[^\n]+)?$/);
    expect(JSON.stringify(data).length).toBeLessThan(10_000);
    expect(data[PROFILE_MIME]).toMatchObject({ isLight: true });
  });

  test('says first where the time of a cell went, by samples far apart', async () => {
    const code = [
      'function busy(cpuMs: number): number {',
      '  let sum = 0;',
      '  for (const until = process.cpuUsage().user + 1000 * cpuMs; process.cpuUsage().user < until;) {',
      '    for (let i = 0; i < 1e5; i++) sum += Math.sqrt(sum + i);',
      '  }',
      '  return sum;',
      '}',
      'busy(600);'
    ].join('\n');
    const data = profileOf(await kernel.execute(code));
    const { summary, findings } = data[PROFILE_MIME] as ProfileBundle;
    expect(summary.samples).toBeGreaterThan(5);
    expect(summary.samples).toBeLessThan(0.15 * (summary.wallNs / 1e6));
    expect(findings.map(({ kind }) => kind)).toContain('hotLine');
    expect(data['text/plain']).toMatch(/^wall [^\n]+\n[^\n]+$/);
    expect(JSON.stringify(data).length).toBeLessThan(41_000);
  });

  test('stays small for a cell of many slices, whose totals are exact', async () => {
    const code = 'for (let i = 0; i < 1e5; i++) range(`r${i % 500}`, () => i);';
    const execution = await kernel.execute(code);
    const bundle = bundleOf(execution);
    const ranges = bundle.sections.filter(({ category }) => category === 'range');
    const counts = ranges.flatMap(({ rows }) => rows.map(([, count]) => count));
    expect(counts.reduce((sum, count) => sum + count, 0) + 200 * bundle.hiddenRows).toBe(1e5);
    expect(JSON.stringify(bundle).length).toBeLessThan(41_000);
  });

  test('takes no samples where they are switched off', async () => {
    await kernel.execute('%profile config cpu=off');
    const code = 'await new Promise(done => setTimeout(done, 200));';
    const { summary, shares } = bundleOf(await kernel.execute(code));
    await kernel.execute('%profile config cpu=auto');
    expect(summary.samples).toBe(0);
    expect(shares).toBeNull();
    expect(summary.waitingNs).toBeGreaterThan(150e6);
  });

  test('tells waiting and garbage collection', async () => {
    const { summary, shares } = bundleOf(
      await kernel.execute(
        'await new Promise(done => setTimeout(done, 200));\n' +
          'let last: object = {}; for (let i = 0; i < 3e6; i++) last = { last: i };'
      )
    );
    expect(shares!.waitingNs).toBeGreaterThan(150e6);
    expect(shares!.waitingNs).toBeLessThanOrEqual(summary.wallNs);
    expect(summary.gcNs).toBeGreaterThan(0);
    expect(summary.peakRssBytes).toBeGreaterThan(10_000_000);
  });

  test('shows the profile of a cell that fails, after its error', async () => {
    const execution = await kernel.execute('throw new Error("on purpose");');
    expect(execution.reply['ename']).toBe('Error');
    expect(bundleOf(execution).summary.status).toBe('error');
  });

  test('leaves cells with their own magic to it', async () => {
    const execution = await kernel.execute('%%profile --no-cpu\nrange("own", () => 1);');
    expect(bundleOf(execution).isLight).toBeUndefined();
    expect((await kernel.execute('%profile list')).outputs.filter(isProfile)).toEqual([]);
  });
});

test('%%profile after a cell that is not profiled collects no garbage of its own accord', async () => {
  await kernel.execute(
    `import { constants, PerformanceObserver } from 'node:perf_hooks';
let forced = 0;
const observer = new PerformanceObserver(list => {
  for (const { detail } of list.getEntries() as unknown as { detail: { flags: number } }[]) {
    if (detail.flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) forced++;
  }
});
observer.observe({ entryTypes: ['gc'] });`
  );
  for (const cell of ['1 + 1', '%%profile\n1 + 1', '1 + 1', '%%profile\n1 + 1']) {
    await runCell(kernel, cell);
  }
  await kernel.execute('await new Promise(done => setTimeout(done, 100));');
  expect(await runCell(kernel, 'console.log(forced);')).toBe('0\n');
  await runCell(
    kernel,
    'import { setFlagsFromString } from "node:v8"; setFlagsFromString("--expose-gc");'
  );
  await runCell(kernel, 'import { runInNewContext } from "node:vm"; runInNewContext("gc")();');
  await kernel.execute('await new Promise(done => setTimeout(done, 100));');
  expect(await runCell(kernel, 'console.log(forced > 0); observer.disconnect();')).toBe('true\n');
});

describe('%profile save all', () => {
  test('writes the cells of this kernel as one profile, which loads again', async () => {
    await kernel.execute('%profile on');
    await kernel.execute('range("first", () => 1);');
    await kernel.execute(
      'await new Promise(done => setTimeout(done, 20)); range("second", () => 1);'
    );
    await kernel.execute('%profile off');
    const { reply } = await kernel.execute('%profile save all whole.kscope');
    expect(reply['status']).toBe('ok');
    const file = path.join(kernel.process.folder, 'whole.kscope');
    const { data } = loadProfile(file);
    const cells = loadProfile(file)
      .sections()
      .find(({ category }) => category === 'cell')!.rows;
    expect(cells.length).toBeGreaterThanOrEqual(2);
    expect(cells.every(({ name }) => /^Cell \[\d+\]$/.test(name))).toBe(true);
    const sum = cells.reduce((all, { total }) => all + total, 0);
    expect(sum / data.meta.durationNs).toBeCloseTo(1, 3);
    const loaded = await kernel.execute('%profile load whole.kscope');
    expect(bundleOf(loaded).summary.name).toBe('notebook');
  });

  test('counts no profile twice, nor those of files', async () => {
    await kernel.execute('%profile save all again.kscope');
    const cellsIn = (name: string): number =>
      loadProfile(path.join(kernel.process.folder, name))
        .sections()
        .find(({ category }) => category === 'cell')!
        .rows.reduce((all, { count }) => all + count, 0);
    expect(cellsIn('again.kscope')).toBe(cellsIn('whole.kscope'));
  });

  test('writes a trace for Perfetto', async () => {
    const { reply } = await kernel.execute('%profile save all whole.perfetto-trace');
    expect(reply['status']).toBe('ok');
  });
});
