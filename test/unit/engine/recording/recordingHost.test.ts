import { describe, expect, it } from 'vitest';
import { RecordingHost } from '../../../../src/engine/recording/recordingHost';
import type { MemorySamplingRequest } from '../../../../src/sources/process/memorySampler';

const MEMORY_ALONE = { cpuIntervalUs: null, waits: false, operators: false, workers: false };

describe('the host of recordings', () => {
  it('has memory sampled by the thread that it was given after it was made', () => {
    const requests: MemorySamplingRequest[] = [];
    const host = new RecordingHost();
    host.configure({ memoryHost: { post: request => void requests.push(request) } });
    host.startAlone({ ...MEMORY_ALONE, memoryPeriodMs: 20 }).stop();
    expect(requests.map(({ intervalMs }) => intervalMs)).toEqual([20]);
  });

  it.each([true, false])('states the cost of slices, measured late: %s', measuresLate => {
    const host = new RecordingHost();
    host.configure({ measuresLate });
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
