import { describe, expect, it } from 'vitest';
import { aggregate } from '../../../../src/analysis';
import type { FunctionEvent } from '../../../../src/compat/torch/events/functionEvent';
import { EventIds } from '../../../../src/compat/torch/eventIds';
import { functionEventsOf } from '../../../../src/compat/torch/functionEventsOf';
import { NS_PER_US } from '../../../../src/base/time';
import {
  BYTES_ARG,
  CPU_TO_GPU_FLOW,
  FLOPS_ARG,
  INPUT_SHAPES_ARG,
  SEQUENCE_ARG,
  STASHED_SEQUENCE_ARG
} from '../../../../src/model/profile/argKeys';
import { FrameKind, type Profile, type TrackKind } from '../../../../src/model/profile/profile';
import {
  type ArgValue,
  ProfileBuilder,
  emptySampleParts
} from '../../../../src/model/build/profileBuilder';
import { StackBuilder } from '../../../../src/model/build/stackBuilder';
import { allocationProfile } from '../../../support/allocationProfile';
import { drawGpuProfile } from '../../../support/drawGpuProfile';
import { exampleMeta } from '../../../support/richProfile';
import { withRunning } from '../../../support/withRunning';

/** Draws a profile on tracks of every kind; times of slices in microseconds. */
class Drawing {
  readonly builder = new ProfileBuilder();
  readonly #tracks = new Map<TrackKind, number>();

  slice(
    name: string,
    kind: TrackKind,
    [start, end]: readonly [number, number],
    {
      category = 'operator',
      args = {}
    }: { category?: string; args?: Record<string, ArgValue> } = {}
  ): number {
    const duration = (end - start) * NS_PER_US;
    const track = this.#track(kind);
    return this.builder.addSlice({
      name,
      category,
      start: start * NS_PER_US,
      duration,
      track,
      args
    });
  }

  profile(): Profile {
    return this.builder.build(exampleMeta(1e6));
  }

  #track(kind: TrackKind): number {
    const known = this.#tracks.get(kind);
    if (known !== undefined) return known;
    const parent = kind === 'cudaStream' ? this.#track('device') : -1;
    const tid = kind === 'device' ? 3 : 40 + this.#tracks.size;
    const track = this.builder.addTrack({ name: kind, kind, parent, pid: 1, tid });
    this.#tracks.set(kind, track);
    return track;
  }
}

const eventsOf = (profile: Profile) => functionEventsOf(profile, new EventIds());

