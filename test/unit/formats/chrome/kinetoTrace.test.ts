import {
  type ArgValue,
  INPUT_SHAPES_ARG,
  INPUT_TYPES_ARG,
  OPERATOR_CATEGORY,
  OUTPUT_SHAPES_ARG,
  OUTPUT_TYPES_ARG,
  type Profile,
  ProfileBuilder,
  RANGE_CATEGORY,
  SEQUENCE_ARG,
  STASHED_SEQUENCE_ARG
} from 'kernelscope/model';
import { describe, expect, test } from 'vitest';
import { encodeChromeTrace } from '../../../../src/formats/chrome/write';
import { encodeKinetoTrace } from '../../../../src/formats/chrome/kinetoTrace';
import { GPU_STEPS, gpuProfile } from '../../../support/gpuProfile';
import { gpuTraining } from '../../../support/gpuTraining';
import { exampleMeta, ODD_NAMES, richProfile } from '../../../support/richProfile';

interface TraceEvent {
  readonly ph: string;
  readonly name: string;
  readonly cat?: string;
  readonly id?: number;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly bp?: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

function eventsOf(
  profile: Profile,
  encode: (profile: Profile) => Uint8Array = encodeKinetoTrace
): TraceEvent[] {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(encode(profile));
  return (JSON.parse(text) as { readonly traceEvents: TraceEvent[] }).traceEvents;
}

function operator(args: Readonly<Record<string, ArgValue>>, category = OPERATOR_CATEGORY): Profile {
  const builder = new ProfileBuilder();
  const track = builder.addTrack({ name: 'main', kind: 'thread' });
  builder.addSlice({ name: 'matMul', category, start: 5000, duration: 2000, track, args });
  return builder.build(exampleMeta(10_000));
}

const matMul = (profile: Profile): TraceEvent =>
  eventsOf(profile).find(({ name }) => name === 'matMul')!;

describe('a trace in the words of Kineto', () => {
  test('test_basic_chrome_trace: nothing begins before the span or ends behind its window', () => {
    for (const profile of [richProfile(), gpuProfile()]) {
      const events = eventsOf(profile);
      const span = events.find(({ cat, ph }) => cat === 'Trace' && ph === 'X')!;
      const end = events.find(({ name }) => name === 'Record Window End')!;
      const start = events.find(({ name }) => name.startsWith('Iteration Start: '))!;
      expect(start.ts).toBeLessThanOrEqual(span.ts);
      const timed = events.filter(({ ts }) => ts !== undefined);
      expect(timed.length).toBeGreaterThan(30);
      for (const { ts, dur = 0 } of timed) {
        expect(ts).toBeGreaterThanOrEqual(span.ts);
        expect(ts + dur).toBeLessThanOrEqual(end.ts + 1e-6);
      }
    }
  });

  test('test_profiler_tracing: an empty profile has the span alone', () => {
    const events = eventsOf(new ProfileBuilder().build(exampleMeta(0)));
    expect(events.filter(({ ph }) => ph === 'X')).toMatchObject([{ ts: 0, dur: 0 }]);
  });

  test('test_export_chrome_trace_escapes_names: any name comes back as it was', () => {
    const builder = new ProfileBuilder();
    const track = builder.addTrack({ name: 'a\\b"c', kind: 'thread' });
    const names = ['a\\b"c', '\\', '"', '\\"', ...ODD_NAMES];
    names.forEach((name, at) => {
      builder.addSlice({ name, category: RANGE_CATEGORY, start: at * 10, duration: 5, track });
    });
    const events = eventsOf(builder.build(exampleMeta(1000)));
    const found = events.filter(({ cat }) => cat === 'user_annotation').map(({ name }) => name);
    expect(found).toEqual(names.map(name => Buffer.from(name).toString()));
    expect(events.find(({ name }) => name === 'thread_name')?.args).toEqual({ name: 'a\\b"c' });
  });

  test('test_profiler_trace_sanitizes_python_function_names: quotes in arguments are escaped', () => {
    const place = 'Cell "5":3 f("x")';
    expect(matMul(operator({ place })).args).toEqual({ place });
  });

  test('calls operators cpu_op, ranges user_annotation, and leaves other categories', () => {
    expect(matMul(operator({})).cat).toBe('cpu_op');
    expect(matMul(operator({}, RANGE_CATEGORY)).cat).toBe('user_annotation');
    expect(matMul(operator({}, 'cuda_driver')).cat).toBe('cuda_driver');
    const [recorded] = eventsOf(operator({}), encodeChromeTrace).slice(-1);
    expect(recorded.cat).toBe('operator');
  });

  test('has shapes as lists and sequence numbers under the keys of Kineto', () => {
    const shapes = '[[32,64],[64,10]]';
    expect(matMul(operator({ [INPUT_SHAPES_ARG]: shapes, [SEQUENCE_ARG]: 7 })).args).toEqual({
      'Input Dims': [
        [32, 64],
        [64, 10]
      ],
      'Sequence number': 7
    });
    expect(matMul(operator({ [STASHED_SEQUENCE_ARG]: 4 })).args).toEqual({ 'Sequence number': 4 });
    const both = matMul(operator({ [SEQUENCE_ARG]: 7, [STASHED_SEQUENCE_ARG]: 4 }));
    expect(both.args).toEqual({ seq: 7, 'Sequence number': 4 });
  });

  test('has types of inputs under the key of Kineto, and what it has no key for as lists', () => {
    const args = {
      [INPUT_TYPES_ARG]: '["float32","int32"]',
      [OUTPUT_SHAPES_ARG]: '[[32,10]]',
      [OUTPUT_TYPES_ARG]: '["float32"]'
    };
    expect(matMul(operator(args)).args).toEqual({
      'Input type': ['float32', 'int32'],
      outputShapes: [[32, 10]],
      outputTypes: ['float32']
    });
    const [recorded] = eventsOf(operator(args), encodeChromeTrace).slice(-1);
    expect(recorded.args).toEqual(args);
  });

  test('keeps anything that is not JSON as text: nothing else can get into the file', () => {
    const shapes = '[1],"x":0}},{"ph":"X"';
    expect(matMul(operator({ [INPUT_SHAPES_ARG]: shapes })).args).toEqual({ 'Input Dims': shapes });
  });

  test.each(['fwdbwd', 'ac2g'])(
    'test_profiler_fwd_bwd_link: arrows of %s are pairs with ids from 1 at the start of slices',
    category => {
      const events = eventsOf(gpuProfile());
      const arrows = events.filter(({ cat }) => cat === category);
      const begins = arrows.filter(({ ph }) => ph === 's');
      const ends = arrows.filter(({ ph }) => ph === 'f');
      const count = category === 'ac2g' ? 3 * GPU_STEPS : GPU_STEPS;
      const ids = Array.from({ length: count }, (_, at) => at + 1);
      expect(begins.map(({ id }) => id).sort(byNumber)).toEqual(ids);
      expect(ends.map(({ id }) => id).sort(byNumber)).toEqual(ids);
      expect(ends.every(({ bp }) => bp === 'e')).toBe(true);
      for (const { ts, pid, tid } of arrows) {
        const hit = events.some(
          each => each.ph === 'X' && each.ts === ts && each.pid === pid && each.tid === tid
        );
        expect(hit).toBe(true);
      }
    }
  );
});

function byNumber(a = 0, b = 0): number {
  return a - b;
}

describe('GPUs in a trace in the words of Kineto', () => {
  const documentOf = (profile: Profile) =>
    JSON.parse(new TextDecoder().decode(encodeKinetoTrace(profile))) as {
      readonly deviceProperties?: readonly unknown[];
    };

  test('are described as Kineto describes them', () => {
    expect(documentOf(gpuTraining()).deviceProperties).toEqual([
      {
        ...{ id: 0, name: 'NVIDIA H200', computeMajor: 9, computeMinor: 0, numSms: 132 },
        ...{ warpSize: 32, maxThreadsPerMultiprocessor: 2048, regsPerMultiprocessor: 65_536 },
        ...{ sharedMemPerMultiprocessor: 233_472, totalGlobalMem: 150_754_820_096 },
        ...{ maxBlocksPerMultiprocessor: 32, reservedSharedMemPerBlock: 1024 },
        ...{ memoryBytesPerSecond: 4.8e12, l2CacheSize: 62_914_560, linkBytesPerSecond: 64e9 }
      }
    ]);
    expect(documentOf(gpuProfile())).not.toHaveProperty('deviceProperties');
  });

  test('have sizes of kernels as lists, and how they fill the device', () => {
    const events = eventsOf(gpuTraining());
    const softmax = events.find(({ name }) => name.startsWith('softmax'))!;
    expect(softmax.args).toEqual({
      ...{ grid: [64, 1, 1], block: [32, 4, 1], 'registers per thread': 40, 'shared memory': 512 },
      ...{ context: 1, device: 0, stream: 7, correlation: 5 },
      'External id': softmax.args?.['External id'],
      'blocks per SM': 64 / 132,
      'warps per SM': (64 / 132) * 4,
      'theoretical occupancy %': 75
    });
    const operator = events.find(({ name }) => name === 'crossEntropy')!;
    expect(operator.args?.['External id']).toBe(softmax.args?.['External id']);
    expect(JSON.stringify(events)).not.toContain('achieved occupancy');
  });

  test('have arrows that begin in calls and end where work begins', () => {
    const events = eventsOf(gpuTraining());
    const begins = events.filter(({ ph, cat }) => ph === 's' && cat === 'ac2g');
    const ends = new Map(
      events.filter(({ ph, cat }) => ph === 'f' && cat === 'ac2g').map(event => [event.id, event])
    );
    expect(begins.length).toBe(240);
    for (const { id, pid, tid, ts } of begins) {
      const around = events.filter(
        each => each.ph === 'X' && each.pid === pid && each.tid === tid && isAround(each, ts)
      );
      expect(around.some(({ cat }) => cat === 'cuda_runtime')).toBe(true);
      const end = ends.get(id)!;
      expect(end.bp).toBe('e');
      expect(
        events.some(each => each.ph === 'X' && each.tid === end.tid && isAround(each, end.ts))
      ).toBe(true);
    }
  });
});

function isAround({ ts, dur = 0 }: TraceEvent, time: number): boolean {
  return ts <= time && time < ts + dur;
}
