import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rankProfile, writeCycle } from '../../support/rankDirectories';
import type { MeasuredFigure } from '../figure';
import { millisecondFigure } from '../figure';
import { floorCase, interleave, median } from '../harness';
import type { MeasuredAnalysis } from '../offlineProgram';

const DIRECTORIES = 64;
const STEPS = 100;
/** With the slice of the step itself, 1,000 in a step: 10⁵ in a directory. */
const OPERATORS = Array.from({ length: 999 }, (_, at) => `Operator${at % 40}`);
const BYTES_PER_MB = 1e6;

function writeRanks(folder: string): void {
  const steps = Array.from({ length: STEPS }, (_, step) => step);
  for (let rank = 0; rank < DIRECTORIES; rank++) {
    const operatorMs = (name: string, step: number): number =>
      (name.length + ((rank * 7 + step) % 11)) / 100;
    writeCycle(folder, rankProfile({ rank, steps, operatorMs, operators: OPERATORS }));
  }
}

async function analyse(folder: string): Promise<MeasuredAnalysis> {
  const sqlFolder = join(__dirname, '..', '..', 'src', 'compat', 'mindspore', 'offline', 'sql');
  const program = join(__dirname, 'offlineProgram.js');
  const child = fork(program, [folder, sqlFolder], { execArgv: [] });
  const [measured] = (await once(child, 'message')) as [MeasuredAnalysis];
  return measured;
}

/** 64 directories of 10⁵ slices each, in a process of its own: the time, and the most memory. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kernelscope-bench-'));
  try {
    writeRanks(folder);
    const { floor } = await interleave({ floor: floorCase() });
    const floorNs = median(floor);
    const { tookNs, peakBytes, analysed } = await analyse(folder);
    if (analysed !== DIRECTORIES) throw new Error(`Only ${analysed} directories were analysed`);
    const memory = { name: 'offline.memory', value: peakBytes / BYTES_PER_MB, floorNs } as const;
    return [millisecondFigure('offline.analyse', tookNs, floorNs), memory];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
