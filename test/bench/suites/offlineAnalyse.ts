import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MeasuredFigure, millisecondFigure } from '../figure';
import { floorCase, interleave, median } from '../harness';
import { analyseRanks, writeRanks } from '../offlineRanks';

const DIRECTORIES = 64;
/** 10⁵ slices in a directory. */
const SIZE = { steps: 100, slices: 1000 };
const BYTES_PER_MB = 1e6;

/** 64 directories of 10⁵ slices each, in processes of their own: the time, and the most memory. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kernelscope-bench-'));
  try {
    writeRanks(folder, SIZE, [0, DIRECTORIES]);
    const { floor } = await interleave({ floor: floorCase() });
    const floorNs = median(floor);
    const tables = await analyseRanks(folder, DIRECTORIES, 'tables');
    const files = await analyseRanks(folder, DIRECTORIES, 'files');
    const value = files.peakBytes / BYTES_PER_MB;
    return [
      millisecondFigure('offline.analyse', files.tookNs, floorNs),
      { name: 'offline.memory', value, floorNs },
      millisecondFigure('offline.tablesCpu', tables.cpuNs, floorNs)
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
