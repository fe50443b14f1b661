import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type StepTraceTime,
  stepTraceTimes
} from '../../../../src/analysis/statistics/stepTraceTime';
import type { Profile } from '../../../../src/model/profile/profile';
import { ProfileBuilder } from '../../../../src/model/build/profileBuilder';
import { drawGpuProfile } from '../../../support/drawGpuProfile';
import { drawProfile, sampleMeta } from '../../../support/drawProfile';
import { GPU_STEPS, gpuProfile } from '../../../support/gpuProfile';

const END = 60;

/** The parts that divide a step up. */
function partsOf(time: StepTraceTime): number[] {
  const { computing, exposedCommunication, waitingForData, waitingForGpu, free } = time;
  return [computing, exposedCommunication, waitingForData, waitingForGpu, free];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

describe('stepTraceTimes', () => {
  it('divides each step up into computing, waiting for data and free time', () => {
    const profile = drawProfile(`
      main |[ProfilerStep#3              ][ProfilerStep#4]
           |  [Loader.next] [operator/a ]   [operator/b]
           |                 [operator/c]
    `);
    const [first, second] = stepTraceTimes(profile);
    expect(first).toEqual({
      device: null,
      step: 3,
      computing: 13,
      exposedCommunication: 0,
      overlapped: 0,
      communication: 0,
      free: 4,
      stage: 30,
      bubble: 0,
      exposedSending: 0,
      preparing: 16,
      waitingForData: 13,
      waitingForGpu: 0
    });
    expect(second).toMatchObject({ step: 4, computing: 12, free: 4, stage: 16, preparing: 2 });
  });

  it('counts a profile without steps as one', () => {
    const [whole, ...others] = stepTraceTimes(drawProfile('main |  [operator/a]'));
    expect(others).toEqual([]);
    expect(whole).toMatchObject({ step: null, computing: 12, preparing: 2, stage: 14, free: 2 });
  });

  it('has nothing to say of a profile without threads', () => {
    const builder = new ProfileBuilder();
    builder.addTrack({ name: 'process', kind: 'process' });
    expect(stepTraceTimes(builder.build(sampleMeta(10)))).toEqual([]);
  });

  it('takes operators that make the awaited data for waiting, and asynchronous ones for computing', () => {
    const [step] = stepTraceTimes(
      drawProfile(`
        main   |[ProfilerStep#0                        ]
               |  [Loader.next ]
               |   [operator/a]
        lane 1 |             [operator/run       ]
        lane 2 |                   [Async.next         ]
      `)
    );
    expect(step).toMatchObject({ computing: 21, waitingForData: 11 + 6, free: 40 - 21 - 17 });
  });

  it('measures the messages of the thread until they are handled', () => {
    const builder = new ProfileBuilder();
    const main = builder.addTrack({ name: 'main', kind: 'thread' });
    const worker = builder.addTrack({ name: 'worker', kind: 'worker' });
    const add = (name: string, category: string, track: number, start: number, end: number) =>
      builder.addSlice({ name, category, track, start, duration: end - start });
    add('ProfilerStep#0', 'range', main, 0, 100);
    const posted = add('postMessage', 'message', main, 10, 12);
    const handled = add('onmessage', 'message', worker, 30, 60);
    add('a', 'operator', main, 20, 25);
    const answer = add('postMessage', 'message', worker, 55, 56);
    const received = add('onmessage', 'message', main, 70, 75);
    builder.addFlow('message', 'message', posted, handled);
    builder.addFlow('message', 'message', answer, received);
    const [step] = stepTraceTimes(builder.build(sampleMeta(100)));
    expect(step).toMatchObject({
      computing: 5,
      communication: 35,
      overlapped: 5,
      exposedCommunication: 30,
      bubble: 15,
      exposedSending: 15,
      preparing: 10,
      free: 65
    });
  });

  it('measures the kernels of each GPU where there are any, and what waits for them', () => {
    const builder = new ProfileBuilder();
    const main = builder.addTrack({ name: 'main', kind: 'thread' });
    const streams = [0, 1].map(gpu => {
      const parent = builder.addTrack({ name: `GPU ${gpu}`, kind: 'device', tid: gpu });
      return builder.addTrack({ name: 'stream 7', kind: 'cudaStream', parent, tid: 7 });
    });
    const add = (name: string, category: string, track: number, start: number, end: number) =>
      builder.addSlice({ name, category, track, start, duration: end - start });
    add('ProfilerStep#0', 'range', main, 0, 100);
    add('matMul', 'operator', main, 10, 20);
    add('sgemm', 'kernel', streams[0], 20, 50);
    add('sgemm', 'kernel', streams[1], 90, 95);
    add('cudaStreamSynchronize', 'cuda_runtime', main, 40, 70);
    add('cudaLaunchKernel', 'cuda_runtime', main, 70, 80);
    const times = stepTraceTimes(builder.build(sampleMeta(100)));
    expect(
      times.map(({ device, computing, waitingForGpu, free }) => {
        return [device, computing, waitingForGpu, free];
      })
    ).toEqual([
      [0, 30, 20, 50],
      [1, 5, 30, 65]
    ]);
  });

  it('counts graphs that were timed as a whole for computing', () => {
    const [time] = stepTraceTimes(drawGpuProfile('main |[step    ]\ngpu 3/7 |  [G  ]'));
    expect([time.device, time.computing]).toEqual([3, 5]);
  });

  it('has a line for each GPU of a training run', () => {
    const times = stepTraceTimes(gpuProfile(), [
      { number: 7, slice: 0, start: 0, end: GPU_STEPS * 1e6 }
    ]);
    expect(times.map(({ device }) => device)).toEqual([0, 1]);
    for (const time of times) {
      expect(time.computing).toBeGreaterThan(0);
      expect(sum(partsOf(time))).toBe(time.stage);
    }
  });

  it('adds up to the step and agrees with counting moment by moment', () => {
    fc.assert(
      fc.property(fc.array(anyUse, { maxLength: 14 }), list => {
        const [time] = stepTraceTimes(profileOf(list));
        expect(sum(partsOf(time))).toBe(time.stage);
        expect(time.overlapped + time.exposedCommunication).toBe(time.communication);
        expect(time.bubble + time.exposedSending).toBe(time.exposedCommunication);
        expect(time).toMatchObject(countedMoments(list));
      })
    );
  });
});

type Kind = 'operator' | 'laneOperator' | 'wait' | 'laneWait' | 'sent' | 'received';

interface Use {
  readonly kind: Kind;
  readonly start: number;
  readonly end: number;
}

const anyUse: fc.Arbitrary<Use> = fc
  .record({
    kind: fc.constantFrom<Kind>('operator', 'laneOperator', 'wait', 'laneWait', 'sent', 'received'),
    start: fc.integer({ min: 0, max: END }),
    length: fc.integer({ min: 1, max: 20 })
  })
  .map(({ kind, start, length }) => ({ kind, start, end: start + length }));

/** Slices of a track may overlap here: what is measured does not depend on their nesting. */
function profileOf(uses: readonly Use[]): Profile {
  const builder = new ProfileBuilder();
  const main = builder.addTrack({ name: 'main', kind: 'thread' });
  const lane = builder.addTrack({ name: 'lane', kind: 'asyncLane' });
  const other = builder.addTrack({ name: 'worker', kind: 'worker' });
  const add = (name: string, category: string, track: number, start: number, end: number) =>
    builder.addSlice({ name, category, track, start, duration: end - start });
  add('ProfilerStep#0', 'range', main, 0, END);
  for (const { kind, start, end } of uses) {
    if (kind === 'operator' || kind === 'laneOperator') {
      add('op', 'operator', kind === 'operator' ? main : lane, start, end);
    } else if (kind === 'wait' || kind === 'laneWait') {
      add('Loader.next', 'range', kind === 'wait' ? main : lane, start, end);
    } else {
      const [from, to] = kind === 'sent' ? [main, other] : [other, main];
      const post = add('postMessage', 'message', from, start, start);
      const handled = add('onmessage', 'message', to, end, end + 1);
      builder.addFlow('message', 'message', post, handled);
    }
  }
  return builder.build(sampleMeta(END));
}

/** What {@link stepTraceTimes} says, by looking at each moment on its own. */
function countedMoments(uses: readonly Use[]): Partial<StepTraceTime> {
  const counts = {
    computing: 0,
    waitingForData: 0,
    exposedCommunication: 0,
    communication: 0,
    bubble: 0,
    free: 0
  };
  let preparing = END;
  for (let at = 0; at < END; at++) {
    const is = (kind: Kind): boolean =>
      uses.some(use => use.kind === kind && use.start <= at && at < use.end);
    const isComputing = is('laneOperator') || (is('operator') && !is('wait'));
    const isWaiting = !isComputing && (is('wait') || is('laneWait'));
    const isMessage = is('sent') || is('received');
    const isExposed = isMessage && !isComputing && !isWaiting;
    counts.computing += Number(isComputing);
    counts.waitingForData += Number(isWaiting);
    counts.communication += Number(isMessage);
    counts.exposedCommunication += Number(isExposed);
    counts.bubble += Number(isExposed && is('received'));
    counts.free += Number(!isComputing && !isWaiting && !isMessage);
    if (isComputing || isMessage) preparing = Math.min(preparing, at);
  }
  return { ...counts, preparing };
}
