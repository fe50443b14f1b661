import { describe, expect, it } from 'vitest';
import type { GpuAddon, GpuStart, GpuStatus } from '../../../../src/native/gpuAddon';
import type { ActivityBatch } from '../../../../src/native/gpuActivities';
import { Recorder } from '../../../../src/record/recorder';
import { DEFAULT_SLICE_LIMIT } from '../../../../src/record/logs/sliceLimit';
import { CudaAttachment } from '../../../../src/sources/gpu/cudaAttachment';
import { CudaSource } from '../../../../src/sources/gpu/cudaSource';
import { hasGpuSource } from '../../../../src/sources/gpu/gpuKind';
import { DeviceTracks } from '../../../../src/sources/gpu/records/deviceTracks';
import {
  GPU_WHERE_FOUND,
  type GpuRecording
} from '../../../../src/sources/gpu/records/gpuRecording';
import { activityBatch } from '../../../support/activityBatches';
import { FakeClock } from '../../../support/fakeClock';
import { finishWindow, sliceLines } from '../../../support/recording';

const LIBRARY = { path: null, error: null, version: 0 };
const READY: GpuStatus = {
  state: 'ready',
  failure: null,
  ...{ driver: LIBRARY, cupti: LIBRARY, nvml: LIBRARY, nvrtc: LIBRARY },
  devices: []
};
const REFUSED = { call: 'cuptiActivityEnable', code: 39, name: 'CUPTI_ERROR_MULTIPLE_SUBSCRIBERS' };

/** An addon that notes what it is asked, and drains what `batches` hold in turn. */
function scripted(
  status: Partial<GpuStatus> = {},
  refused: GpuStart['refused'] = [],
  mayHaveDriver = () => true
) {
  const asked: string[] = [];
  const batches: ActivityBatch[] = [];
  const gpu: GpuAddon = {
    addFolders: () => undefined,
    setExperiments: () => undefined,
    status: () => {
      asked.push('status');
      return { ...READY, ...status };
    },
    start: ({ kinds }) => {
      asked.push(`start ${kinds.length}`);
      return { kinds, refused, clock: 'monotonic' };
    },
    drain: (all, waitMs) => {
      asked.push(all ? `drain ${waitMs}` : 'drain');
      return batches.shift() ?? activityBatch({});
    },
    beginWait: () => asked.push('wait'),
    lookAtWait: () => [],
    stop: () => void asked.push('stop'),
    onRecords: () => undefined,
    pushId: id => void asked.push(`push ${id}`),
    popId: () => void asked.push('pop'),
    demangle: () => null
  };
  const clock = new FakeClock();
  const recorder = new Recorder({ clock: clock.now });
  const attachment = new CudaAttachment({
    load: () => gpu,
    mayHaveDriver,
    watchers: recorder.watchers,
    threadId: 0,
    currentScope: () => null,
    watchScopes: () => undefined
  });
  const source = (want: Partial<GpuRecording> = {}): CudaSource =>
    new CudaSource({
      attachment,
      want: { ...GPU_WHERE_FOUND, ...want },
      limit: DEFAULT_SLICE_LIMIT,
      pauses: recorder.pauses,
      tracks: new DeviceTracks(),
      ...{ pid: 42, threadId: 0, waitMs: 5000, now: recorder.now }
    });
  return { asked, batches, recorder, clock, attachment, source };
}

const kernelAt = (originNs: bigint, start: number): ActivityBatch =>
  activityBatch({ originNs, kernels: [{ start, end: start + 5, correlation: start, stream: 7 }] });

