import { describe, expect, it } from 'vitest';
import type { BatchRows } from '../../../../support/activityBatches';
import { MAIN_THREAD, recordedWindow } from '../../../../support/gpuWindow';
import { argsOf, categoryLines, sliceLines } from '../../../../support/recording';

const [GEMM, RUNTIME, DRIVER, STEP, DOMAIN] = [1, 2, 3, 4, 5];
const THREAD = { thread: MAIN_THREAD };
const PLACE = { device: 0, context: 1, stream: 7 };

/** A launch by the runtime, which calls the driver, and the kernel that comes of it. */
function launch(correlation: number, start: number, work: number, token: number): BatchRows {
  const call = { ...THREAD, correlation };
  return {
    calls: [
      { ...call, name: DRIVER, isDriver: 1, start: start + 5, end: start + 15 },
      { ...call, name: RUNTIME, start, end: start + 20 }
    ],
    kernels: [{ ...PLACE, name: GEMM, correlation, start: work, end: work + 50 }],
    externalIds: token < 0 ? [] : [{ correlation, id: token }]
  };
}

describe('a launch', () => {
  it('lies in its operator, with an arrow from the outermost call to the kernel', () => {
    const { token, profileOf } = recordedWindow();
    const { profile } = profileOf([launch(9, 120, 200, token)]);
    expect(sliceLines(profile)).toEqual([
      'mm 100+200 - @main thread',
      'cudaLaunchKernel 120+20 mm @main thread',
      'cuLaunchKernel 125+10 cudaLaunchKernel @main thread',
      'gemm(float*) 200+50 - @stream 7'
    ]);
    expect([...profile.flows.from]).toEqual([1]);
    expect([...profile.flows.to]).toEqual([3]);
    expect(profile.tracks.map(({ name, kind, parent }) => [name, kind, parent]).slice(2)).toEqual([
      ['GPU 0 (NVIDIA H200)', 'device', -1],
      ['stream 7', 'cudaStream', 2]
    ]);
  });

  it('gives one number to the operator, its calls and its work', () => {
    const { token, profileOf } = recordedWindow();
    const { profile } = profileOf([launch(9, 120, 200, token)]);
    const numbers = [0, 1, 2, 3].map(row => argsOf(profile, row)['External id']);
    expect(numbers).toEqual([1, 1, 1, 1]);
    expect(argsOf(profile, 2)).toEqual({ correlation: 9, 'External id': 1 });
  });

  it('finds its operator in records that come batches later', () => {
    const { token, profileOf } = recordedWindow();
    const { calls, kernels, externalIds } = launch(9, 120, 200, token);
    const { profile } = profileOf([{ kernels }, { calls }, { externalIds }]);
    expect(profile.flows.length).toBe(1);
    expect(argsOf(profile, 3)['External id']).toBe(1);
  });

  it('has an arrow from the operator where calls are not shown', () => {
    const { token, profileOf } = recordedWindow();
    const { profile } = profileOf([launch(9, 120, 200, token)], { choice: { level: 0 } });
    expect(sliceLines(profile)).toEqual([
      'mm 100+200 - @main thread',
      'gemm(float*) 200+50 - @stream 7'
    ]);
    expect([...profile.flows.from]).toEqual([0]);
  });

  it('of a thread of its own lies on the track of that thread', () => {
    const { profileOf } = recordedWindow();
    const rows = launch(9, 500, 600, -1);
    const calls = rows.calls?.map(call => ({ ...call, thread: 77 }));
    const { profile } = profileOf([{ ...rows, calls }]);
    expect(sliceLines(profile).slice(1)).toEqual([
      'cudaLaunchKernel 500+20 - @thread 77',
      'cuLaunchKernel 505+10 cudaLaunchKernel @thread 77',
      'gemm(float*) 600+50 - @stream 7'
    ]);
  });

  it('by a thread of a library belongs to the only operator that runs at the time', () => {
    const { recorder, clock, profileOf } = recordedWindow();
    const label = recorder.label('run', 'operator');
    const lane = recorder.beginAsync(label);
    clock.advance(1000);
    const other = recorder.beginAsync(label);
    clock.advance(1000);
    recorder.endAsync(other);
    recorder.endAsync(lane);
    const calls = [1500, 2500].map(start => ({
      thread: 77,
      name: RUNTIME,
      start,
      end: start + 10
    }));
    const { profile } = profileOf([{ calls }]);
    const lines = sliceLines(profile).filter(line => line.startsWith('cuda'));
    expect(lines).toEqual([
      'cudaLaunchKernel 1500+10 run @thread 77',
      'cudaLaunchKernel 2500+10 - @thread 77'
    ]);
  });

  it('of the synchronous part of an operator on a lane names it as its cause', () => {
    const { recorder, clock, profileOf } = recordedWindow();
    const token = recorder.begin(recorder.label('load', 'operator'));
    clock.advance(100);
    recorder.moveToLane(token);
    clock.advance(100);
    recorder.endAsync(token);
    const { profile } = profileOf([launch(9, 1010, 1040, token)]);
    const row = sliceLines(profile).indexOf('cudaLaunchKernel 1010+20 load @main thread');
    expect(row).toBeGreaterThan(0);
  });
});

