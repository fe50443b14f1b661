import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CROSS_RANK_MIME_TYPE, decodeCrossRank, validateCrossRank } from '../../src/formats';
import { type DisplayOutput, KernelClient } from './kernelClient';
import { KERNEL_FOLDER } from './kernelProcess';
import { runCell } from './runCell';

/** Three cycles of two steps each, the second of which waits in its second step. */
const RECORD = `
import { Profiler, range, schedule } from 'kernelscope';
import { setTimeout as sleep } from 'node:timers/promises';
for (let cycle = 0; cycle < 3; cycle++) {
  const profiler = new Profiler({ outputPath: 'runs', schedule: schedule({ wait: 0, active: 2, repeat: 1 }) });
  for (let step = 0; step < 2; step++) {
    await range('work', () => sleep(cycle === 1 && step === 1 ? 60 : 2));
    await profiler.step();
  }
  await profiler.stop();
}`;

/** A copy of the kernel, as it is installed: no packages of the repository above it. */
const installed = mkdtempSync(path.join(tmpdir(), 'kernelscope-kernel-'));

let kernel: KernelClient;

beforeAll(async () => {
  cpSync(KERNEL_FOLDER, installed, { recursive: true });
  kernel = await KernelClient.start({}, installed);
  await runCell(kernel, RECORD);
});

afterAll(async () => {
  await kernel.dispose();
  rmSync(installed, { recursive: true });
});

const run = (code: string): Promise<string> => runCell(kernel, code);

const folder = (...names: string[]): string => path.join(kernel.process.folder, ...names);

/** Puts the package beside the notebook, as if it had been installed there. */
function installDuckdb(): void {
  const found = createRequire(import.meta.url).resolve('@duckdb/node-api/package.json');
  mkdirSync(folder('node_modules', '@duckdb'), { recursive: true });
  symlinkSync(path.dirname(found), folder('node_modules', '@duckdb', 'node-api'));
}

describe('Profiler.offlineAnalyse in a cell', () => {
  test('analyses all cycles in threads, and says how to install what compares them', async () => {
    const text = await run(`const seen: number[] = [];
const report = await Profiler.offlineAnalyse('runs', { workers: 2,
  onProgress: ({ done, total }) => seen.push(done / total) });
console.log(seen.length, report.isComplete, report.crossRank);
console.log(String(report));`);
    expect(text).toContain('4 true null');
    expect(text).toContain('Analysed 3 of 3 directories');
    expect(text).toContain('npm install @duckdb/node-api');
    expect(text).toContain(kernel.process.folder);
    for (const name of readdirSync(folder('runs')).filter(one => one.endsWith('_kscope'))) {
      expect(readdirSync(folder('runs', name))).toContain('KSCOPE_OUTPUT');
    }
  });

  test('finds DuckDB in the folder of the notebook, installed since, and compares', async () => {
    installDuckdb();
    const text = await run(`const compared = await Profiler.offlineAnalyse('runs');
console.log(compared.crossRank !== null, compared.problems.length);
console.log(compared);`);
    expect(text).toContain('true 0');
    expect(text).toMatch(/Written to .*runs/);
    expect(readdirSync(folder('runs'))).toEqual(
      expect.arrayContaining(['cross_rank_report.json', 'cross_rank_report.md', 'rows'])
    );
  });

  test('shows the value of a cell as a heat map, with tables and text for other front ends', async () => {
    const { outputs } = await kernel.execute("await Profiler.offlineAnalyse('runs');");
    const [shown] = outputs.filter(({ type }) => type === 'display_data');
    const { data } = shown as DisplayOutput;
    expect(Object.keys(data)).toEqual([CROSS_RANK_MIME_TYPE, 'text/html', 'text/plain']);
    const content = await decodeCrossRank(
      validateCrossRank(data[CROSS_RANK_MIME_TYPE]),
      async (bytes, rawBytes) => inflateRawSync(bytes, { maxOutputLength: rawBytes })
    );
    expect(content).toMatchObject({ isWhole: true, folder: 'runs' });
    expect(content.directories).toHaveLength(3);
  });

  test('survives a damaged directory, and names it', async () => {
    const damaged = 'node_1_20260101000000000_kscope';
    mkdirSync(folder('runs', damaged));
    writeFileSync(folder('runs', damaged, 'profile.kscope'), 'no profile');
    const text = await run(`const partial = await Profiler.offlineAnalyse('runs');
console.log(partial.isComplete, partial.failed.length, partial.analysed.length);
console.log(partial.toString());`);
    expect(text).toContain('false 1 3');
    expect(text).toContain(`Failed: ${damaged}: `);
    rmSync(folder('runs', damaged), { recursive: true });
  });

  test('refuses a folder without cycles by its path, and later cells go on', async () => {
    mkdirSync(folder('empty'));
    const { reply } = await kernel.execute("await Profiler.offlineAnalyse('empty');");
    expect(reply['ename']).toBe('OfflinePathError');
    expect(reply['evalue']).toContain(folder('empty'));
    expect(await run('console.log(1);')).toBe('1\n');
  });
});
