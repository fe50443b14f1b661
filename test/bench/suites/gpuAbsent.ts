import { readFileSync } from 'node:fs';
import { DEFAULT_SLICE_LIMIT } from '../../../src/record/logs/sliceLimit';
import { Recorder } from '../../../src/record/recorder';
import { monotonicClock } from '../../../src/base/clock';
import { GPU } from '../../../src/sources/gpu/gpuKind';
import { mayLoadCuda } from '../../../src/sources/gpu/loadCuda';
import { GPU_WHERE_FOUND } from '../../../src/sources/gpu/records/gpuRecording';
import { OperatorContext } from '../../../src/sources/operators/operatorContext';
import { type Figure, millisecondFigure } from '../figure';
import { floorCase, interleave, median } from '../harness';

/** The time in which the first recording of this process finds out that it has no GPU to record. */
export async function measure(): Promise<readonly Figure[]> {
  const sources = GPU.open({
    recorder: new Recorder({ clock: monotonicClock }),
    hooks: { operatorContext: new OperatorContext() },
    ...{ pid: process.pid, threadId: 0, addonFolder: undefined }
  });
  const start = monotonicClock();
  const found = sources.sources(
    { gpu: GPU_WHERE_FOUND, limit: DEFAULT_SLICE_LIMIT, gpuWaitMs: null },
    []
  );
  const firstNs = Number(monotonicClock() - start);
  if (found.length > 0 || mayLoadCuda(undefined)) {
    return [{ name: 'gpu.absent', skipped: 'the machine may have a driver' }];
  }
  if (readFileSync('/proc/self/maps', 'latin1').includes('kernelscope-linux')) {
    throw new Error('The addon was loaded to find that there is no driver');
  }
  const { floor } = await interleave({ floor: floorCase() });
  return [millisecondFigure('gpu.absent', firstNs, median(floor))];
}