describe('functionEventsOf', () => {
  it('takes the slices of threads, workers and lanes, but no calls and no collections', () => {
    const drawing = new Drawing();
    drawing.slice('mul', 'thread', [0, 10.5]);
    drawing.slice('tf.mul', 'thread', [1, 9], { category: 'API' });
    drawing.slice('scavenge', 'gc', [2, 3], { category: 'gc' });
    drawing.slice('sum', 'worker', [4, 5]);
    drawing.slice('load', 'asyncLane', [6, 20]);
    drawing.slice('sgemm', 'cudaStream', [7, 8], { category: 'kernel' });
    const events = eventsOf(drawing.profile());
    expect(events.map(({ name }) => name)).toEqual(['mul', 'sum', 'load']);
    expect(events.map(({ cpuInterval }) => [cpuInterval.start, cpuInterval.end])).toEqual([
      [0, 10.5],
      [4, 5],
      [6, 20]
    ]);
    expect(new Set(events.map(({ thread }) => thread)).size).toBe(3);
  });

  it('nests events of one thread, through calls that are no events', () => {
    const drawing = new Drawing();
    drawing.slice('outer', 'thread', [0, 10]);
    drawing.slice('call', 'thread', [1, 9], { category: 'API' });
    drawing.slice('inner', 'thread', [2, 8]);
    drawing.slice('elsewhere', 'worker', [3, 4]);
    const [outer, inner, elsewhere] = eventsOf(drawing.profile());
    expect(inner.cpuParent).toBe(outer);
    expect([outer.selfCpuTimeTotal, elsewhere.cpuParent]).toEqual([4, null]);
  });

  it('gives tracks that share a number threads of their own', () => {
    const { builder } = new Drawing();
    const place = { category: 'operator', start: 0, duration: 10 };
    for (const name of ['main', 'lane', 'other lane']) {
      const track = builder.addTrack({ name, kind: 'asyncLane', tid: 7 });
      builder.addSlice({ name, track, ...place });
    }
    const events = eventsOf(builder.build(exampleMeta(10)));
    expect(events.map(({ thread }) => thread)).toEqual([7, 8, 9]);
    expect(events.map(({ cpuParent }) => cpuParent)).toEqual([null, null, null]);
  });

  it('marks the ranges of a program, and them alone', () => {
    const drawing = new Drawing();
    drawing.slice('train', 'thread', [0, 10], { category: 'range' });
    drawing.slice('mul', 'thread', [1, 2]);
    drawing.slice('step', 'thread', [3, 4], { category: 'repetition' });
    const events = eventsOf(drawing.profile());
    expect(events.map(({ isUserAnnotation }) => isUserAnnotation)).toEqual([true, false, false]);
  });

  it('reads what arguments say of an event', () => {
    const drawing = new Drawing();
    const shapes = '[[2,3],[]]';
    drawing.slice('a', 'thread', [0, 1], {
      args: { [INPUT_SHAPES_ARG]: shapes, [BYTES_ARG]: -64, [FLOPS_ARG]: 12, [SEQUENCE_ARG]: 5 }
    });
    drawing.slice('b', 'thread', [1, 2], {
      args: { [INPUT_SHAPES_ARG]: shapes, [STASHED_SEQUENCE_ARG]: 5 }
    });
    const [a, b] = eventsOf(drawing.profile());
    expect(a).toMatchObject({ cpuMemoryUsage: -64, flops: 12, sequenceNr: 5 });
    expect(a.inputShapes).toEqual([[2, 3], []]);
    expect(b.inputShapes).toBe(a.inputShapes);
    expect([b.sequenceNr, b.cpuMemoryUsage, b.flops]).toEqual([5, 0, null]);
  });

  it('leaves out arguments of a file that make no sense', () => {
    const drawing = new Drawing();
    drawing.slice('a', 'thread', [0, 1], {
      args: { [INPUT_SHAPES_ARG]: '{', [BYTES_ARG]: NaN, [FLOPS_ARG]: -1, [SEQUENCE_ARG]: 0.5 }
    });
    drawing.slice('b', 'thread', [1, 2], {
      args: { [INPUT_SHAPES_ARG]: '[[1],"x"]', [BYTES_ARG]: 'many', [FLOPS_ARG]: true }
    });
    for (const event of eventsOf(drawing.profile())) {
      expect(event).toMatchObject({ inputShapes: null, cpuMemoryUsage: 0, flops: null });
      expect(event.sequenceNr).toBe(-1);
    }
  });

  it('gives kernels to the slice that started them, or to the event around a call', () => {
    const drawing = new Drawing();
    const outer = drawing.slice('matMul', 'thread', [0, 10]);
    const launch = drawing.slice('cudaLaunchKernel', 'thread', [1, 2], { category: 'API' });
    const first = drawing.slice('sgemm', 'cudaStream', [3, 7], { category: 'kernel' });
    const second = drawing.slice('memcpy', 'cudaStream', [8, 9.5], { category: 'gpu_memcpy' });
    drawing.builder.addFlow(CPU_TO_GPU_FLOW, CPU_TO_GPU_FLOW, launch, first);
    drawing.builder.addFlow(CPU_TO_GPU_FLOW, CPU_TO_GPU_FLOW, outer, second);
    drawing.builder.addFlow('other', 'other', outer, first);
    const [event] = eventsOf(drawing.profile());
    expect(event.kernels.map(({ name, device }) => [name, device])).toEqual([
      ['sgemm', 3],
      ['memcpy', 3]
    ]);
    expect(event.cudaTimeTotal).toBe(5.5);
  });

  it('gives what calls of CUDA launched to the operator, also after an await, else to the call', () => {
    const events = eventsOf(
      drawGpuProfile(`
        lane 1  |       [predict>p            ]
        main    |[matMul   ]                  [C>c]
                | [L>a]       [L>b^p] [S^p]
        gpu 0/7 |      [K<a] [K<a]     [K<b ]  [H<c]`)
    );
    const times = events.map(({ name, selfDeviceTimeTotal: us }) => [name, Math.round(us * 1000)]);
    expect(Object.fromEntries(times)).toEqual({
      matMul: 10,
      predict: 6,
      cudaMemcpy: 5,
      cudaLaunchKernel: 0,
      cudaDeviceSynchronize: 0
    });
  });

  it('has in the total of a range what is launched inside it, once, as tables show it', () => {
    const list = eventsOf(
      drawGpuProfile(`
        main    |[range/step       ]
                |[matMul   ] [relu ]
                | [L>a]       [L>b]
        gpu 0/7 |      [K<a]    [K<b ]`)
    );
    const [step, ...inside] = list;
    const timesOf = (event: FunctionEvent) => [event.cudaTimeTotal, event.selfCudaTimeTotal];
    const launched = inside.reduce((sum, event) => sum + event.selfCudaTimeTotal, 0);
    expect([step.name, step.kernels]).toEqual(['step', []]);
    expect(timesOf(step)).toEqual([launched, 0]);
    expect(launched).toBeCloseTo(0.011, 9);
    const average = list.keyAverages().find(({ key }) => key === 'step');
    expect([average?.cudaTimeTotal, average?.deviceTimeTotal]).toEqual([launched, launched]);
    expect(list.populateCpuChildren()[0].cudaTimeTotal).toBe(launched);
    expect(list.table({ layout: 'autograd' })).toMatch(/step .* 0\.011us$/m);
  });

  it('heads columns of CUDA in the tables where there is time of it', () => {
    const table = (profile: Profile) => eventsOf(profile).keyAverages().table();
    const text = table(drawGpuProfile('main |[matMul>a]\ngpu 0/7 |    [K<a]'));
    expect(text).toContain('Self CUDA   Self CUDA %    CUDA total  CUDA time avg');
    expect(text).toMatch(/matMul .* 0\.005us +100\.00% +0\.005us +0\.005us/);
    expect(text).toContain('Self CUDA time total: 0.005us');
    expect(table(drawGpuProfile('main |[matMul]'))).not.toContain('CUDA');
  });

  describe('stacks', () => {
    type Place = readonly [name: string, file: string, line: number, kind: number];

    /** The texts of the stack of one slice, whose frames are given from the root on. */
    function textsOf(places: readonly Place[]): readonly string[] {
      const { builder } = new Drawing();
      const track = builder.addTrack({ name: 'main', kind: 'thread' });
      builder.addSlice({ name: 'deep', category: 'operator', start: 2, duration: 1, track });
      const stacks = new StackBuilder();
      const text = (value: string) => builder.strings.intern(value);
      const leaf = places.reduce((under, [name, file, line, kind]) => {
        const frame = { name: text(name), file: text(file), line: 1, column: 1, kind };
        return stacks.stack(under, stacks.frame(frame), line);
      }, -1);
      const profile = builder.build(exampleMeta(10), {
        ...emptySampleParts(),
        stacks: stacks.stacks(),
        frames: stacks.frames(),
        sliceStacks: { length: 1, slice: Uint32Array.of(0), stack: Uint32Array.of(leaf) }
      });
      return eventsOf(profile)[0].stack;
    }

    const cell: Place = ['', 'Cell [5]', 7, FrameKind.user];
    const train: Place = ['train', 'src/model.ts', 12, FrameKind.user];
    const library: Place = ['matMul_', 'node_modules/tf.js', 3, FrameKind.library];
    const native: Place = ['sort', '', 0, FrameKind.native];

    it('are innermost first, with the lines at which functions called on', () => {
      expect(textsOf([cell, train])).toEqual(['src/model.ts:12 train', 'Cell [5]:7 (anonymous)']);
    });

    it('leave out what libraries do between and inside functions of the user', () => {
      expect(textsOf([cell, native, library, train, library, native])).toEqual([
        'src/model.ts:12 train',
        'Cell [5]:7 (anonymous)'
      ]);
    });

    it('are whole without a function of the user', () => {
      expect(textsOf([library, native])).toEqual(['sort', 'node_modules/tf.js:3 matMul_']);
    });

    it('are empty for slices without one', () => {
      const { builder } = new Drawing();
      const track = builder.addTrack({ name: 'main', kind: 'thread' });
      builder.addSlice({ name: 'plain', category: 'operator', start: 0, duration: 1, track });
      expect(eventsOf(builder.build(exampleMeta(10)))[0].stack).toEqual([]);
    });
  });

  it('is the list of that profile alone, but not what is filtered from it', () => {
    const events = eventsOf(new Drawing().profile());
    expect(events).toHaveLength(0);
    expect(events.table()).toBe('');
  });
});

