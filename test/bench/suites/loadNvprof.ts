import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadNvprof } from '../../../src/compat/torch/loadNvprof';
import { threadObject, writeNvprof } from '../../support/gpuTraces';
import { type MeasuredFigure, millisecondFigure } from '../figure';
import { floorCase, interleave, median } from '../harness';

/** Ranges, launches and kernels; a range is two rows, so that there are 10⁵ rows of them. */
const LAUNCHES = 25_000;
const NAMES = 200;
/** Ranges that enclose each other. */
const DEPTH = 5;

function writeTrace(file: string): void {
  const numbers = Array.from({ length: LAUNCHES }, (_, at) => at);
  const place = { objectKind: 2, objectId: threadObject(1, 7) };
  const startOf = (at: number): number => (at - (at % DEPTH)) * 1000 + (at % DEPTH) * 10;
  const endOf = (at: number): number => (at - (at % DEPTH) + DEPTH) * 1000 - (at % DEPTH) * 10;
  writeNvprof(file, {
    StringTable: Array.from({ length: NAMES }, (_, at) => ({
      _id_: at + 1,
      value: `_ZN2at6native18elementwise_kernelILi${at}ELi1EEEvi`
    })),
    CUPTI_ACTIVITY_KIND_MARKER: numbers.flatMap(at => [
      { id: at + 1, name: (at % NAMES) + 1, timestamp: startOf(at), flags: 2, ...place },
      { id: at + 1, name: 0, timestamp: endOf(at), flags: 4, ...place }
    ]),
    CUPTI_ACTIVITY_KIND_RUNTIME: numbers.map(at => ({
      ...{ cbid: 211, start: at * 1000 + 100, end: at * 1000 + 200 },
      ...{ processId: 1, threadId: 7, correlationId: at, returnValue: 0 }
    })),
    CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL: numbers.map(at => ({
      ...{ start: at * 1000 + 300, end: at * 1000 + 900, deviceId: 0, contextId: 1, streamId: 7 },
      ...{ correlationId: at, name: (at % NAMES) + 1 }
    }))
  });
}

/** A file of nvprof with 10⁵ rows, read into a list of events from the disk. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kernelscope-bench-'));
  try {
    const file = join(folder, 'trace.nvprof');
    writeTrace(file);
    const load = { times: 1, run: () => loadNvprof(file) };
    const times = await interleave({ floor: floorCase(), load }, { rounds: 9, warmup: 2 });
    return [millisecondFigure('load.nvprof', median(times.load), median(times.floor))];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