describe('recordings of GPUs', () => {
  it('leave unfinished records to the others when they are abandoned', () => {
    const { asked, source } = scripted();
    const [first, second] = [source(), source()];
    first.start();
    second.start();
    first.abandon();
    expect(asked.filter(each => /^drain 0|^stop/.test(each))).toEqual([]);
    second.abandon();
    second.abandon();
    expect(asked.filter(each => each === 'stop')).toHaveLength(1);
  });

  it('share one start of CUPTI while it records what they want, and end it with the last', async () => {
    const { asked, source } = scripted();
    const [first, second] = [source(), source({ level: 0 })];
    first.start();
    second.start();
    await first.stop();
    expect(asked.filter(each => each.startsWith('start'))).toHaveLength(1);
    expect(asked).not.toContain('stop');
    second.stopNow();
    second.stopNow();
    expect(asked.filter(each => each === 'stop')).toHaveLength(1);
    expect(asked.filter(each => each === 'wait')).toHaveLength(1);
    expect(asked.at(-2)).toBe('drain 0');
  });

  it('start it anew where one wants more, and no record is lost in between', () => {
    const { asked, batches, recorder, clock, source } = scripted();
    const window = recorder.openWindow();
    const originNs = clock.now();
    const first = source({ level: 0, waits: false, memory: false });
    first.start();
    batches.push(kernelAt(originNs, 10));
    const second = source();
    second.start();
    batches.push(kernelAt(originNs, 20));
    second.stopNow();
    batches.push(kernelAt(originNs, 30));
    first.stopNow();
    clock.advance(100);
    expect(asked.filter(each => /^(start|stop)/.test(each))).toEqual([
      'start 3',
      'stop',
      'start 12',
      'stop'
    ]);
    const lines = sliceLines(finishWindow(recorder, window, [first]));
    expect(lines.map(line => line.split(' ')[1])).toEqual(['10+5', '20+5', '30+5']);
    const others = sliceLines(finishWindow(recorder, recorder.openWindow(), [second]));
    expect(others).toEqual([]);
  });

  it('tell CUPTI which slices run, while they are open', () => {
    const { asked, recorder, source } = scripted();
    const window = recorder.openWindow();
    const label = recorder.label('op', 'operator');
    recorder.end(recorder.begin(label));
    const recording = source();
    recording.start();
    recorder.end(recorder.begin(label));
    recorder.begin(label);
    recording.stopNow();
    recorder.begin(label);
    expect(asked.filter(each => /^(push|pop)/.test(each))).toEqual([
      'push 1',
      'pop',
      'push 2',
      'pop'
    ]);
    recorder.closeWindow(window);
  });

  it('keep what fits into their limit, and say how much did not', () => {
    const { batches, recorder, clock, attachment } = scripted();
    const window = recorder.openWindow();
    const originNs = clock.now();
    const source = new CudaSource({
      attachment,
      want: GPU_WHERE_FOUND,
      limit: { mode: 'keepLast', slices: 2 },
      pauses: recorder.pauses,
      tracks: new DeviceTracks(),
      ...{ pid: 42, threadId: 0, waitMs: 5000, now: recorder.now }
    });
    source.start();
    for (const start of [10, 20, 30]) {
      batches.push(kernelAt(originNs, start));
      attachment.drain('arrived');
    }
    source.stopNow();
    clock.advance(100);
    const profile = finishWindow(recorder, window, [source]);
    expect(sliceLines(profile).map(line => line.split(' ')[1])).toEqual(['20+5', '30+5']);
    expect(profile.sources[0]).toMatchObject({
      status: 'partial',
      message: '1 record beyond the limit of the recording left out'
    });
  });
});

describe('where there is nothing to record', () => {
  const profileOf = (around: ReturnType<typeof scripted>, source: CudaSource) => {
    const window = around.recorder.openWindow();
    source.start();
    source.stopNow();
    return finishWindow(around.recorder, window, [source]);
  };

  it('nothing is asked for again, unless it is required', () => {
    const { asked, attachment } = scripted({ state: 'no-driver' });
    expect(hasGpuSource(attachment, GPU_WHERE_FOUND)).toBe(false);
    expect(hasGpuSource(attachment, GPU_WHERE_FOUND)).toBe(false);
    expect(asked).toEqual(['status']);
    expect(hasGpuSource(attachment, { ...GPU_WHERE_FOUND, isRequired: true })).toBe(true);
  });

  it('and no driver can be loaded, not even the addon is, unless it is required', () => {
    const { asked, attachment, source } = scripted({ state: 'no-driver' }, [], () => false);
    expect(hasGpuSource(attachment, GPU_WHERE_FOUND)).toBe(false);
    expect(asked).toEqual([]);
    source({ isRequired: true }).start();
    expect(asked).toEqual(['status']);
  });

  it('the report of what is required says the state and what to do', () => {
    const around = scripted({ state: 'no-driver' });
    const { sources } = profileOf(around, around.source({ isRequired: true }));
    expect(sources[0].status).toBe('unavailable');
    expect(sources[0].message).toMatch(/\(no-driver\).*Install the NVIDIA driver/);
  });

  it('a refusal of kernels is told as a state, with the number and name of the error', () => {
    const around = scripted({}, [{ kind: 'kernel', failure: REFUSED }]);
    const [{ status, message }] = profileOf(around, around.source()).sources;
    expect(status).toBe('unavailable');
    expect(message).toContain('(busy)');
    expect(message).toContain('CUPTI_ERROR_MULTIPLE_SUBSCRIBERS (39)');
  });

  it('an addon that cannot be loaded is a failure of this source alone', () => {
    const recorder = new Recorder({ clock: new FakeClock().now });
    const attachment = new CudaAttachment({
      load: () => {
        throw new Error('no native code here');
      },
      mayHaveDriver: () => true,
      watchers: recorder.watchers,
      threadId: 0,
      currentScope: () => null,
      watchScopes: () => undefined
    });
    expect(hasGpuSource(attachment, GPU_WHERE_FOUND)).toBe(false);
    const source = new CudaSource({
      attachment,
      want: { ...GPU_WHERE_FOUND, isRequired: true },
      limit: DEFAULT_SLICE_LIMIT,
      pauses: recorder.pauses,
      tracks: new DeviceTracks(),
      ...{ pid: 42, threadId: 0, waitMs: 5000, now: recorder.now }
    });
    const window = recorder.openWindow();
    source.start();
    source.stopNow();
    const { sources } = finishWindow(recorder, window, [source]);
    expect(sources[0]).toMatchObject({ status: 'failed' });
    expect(sources[0].message).toContain('no native code here');
  });
});