describe('the recorded window', () => {
  it('has work that was called for in it, whole, however late it ran', () => {
    const { profileOf } = recordedWindow();
    const { profile } = profileOf([launch(1, 980, 1200, -1), launch(2, 1010, 1300, -1)]);
    expect(sliceLines(profile)).toEqual([
      'mm 100+200 - @main thread',
      'cudaLaunchKernel 980+20 - @main thread',
      'cuLaunchKernel 985+10 cudaLaunchKernel @main thread',
      'gemm(float*) 1200+50 - @stream 7'
    ]);
  });

  it('has no work of a call before it, and work of an unknown call that began in it', () => {
    const { profileOf } = recordedWindow();
    const { kernels: ofEarlierBatch } = launch(7, -40, 30, -1);
    const { kernels: unknown } = launch(8, -10, 50, -1);
    const { kernels: before } = launch(9, -10, -5, -1);
    const rows = [launch(1, -50, 10, -1), launch(2, -90, -20, -1)];
    const batches = [
      ...rows,
      { kernels: ofEarlierBatch },
      { kernels: unknown },
      { kernels: before }
    ];
    const { profile } = profileOf(batches, { calledBefore: 7 });
    expect(sliceLines(profile)).toEqual([
      'gemm(float*) 50+50 - @stream 7',
      'mm 100+200 - @main thread'
    ]);
  });

  it('cuts calls off at its end, and says so', () => {
    const { profileOf } = recordedWindow();
    const calls = [{ thread: 77, name: RUNTIME, start: 900, end: 2000, correlation: 5 }];
    const { profile } = profileOf([{ calls }]);
    expect(sliceLines(profile)[1]).toBe('cudaLaunchKernel 900+100 - @thread 77');
    expect(argsOf(profile, 1)).toEqual({ correlation: 5, unfinished: 1 });
  });

  it('has nothing that began while recording was held', () => {
    const { recorder, clock, profileOf } = recordedWindow();
    recorder.pause();
    clock.advance(1000);
    recorder.resume();
    clock.advance(1000);
    const starts = [990, 1500, 2500];
    const { profile } = profileOf(
      starts.map((start, at) => launch(at, start, 2600 + 100 * at, -1))
    );
    expect(sliceLines(profile).filter(line => /^(gemm|cudaL)/.test(line))).toEqual([
      'cudaLaunchKernel 990+20 - @main thread',
      'cudaLaunchKernel 2500+20 - @main thread',
      'gemm(float*) 2600+50 - @stream 7',
      'gemm(float*) 2800+50 - @stream 7'
    ]);
  });
});

