import { describe, expect, it } from 'vitest';
import { profileSteps } from '../../../../../src/analysis/statistics/profileSteps';
import { stepTraceTimes } from '../../../../../src/analysis/statistics/stepTraceTime';
import type { CounterSeries, CounterUnit, Profile } from '../../../../../src/model/profile/profile';
import { ProfileBuilder } from '../../../../../src/model/build/profileBuilder';
import { kernelDetailsCsv } from '../../../../../src/compat/mindspore/report/kernelDetails';
import { memoryRecordCsv } from '../../../../../src/compat/mindspore/report/memoryRecord';
import { operatorDetailsCsv } from '../../../../../src/compat/mindspore/report/operatorDetails';
import { operatorRuns } from '../../../../../src/compat/mindspore/report/operatorRuns';
import { stepTraceCsv } from '../../../../../src/compat/mindspore/outputTree/analyseDirectory';
import { drawGpuProfile } from '../../../../support/drawGpuProfile';
import { drawProfile, sampleMeta } from '../../../../support/drawProfile';
import { GPU_STEPS, gpuProfile } from '../../../../support/gpuProfile';

const linesOf = (bytes: Uint8Array): string[] =>
  new TextDecoder().decode(bytes).trimEnd().split('\n');

const operatorLines = (profile: Profile): string[] =>
  linesOf(operatorDetailsCsv(operatorRuns(profile, profileSteps(profile))));

describe('operatorDetailsCsv', () => {
  it('has a line for each run, with the step, the thread and the time without inner operators', () => {
    const profile = drawProfile(
      `
      main   |[ProfilerStep#5                 ]
             | [operator/outer           ] [operator/b]
             |   [operator/inner]
      lane 1 |                        [operator/run]`,
      { nsPerColumn: 1000 }
    );
    expect(operatorLines(profile)).toEqual([
      'Name,Input Shapes,Call Stack,Host Self Duration(us),Host Total Duration(us),' +
        'Device Self Duration(us),Device Total Duration(us),Full Name,Step Id,Start Time(us),Thread',
      'outer,,,11.000,27.000,0.000,0.000,outer,5,1700000000000001.000,main',
      'inner,,,16.000,16.000,0.000,0.000,inner,5,1700000000000003.000,main',
      'run,,,14.000,14.000,0.000,0.000,run,5,1700000000000024.000,lane 1',
      'b,,,12.000,12.000,0.000,0.000,b,5,1700000000000029.000,main'
    ]);
  });

  it('has shapes, stacks, and what the operator made a GPU do', () => {
    const [, forward, backward] = operatorLines(gpuProfile());
    expect(forward).toMatch(
      /^matMul,"32,64;64,10",,500\.000,500\.000,210\.000,210\.000,matMul,,\d+\.000,main$/
    );
    expect(backward).toMatch(/^matMul,,,90\.000,90\.000,0\.000,0\.000,/);
  });

  it('gives what an inner operator started to all around it', () => {
    const builder = new ProfileBuilder();
    const main = builder.addTrack({ name: 'main', kind: 'thread' });
    const stream = builder.addTrack({ name: 'stream 7', kind: 'cudaStream', tid: 7 });
    const add = (name: string, category: string, start: number, duration: number, track = main) =>
      builder.addSlice({ name, category, start, duration, track });
    add('outer', 'operator', 0, 100e3);
    add('inner', 'operator', 10e3, 50e3);
    const launch = add('cudaLaunchKernel', 'cuda_runtime', 20e3, 5e3);
    const kernel = add('gemm', 'kernel', 200e3, 40e3, stream);
    builder.addFlow('ac2g', 'ac2g', launch, kernel);
    const [, outer, inner] = operatorLines(builder.build(sampleMeta(300e3)));
    expect(outer).toMatch(/^outer,,,50\.000,100\.000,0\.000,40\.000,/);
    expect(inner).toMatch(/^inner,,,50\.000,50\.000,40\.000,40\.000,/);
  });

  it('writes the stack of an operator innermost first', () => {
    const builder = new ProfileBuilder();
    const track = builder.addTrack({ name: 'main', kind: 'thread' });
    builder.addSlice({ name: 'a', category: 'operator', start: 0, duration: 1000, track });
    const text = (value: string) => builder.strings.intern(value);
    const profile = builder.build(sampleMeta(1000), {
      frames: {
        length: 2,
        name: Uint32Array.of(text('main'), text('step')),
        file: Uint32Array.of(text('a,b.ts'), text('a,b.ts')),
        line: Uint32Array.of(1, 5),
        column: Uint32Array.of(1, 1),
        kind: Uint8Array.of(0, 0)
      },
      stacks: {
        length: 2,
        prefix: Int32Array.of(-1, 0),
        frame: Uint32Array.of(0, 1),
        line: Uint32Array.of(9, 6),
        isAwaited: new Uint8Array(2)
      },
      sliceStacks: { length: 1, slice: Uint32Array.of(0), stack: Uint32Array.of(1) }
    });
    expect(operatorLines(profile)[1]).toMatch(/^a,,"a,b\.ts:6 step;a,b\.ts:9 main",1\.000,/);
  });
});