describe('EventIds', () => {
  it('hands out each id once, and begins again before 2³²', () => {
    const ids = new EventIds();
    expect([ids.take(3), ids.take(1), ids.take(2)]).toEqual([1, 4, 5]);
    const last = new EventIds(2 ** 32 - 2);
    expect([last.take(2), last.take(1)]).toEqual([2 ** 32 - 2, 1]);
  });
});

describe('memory events', () => {
  const pieces = [
    { scope: '', from: 1000, to: 3000, bytes: 64 },
    { scope: '', from: 2000, to: Infinity, bytes: 8, device: 'gpu/1' }
  ];
  const profile = allocationProfile(pieces, 5000);

  it('are left out unless asked for', () => {
    expect(eventsOf(profile)).toHaveLength(0);
  });

  it('are instants in order of time, negative where memory is given back', () => {
    const events = functionEventsOf(profile, new EventIds(), { memoryEvents: true });
    expect(events.map(event => [event.name, event.cpuInterval.start, event.cpuTime])).toEqual([
      ['[memory]', 1, 0],
      ['[memory]', 2, 0],
      ['[memory]', 3, 0]
    ]);
    expect(events.map(({ cpuMemoryUsage }) => cpuMemoryUsage)).toEqual([64, 0, -64]);
    expect(events.map(({ deviceMemoryUsage }) => deviceMemoryUsage)).toEqual([0, 8, 0]);
    expect(events.map(({ metadata }) => metadata)).toEqual([
      { Addr: -1, 'Device Type': 0, 'Device Id': -1, Bytes: 64 },
      { Addr: -1, 'Device Type': 1, 'Device Id': 1, Bytes: 8 },
      { Addr: -1, 'Device Type': 0, 'Device Id': -1, Bytes: -64 }
    ]);
    expect(new Set(events.map(({ id }) => id)).size).toBe(3);
  });
});