describe('the arguments of work', () => {
  it('of a kernel are how it was launched', () => {
    const { profileOf } = recordedWindow();
    const kernel = {
      ...{ ...PLACE, name: GEMM, correlation: 3, start: 500, end: 600 },
      ...{ gridX: 4, gridY: 2, gridZ: 1, blockX: 128, blockY: 1, blockZ: 1 },
      ...{ clusterX: 2, clusterY: 1, clusterZ: 1, registers: 40 },
      ...{ staticShared: 1024, dynamicShared: 512, localPerThread: 8, graph: 6 },
      graphNode: 0xfedc_ba98_7654_3210n
    };
    const { profile } = profileOf([{ kernels: [kernel] }]);
    expect(argsOf(profile, 1)).toEqual({
      ...{ device: 0, context: 1, stream: 7, correlation: 3 },
      ...{ grid: '[4, 2, 1]', block: '[128, 1, 1]', cluster: '[2, 1, 1]' },
      ...{ 'registers per thread': 40, 'shared memory': 1536, 'local memory per thread': 8 },
      ...{ 'graph id': '6', 'graph node id': '18364758544493064720', mangled: '_Z4gemmPf' }
    });
  });

  it('of copies and fills are their bytes and how fast they were', () => {
    const { profileOf } = recordedWindow();
    const { profile } = profileOf([
      {
        copies: [
          { ...PLACE, start: 400, end: 500, bytes: 2000, copyKind: 1, fromKind: 2, toKind: 3 }
        ],
        fills: [{ ...PLACE, start: 600, end: 600, bytes: 64, toKind: 3 }],
        peerCopies: [
          {
            ...{ ...PLACE, start: 700, end: 800, bytes: 100, copyKind: 10, fromKind: 3, toKind: 3 },
            ...{ fromDevice: 0, toDevice: 1 }
          }
        ]
      }
    ]);
    expect(categoryLines(profile).slice(1)).toEqual([
      'gpu_memcpy/Memcpy HtoD (Pinned -> Device) 400+100 @stream 7',
      'gpu_memset/Memset (Device) 600+0 @stream 7',
      'gpu_memcpy/Memcpy PtoP (Device -> Device) 700+100 @stream 7'
    ]);
    expect(argsOf(profile, 1)).toMatchObject({ bytes: 2000, 'memory bandwidth (GB/s)': 20 });
    expect(argsOf(profile, 2)).not.toHaveProperty('memory bandwidth (GB/s)');
    expect(argsOf(profile, 3)).toMatchObject({ 'from device': 0, 'to device': 1 });
  });
});

describe('tracks', () => {
  it('have what overlaps on a stream side by side', () => {
    const { profileOf } = recordedWindow();
    const starts = [400, 420, 460];
    const kernels = starts.map(start => ({ ...PLACE, name: GEMM, start, end: start + 50 }));
    const { profile } = profileOf([{ kernels }]);
    expect(sliceLines(profile).slice(1)).toEqual([
      'gemm(float*) 400+50 - @stream 7',
      'gemm(float*) 420+50 - @stream 7 (2)',
      'gemm(float*) 460+50 - @stream 7'
    ]);
  });

  it('of streams are below their devices, in order of their numbers', () => {
    const { profileOf } = recordedWindow();
    const places = [
      { device: 1, context: 2, stream: 7 },
      { device: 0, context: 1, stream: 13 },
      { device: 0, context: 1, stream: 7 }
    ];
    const kernels = places.map(place => ({ ...place, name: GEMM, start: 400, end: 450 }));
    const { tracks } = profileOf([{ kernels }]).profile;
    expect(tracks.slice(2).map(({ name, parent }) => `${name} < ${parent}`)).toEqual([
      'GPU 0 (NVIDIA H200) < -1',
      'stream 7 < 2',
      'stream 13 < 2',
      'GPU 1 < -1',
      'stream 7 < 5'
    ]);
  });

  it('of the recorded thread take no call that overlaps an operator in part', () => {
    const { profileOf } = recordedWindow();
    const calls = [80, 280].map(start => ({ ...THREAD, name: RUNTIME, start, end: start + 60 }));
    const { profile } = profileOf([{ calls }]);
    expect(sliceLines(profile)).toEqual([
      'cudaLaunchKernel 80+60 - @CUDA beside the main thread',
      'mm 100+200 - @main thread',
      'cudaLaunchKernel 280+60 mm @CUDA beside the main thread'
    ]);
  });
});