describe('kernelDetailsCsv', () => {
  it('has the work of all GPUs with what its stream waited before', () => {
    const lines = linesOf(
      kernelDetailsCsv(gpuProfile(), [{ number: 3, slice: 0, start: 0, end: 1e6 }])
    );
    expect(lines[0]).toBe(
      'Step Id,Device_id,Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us),' +
        'Block Dim,Grid Dim,Stream Id'
    );
    expect(lines).toHaveLength(1 + 3 * GPU_STEPS);
    expect(lines[1]).toMatch(/^3,0,sgemm_128x64,kernel,SM,\d+\.000,70\.000,0\.000,,,7$/);
    expect(lines[2]).toMatch(/^3,0,Memcpy HtoD,gpu_memcpy,DMA,\d+\.000,70\.000,30\.000,,,7$/);
    expect(lines.at(-1)).toMatch(/^,0,Memset,gpu_memset,DMA,/);
    expect(lines.some(line => line.startsWith(',1,sgemm'))).toBe(true);
  });

  it('counts the tracks of a stream whose work overlaps as one, and graphs as work of cores', () => {
    const profile = drawGpuProfile(
      `
      gpu 0/7  |[G     ]      [K    ]
      gpu 0/7b |    [H      ]
      gpu 0/8  |                  [K]`,
      { nsPerColumn: 1000 }
    );
    const fields = linesOf(kernelDetailsCsv(profile, [])).map(line => line.split(','));
    expect(fields.slice(1).map(line => [line[2], line[4], line[7], line[10]])).toEqual([
      ['graph 1', 'SM', '0.000', '7'],
      ['Memcpy HtoD (Pinned -> Device)', 'DMA', '0.000', '7'],
      ['gemm', 'SM', '1.000', '7'],
      ['gemm', 'SM', '0.000', '8']
    ]);
  });

  it('ends with the means of metrics over the time of each work, where they were sampled', () => {
    const profile = gpuProfile();
    const { tracks, slices } = profile;
    const metric = (name: string, unit: CounterUnit, values: readonly number[]): CounterSeries => ({
      ...{ name, unit, category: 'GPU metrics', kind: 'sampled' },
      track: tracks.findIndex(each => each.kind === 'device'),
      time: Float64Array.of(0, 1e9),
      value: Float64Array.from(values)
    });
    const counters = [
      metric('tensor pipe', 'percent', [12.5, 0]),
      metric('DRAM read', 'bytesPerSecond', [3.25e12, 0]),
      metric('registers per thread', 'count', [32, 0])
    ];
    expect(slices.length).toBeGreaterThan(0);
    const lines = linesOf(kernelDetailsCsv({ ...profile, counters }, []));
    expect(lines[0]).toMatch(
      /,Stream Id,tensor pipe\(%\),DRAM read\(GB\/s\),registers per thread$/
    );
    const [first, other] = [0, 1].map(gpu => lines.find(line => line.startsWith(`,${gpu},`)));
    expect(first).toMatch(/,7,12\.500,3250\.000,32\.000$/);
    expect(other).toMatch(/,\d+,,,$/);
  });

  it('has its heading alone without a GPU', () => {
    expect(linesOf(kernelDetailsCsv(drawProfile('main |[kernel/a]'), []))).toHaveLength(1);
  });
});

describe('memoryRecordCsv', () => {
  it('has each value of the counters of memory in order of time', () => {
    const builder = new ProfileBuilder();
    const track = builder.addTrack({ name: 'process', kind: 'process' });
    const head = { unit: 'bytes', kind: 'set', track } as const;
    const counter = (name: string, category: string, time: number[], value: number[]) =>
      builder.addCounter({
        ...{ ...head, name, category },
        time: Float64Array.from(time),
        value: Float64Array.from(value)
      });
    counter('Memory: tfjs/wasm', 'Device Storage', [1000, 3000], [4e6, 2.5e6]);
    counter('Memory: gpu/1', 'Device Storage', [2000], [1]);
    counter('pool, one', 'Pool Memory', [4000], [8e6]);
    counter('loss', 'training', [1500], [0.5]);
    const text = (value: string) => Uint32Array.of(builder.strings.intern(value));
    const profile = builder.build(sampleMeta(5000), {
      allocations: {
        ...{ length: 1, time: Float64Array.of(500), lifetime: Float64Array.of(2000) },
        ...{ isHeld: Uint8Array.of(0), bytes: Float64Array.of(3e6) },
        ...{ address: Float64Array.of(-1), name: text('a'), scope: text('<unk>:') },
        device: text('tfjs/wasm')
      }
    });
    expect(linesOf(memoryRecordCsv(profile))).toEqual([
      'Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Total Active(MB),Stream Ptr,' +
        'Device Type',
      'tfjs/wasm,1700000000000001.000,4.000000,,3.000000,,CPU',
      'gpu/1,1700000000000002.000,0.000001,,,,GPU:1',
      'tfjs/wasm,1700000000000003.000,2.500000,,0.000000,,CPU',
      '"pool, one",1700000000000004.000,,8.000000,,,CPU'
    ]);
  });
});

describe('stepTraceCsv', () => {
  it('has the columns of MindSpore and ours behind them', () => {
    const profile = drawProfile(
      `
      main |[ProfilerStep#2     ]
           | [operator/a]`,
      { nsPerColumn: 1500 }
    );
    expect(linesOf(stepTraceCsv(stepTraceTimes(profile)))).toEqual([
      'Device_id,Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,' +
        'Bubble,Communication(Not Overlapped and Exclude Receive),Preparing,Waiting For Data,' +
        'Waiting For GPU',
      'CPU,2,18.000,0.000,0.000,0.000,13.500,31.500,0.000,0.000,1.500,0.000,0.000'
    ]);
    expect(linesOf(stepTraceCsv([]))).toHaveLength(1);
  });
});
