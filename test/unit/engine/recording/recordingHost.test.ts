import { describe, expect, it } from 'vitest';
import { RecordingHost } from '../../../../src/engine/recording/recordingHost';
import type { MemoryHost } from '../../../../src/sources/process/memoryHost';

const MEMORY_ALONE = { cpuIntervalUs: null, waits: false, operators: false, workers: false };

describe('the host of recordings', () => {
  it('has memory sampled by the thread that it was given after it was made', () => {
    const requests: Parameters<MemoryHost['post']>[0][] = [];
    const host = new RecordingHost();
    host.configure({ memoryHost: { post: request => void requests.push(request) } });
    host.startAlone({ ...MEMORY_ALONE, memoryPeriodMs: 20 }).stop();
    expect(requests).toMatchObject([{ type: 'kernelscope:sampleMemory', intervalMs: 20 }]);
  });

  it('states the cost of slices', () => {
    const host = new RecordingHost();
    const overheadOf = (slices: number): number => {
      const recording = host.startAlone({ ...MEMORY_ALONE, memoryPeriodMs: null });
      for (let slice = 0; slice < slices; slice++) {
        host.recorder.end(host.recorder.begin(host.recorder.label('slice', 'range')));
      }
      return recording.stop().data.meta.overheadNs;
    };
    expect(overheadOf(0)).toBe(0);
    expect(overheadOf(1000)).toBeGreaterThan(1000);
  });
});
