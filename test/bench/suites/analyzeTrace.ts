import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MeasuredCommand } from '../analyzeProgram';
import { type MeasuredFigure, millisecondFigure } from '../figure';
import { floorCase, interleave, median } from '../harness';

const BYTES_PER_MB = 1e6;
const TRACE_BYTES = 100 * BYTES_PER_MB;
const ROUNDS = 3;

/** The events of one operator as PyTorch writes them: two operators, a launch, a kernel, arrows. */
function operatorEvents(at: number): string {
  const ts = 5_000_000_000 + at * 40;
  const shapes = [
    [32, 64, 56, 56],
    [64, 64, (at % 3) + 1, 3]
  ];
  const args = { 'External id': at, 'Input Dims': shapes, 'Input type': ['float', 'float'] };
  const host = { ph: 'X', pid: 4242, tid: 4242 };
  const work = { device: 0, context: 1, stream: 7, correlation: at, grid: [64, 1, 1] };
  const arrow = { id: at, cat: 'ac2g', name: 'ac2g' };
  return [
    { ...host, cat: 'cpu_op', name: 'aten::conv2d', ts, dur: 30.5, args },
    { ...host, cat: 'cpu_op', name: 'aten::convolution', ts: ts + 1, dur: 28.25, args },
    { ...host, cat: 'cuda_runtime', name: 'cudaLaunchKernel', ts: ts + 5, dur: 9, args: work },
    { ph: 's', pid: 4242, tid: 4242, ts: ts + 5, ...arrow },
    { ph: 'f', pid: 0, tid: 7, ts: ts + 10, bp: 'e', ...arrow },
    {
      ...{ ph: 'X', cat: 'kernel', name: `implicit_gemm_${at % 40}`, pid: 0, tid: 7 },
      ...{ ts: ts + 10, dur: 20, args: work }
    }
  ]
    .map(event => JSON.stringify(event))
    .join(',\n');
}

function writeTrace(file: string): void {
  const handle = openSync(file, 'w');
  let written = writeSync(handle, '{"schemaVersion":1,"traceEvents":[\n');
  for (let at = 0; written < TRACE_BYTES; at += 1000) {
    const parts = Array.from({ length: 1000 }, (_, part) => operatorEvents(at + part));
    written += writeSync(handle, `${at === 0 ? '' : ',\n'}${parts.join(',\n')}`);
  }
  writeSync(handle, '\n]}\n');
  closeSync(handle);
}

interface MeasuredRun {
  readonly tookNs: number;
  readonly peakBytes: number;
}

async function analyze(file: string): Promise<MeasuredRun> {
  const begun = process.hrtime.bigint();
  const child = fork(join(__dirname, 'analyzeProgram.js'), ['analyze', file], { execArgv: [] });
  const [measured] = (await once(child, 'message')) as [MeasuredCommand];
  const tookNs = Number(process.hrtime.bigint() - begun);
  if (measured.exitCode !== 0 || measured.written === 0) throw new Error('Nothing was analyzed');
  return { tookNs, peakBytes: measured.peakBytes };
}

/** `kernelscope analyze` of a trace of 100 MB, start of the process included, and its most memory. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kernelscope-bench-'));
  try {
    const file = join(folder, 'trace.json');
    writeTrace(file);
    const { floor } = await interleave({ floor: floorCase() });
    const floorNs = median(floor);
    const runs: MeasuredRun[] = [];
    for (let round = 0; round < ROUNDS; round++) runs.push(await analyze(file));
    const peakBytes = Math.max(...runs.map(run => run.peakBytes));
    const memory = { name: 'analyze.memory', value: peakBytes / BYTES_PER_MB, floorNs } as const;
    const tookNs = median(runs.map(run => run.tookNs));
    return [millisecondFigure('analyze.trace', tookNs, floorNs), memory];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