describe('self times of async code', () => {
  const drawing = `
    async |[job                 ]
          |     [part      ]
    main  |  [op]     [late]
  `;
  const profileOf = (running: Readonly<Record<string, number>>) =>
    withRunning(drawing, running, { nsPerColumn: NS_PER_US });
  const selfTimes = (profile: Profile) =>
    Object.fromEntries(
      functionEventsOf(profile, new EventIds()).map(event => [event.name, event.selfCpuTimeTotal])
    );

  it('leave out waiting and what was caused on the thread, as the statistics do', () => {
    const profile = profileOf({ job: 15 * NS_PER_US, part: 8 * NS_PER_US });
    expect(selfTimes(profile)).toEqual({ job: 3, part: 2, op: 4, late: 6 });
    const rows = aggregate(profile).flatMap(section => section.rows);
    const shown = rows.map(({ name, self }) => [name, self / NS_PER_US]);
    expect(Object.fromEntries(shown)).toEqual(selfTimes(profile));
  });

  it('are never negative, and those of averages too', () => {
    const list = functionEventsOf(profileOf({ job: 0, part: 0 }), new EventIds());
    const job = list.keyAverages().find(({ key }) => key === 'job');
    expect([job?.selfCpuTimeTotal, job?.cpuTimeTotal]).toEqual([0, 22]);
    expect(list.selfCpuTimeTotal).toBe(4 + 6);
  });

  it('leave out what was caused also where nobody knows how long it waited', () => {
    expect(selfTimes(profileOf({}))).toMatchObject({ job: 22 - 12 - 4, part: 12 - 6 });
  });
});
