import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KernelClient } from '../bridge/kernelClient';
import { runCell } from '../bridge/runCell';
import { type TraceProcessor, loadTrace } from '../oracles/traceProcessor';

/** How long the cells last at least: each spins in a range of its own name. */
const CELLS = [
  { name: 'load', ms: 60 },
  { name: 'train <b>x</b>', ms: 150 },
  { name: 'save', ms: 30 }
] as const;

/** How much longer one may take: cells run beside other programs. */
const MOST_MORE_MS = 1_000;

const DEFINE = `import { range } from 'kernelscope';
function spin(ms: number): void { const end = performance.now() + ms; while (performance.now() < end); }`;

let kernel: KernelClient;
let trace: TraceProcessor;

beforeAll(async () => {
  kernel = await KernelClient.start();
  await runCell(kernel, DEFINE);
  await runCell(kernel, '%profile on');
  for (const { name, ms } of CELLS) {
    await runCell(kernel, `range(${JSON.stringify(name)}, () => spin(${ms}));`);
  }
  await runCell(kernel, '%profile off');
  await runCell(kernel, '%profile save all whole.perfetto-trace');
  const file = path.join(kernel.process.folder, 'whole.perfetto-trace');
  trace = await loadTrace(readFileSync(file));
});

afterAll(() => kernel.dispose());

const MS = '1e6';

describe('a notebook saved for Perfetto', () => {
  it('has a slice for each cell, one after the other from the beginning of the trace', () => {
    const cells = trace.query(`
      select name, ts, dur, ts + dur as end from slice where category = 'cell' order by ts`);
    expect(cells.map(({ name }) => String(name))).toEqual(['Cell [3]', 'Cell [4]', 'Cell [5]']);
    cells.forEach(({ ts, dur }, at) => {
      expect(Number(dur) / 1e6).toBeGreaterThanOrEqual(CELLS[at].ms);
      expect(Number(dur) / 1e6).toBeLessThan(CELLS[at].ms + MOST_MORE_MS);
      const endBefore = at === 0 ? 0 : Number(cells[at - 1]['end']);
      expect(Math.abs(Number(ts) - endBefore)).toBeLessThanOrEqual(1);
    });
  });

  it('has what each cell did inside its slice, as long as it took', () => {
    const ranges = trace.query(`
      select own.name as name, cell.name as cell, own.dur / ${MS} as ms, own.dur <= cell.dur as fits
      from slice own join slice cell on cell.id = own.parent_id
      where own.category = 'range' order by own.ts`);
    expect(ranges.map(({ name, cell }) => [name, cell])).toEqual(
      CELLS.map(({ name }, at) => [name, `Cell [${at + 3}]`])
    );
    ranges.forEach(({ ms, fits }, at) => {
      expect(Number(ms)).toBeGreaterThanOrEqual(CELLS[at].ms);
      expect(fits).toBe(1);
    });
  });

  it('is one process with one main thread, and loads without complaints', () => {
    const tracks = trace.query(`
      select distinct thread.name as thread, process.name as process
      from slice join thread_track on slice.track_id = thread_track.id
      join thread using (utid) join process using (upid) where category = 'cell'`);
    expect(tracks).toHaveLength(1);
    expect(tracks[0]['thread']).toBe('main thread');
    expect(String(tracks[0]['process'])).toMatch(/^notebook/);
    const complaints = trace.query(
      "select name, value from stats where severity in ('error', 'data_loss') and value > 0"
    );
    expect(complaints).toEqual([]);
  });
});