describe('ranges of NVTX', () => {
  it('of a thread nest on its track, others lie on lanes, and moments are kept', () => {
    const { profileOf } = recordedWindow();
    const range = { name: STEP, flags: 2 };
    const { profile } = profileOf([
      { markers: [{ id: 1, flags: 4, time: 400 }] },
      {
        markers: [
          { ...THREAD, ...range, id: 1, time: 50, domain: DOMAIN },
          { ...range, id: 2, time: 60 },
          { ...THREAD, name: STEP, id: 3, flags: 1, time: 70 }
        ]
      }
    ]);
    expect(sliceLines(profile)).toEqual([
      'step 50+350 - @main thread',
      'step 60+940 - @NVTX ranges',
      'mm 100+200 - @main thread'
    ]);
    expect(argsOf(profile, 0)).toEqual({ domain: 'loader' });
    expect(argsOf(profile, 1)).toEqual({ unfinished: 1 });
    expect([...profile.instants.time]).toEqual([70]);
    expect(profile.tracks[profile.instants.track[0]].name).toBe('main thread');
  });
});

describe('waits and overhead', () => {
  it('lie on tracks of their own', () => {
    const { token, profileOf } = recordedWindow();
    const { profile } = profileOf([
      {
        synchronizations: [
          { type: 3, start: 110, end: 150, context: 1, stream: 7, correlation: 4 },
          { type: 1, start: 160, end: 170, context: 1, stream: 2 ** 32 - 1, event: 5 }
        ],
        overheads: [{ kind: 1 << 16, start: 500, end: 510 }],
        externalIds: [{ correlation: 4, id: token }]
      }
    ]);
    expect(categoryLines(profile).slice(1)).toEqual([
      'cuda_sync/Stream Sync 110+40 @CUDA waits',
      'cuda_sync/Event Sync 160+10 @CUDA waits',
      'overhead/Buffer Flush 500+10 @CUDA overhead'
    ]);
    expect(argsOf(profile, 1)).toEqual({
      ...{ context: 1, stream: 7, correlation: 4, 'External id': 1 }
    });
    expect(argsOf(profile, 2)).toEqual({ context: 1, event: 5, correlation: 0 });
  });

  it('are left out where the recording itself waited, in whichever batch its call comes', () => {
    const { profileOf } = recordedWindow();
    const wait = (correlation: number, start: number) => ({
      type: 4,
      start,
      end: start + 5,
      correlation
    });
    const { profile } = profileOf([
      { synchronizations: [wait(1, 110), wait(2, 120), wait(3, 130)], ownCalls: [2] },
      { ownCalls: [1, 4] },
      { synchronizations: [wait(4, 140), wait(5, 150)] }
    ]);
    expect(categoryLines(profile).slice(1)).toEqual([
      'cuda_sync/Context Sync 130+5 @CUDA waits',
      'cuda_sync/Context Sync 150+5 @CUDA waits'
    ]);
  });

  it('are left out where they are not wanted', () => {
    const { profileOf } = recordedWindow();
    const rows = {
      synchronizations: [{ type: 3, start: 110, end: 150 }],
      overheads: [{ kind: 1, start: 500, end: 510 }]
    };
    const { profile } = profileOf([rows], { choice: { level: 1, waits: false } });
    expect(profile.slices.length).toBe(1);
  });
});

describe('what is wrong with records', () => {
  it('is counted: work before its call, and times that are none', () => {
    const { profileOf } = recordedWindow();
    const untimed = [{ ...PLACE, name: GEMM, start: 400, end: NaN }];
    const rows = [launch(1, 500, 480, -1), { kernels: untimed }];
    const { assembled, profile } = profileOf(rows);
    expect(assembled.losses.texts()).toEqual([
      '1 record began on a GPU before the call that started it',
      '1 record has no usable time and is left out'
    ]);
    expect(sliceLines(profile)).toContain('gemm(float*) 480+50 - @stream 7');
  });
});
