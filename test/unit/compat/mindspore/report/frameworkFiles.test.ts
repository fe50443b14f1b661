import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { profileSteps } from '../../../../../src/analysis/statistics/profileSteps';
import type { Profile } from '../../../../../src/model/profile/profile';
import { ProfileBuilder } from '../../../../../src/model/build/profileBuilder';
import {
  cpuFrameworkText,
  cpuOpDetailCsv,
  cpuOpTimestampText,
  cpuOpTypeCsv,
  putStreamMs,
  streamMs,
  streamNumber
} from '../../../../../src/compat/mindspore/report/frameworkFiles';
import {
  type OperatorRuns,
  operatorRuns
} from '../../../../../src/compat/mindspore/report/operatorRuns';
import { drawProfile, sampleMeta } from '../../../../support/drawProfile';
import { textField, TextBytes } from '../../../../../src/compat/mindspore/report/textBytes';
import { WallClock } from '../../../../../src/compat/mindspore/report/wallClock';

const GOLDEN = path.join(__dirname, '../../../../golden/mindspore_output_tree/FRAMEWORK');

const golden = (name: string): string => readFileSync(path.join(GOLDEN, name), 'utf8');

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** Start and duration of each run in the recorded files, nanoseconds from the first. */
const MAT_MUL = [
  [0, 8_805_450],
  [9_583_291, 22_834],
  [10_730_613, 17_827]
] as const;
const BIAS_ADD = [
  [9_132_488, 97_776],
  [10_268_453, 6470],
  [11_229_157, 11_437]
] as const;

/** The run that MindSpore's files were recorded from; its third operator input is no tensor. */
function goldenProfile(): Profile {
  const builder = new ProfileBuilder();
  const track = builder.addTrack({ name: 'main', kind: 'thread', pid: 21137, tid: 1553935767 });
  const category = 'operator';
  const place = { category, track };
  for (const [at, [start, duration]] of MAT_MUL.entries()) {
    builder.addSlice({ ...place, name: 'MatMul', start, duration });
    const [biasStart, biasDuration] = BIAS_ADD[at];
    builder.addSlice({
      ...{ ...place, name: 'BiasAdd', start: biasStart, duration: biasDuration },
      args: { inputShapes: '[[2,2],[2],[]]' }
    });
  }
  const meta = { ...sampleMeta(12e6), startedAtMs: 1_795_206_963_537.746_497 };
  return builder.build(meta, { allocations: allocationsOfBias(builder) });
}

/** What tells the scope of `BiasAdd`: the memory that it asked for. */
function allocationsOfBias({ strings }: ProfileBuilder): Profile['allocations'] {
  const length = BIAS_ADD.length;
  const all = (text: string) => new Uint32Array(length).fill(strings.intern(text));
  return {
    length,
    time: Float64Array.from(BIAS_ADD, ([start, duration]) => start + duration - 1),
    lifetime: new Float64Array(length),
    isHeld: new Uint8Array(length),
    bytes: new Float64Array(length).fill(16),
    address: new Float64Array(length).fill(-1),
    name: all('BiasAdd'),
    scope: all('fc:'),
    device: all('tfjs/wasm')
  };
}

const runsOf = (profile: Profile): OperatorRuns => operatorRuns(profile, profileSteps(profile));

/** Text of a recorded file with the scope of our operator, which is a layer as well. */
const inLayer = (text: string): string => text.replaceAll('Default/BiasAdd', 'Default/fc/BiasAdd');

describe('the files of FRAMEWORK', () => {
  it('list operators as MindSpore does, to the byte', () => {
    const runs = runsOf(goldenProfile());
    expect(textOf(cpuOpDetailCsv(runs))).toBe(inLayer(golden('cpu_op_detail_info_0.csv')));
  });

  it('list kinds of operators as MindSpore does; without steps all is one', () => {
    const recorded = golden('cpu_op_type_info_0.csv').replaceAll(',3,1,', ',3,3,');
    expect(textOf(cpuOpTypeCsv(runsOf(goldenProfile())))).toBe(recorded);
  });

  it('give times since the epoch and durations as MindSpore does', () => {
    const text = textOf(cpuOpTimestampText(runsOf(goldenProfile())));
    const recorded = inLayer(golden('cpu_op_execute_timestamp_0.txt'));
    const times = /\d{19}/g;
    expect(text.replace(times, 'T')).toBe(recorded.replace(times, 'T'));
    const [ours, theirs] = [text, recorded].map(file => (file.match(times) ?? []).map(BigInt));
    const shifts = ours.map((time, at) => Number(time - theirs[at]));
    for (const shift of shifts) expect(Math.abs(shift)).toBeLessThan(1000);
  });

  it('list runs with the shapes of their inputs, and name all operators', () => {
    const recorded = golden('cpu_framework_0.txt').replaceAll(/^;;/gm, 'MatMul;MatMul;');
    expect(textOf(cpuFrameworkText(runsOf(goldenProfile())))).toBe(recorded);
  });

  it('count runs by step', () => {
    const runs = runsOf(
      drawProfile(`
        main |[ProfilerStep#0        ][ProfilerStep#1]
             | [operator/a][operator/a][operator/a]`)
    );
    expect(textOf(cpuOpTypeCsv(runs)).split('\n')[1]).toBe('a,3,1.5,3.6e-05,1.2e-05,1');
  });

  it('have their headings alone where there is no operator', () => {
    const runs = runsOf(drawProfile('main |[range]'));
    expect(textOf(cpuOpDetailCsv(runs))).toBe(
      `${golden('cpu_op_detail_info_0.csv').split('\n')[0]}\n`
    );
    expect(textOf(cpuOpTypeCsv(runs))).toBe(`${golden('cpu_op_type_info_0.csv').split('\n')[0]}\n`);
    expect(textOf(cpuFrameworkText(runs))).toBe('');
    expect(textOf(cpuOpTimestampText(runs))).toBe('');
  });

  it('count lanes of asynchronous operators as the thread they belong to', () => {
    const builder = new ProfileBuilder();
    const thread = { kind: 'thread', pid: 1, tid: 7 } as const;
    const main = builder.addTrack({ name: 'main', ...thread });
    const other = builder.addTrack({ name: 'other', ...thread, tid: 8 });
    const lane = { kind: 'asyncLane', pid: 1 } as const;
    const within = builder.addTrack({ name: 'lane', ...lane, tid: 8, parent: other });
    const beside = builder.addTrack({ name: 'beside', ...lane, tid: 8 });
    const ofProcess = builder.addTrack({ name: 'own', ...lane, tid: 2 });
    const tracks = [main, other, within, beside, ofProcess];
    for (const [start, track] of tracks.entries()) {
      builder.addSlice({ name: 'op', category: 'operator', start, duration: 1e6, track });
    }
    const runs = runsOf(builder.build(sampleMeta(5e6)));
    const text = textOf(cpuOpTimestampText(runs));
    expect(text.match(/,\d+(?= )/g)).toEqual([',0', ',1', ',1', ',1', ',0']);
    expect(textOf(cpuFrameworkText(runs)).match(/\d+(?=;\n)/g)).toEqual(['7', '8', '8', '8', '7']);
  });

  it('keep one field a name, whatever it holds', () => {
    const builder = new ProfileBuilder();
    const track = builder.addTrack({ name: 'main', kind: 'thread', pid: 1, tid: 2 });
    const name = 'a;b\n"c",=1';
    builder.addSlice({ name, category: 'operator', start: 0, duration: 5e6, track });
    const runs = runsOf(builder.build(sampleMeta(5e6)));
    expect(textOf(cpuFrameworkText(runs))).toBe('a_b_"c",=1;a_b_"c",=1;2;\n');
    expect(textOf(cpuOpTimestampText(runs))).toMatch(/^a_b_"c",=1;HostCpuOps;\d{19},5,0 \n$/);
    expect(textOf(cpuOpTypeCsv(runs)).split('\n').slice(1).join('\n')).toBe(
      '"a;b\n""c"",=1",1,1,5,5,1\n'
    );
  });
});

const written = (write: (output: TextBytes) => void): string => {
  const output = new TextBytes(1);
  write(output);
  return new TextDecoder().decode(output.toBytes());
};

describe('streamNumber', () => {
  it.each([
    [0, '0'],
    [8.846111, '8.84611'],
    [0.0129084567, '0.0129085'],
    [2948.703, '2948.7'],
    [999999.5, '1e+06'],
    [1234567, '1.23457e+06'],
    [0.0001, '0.0001'],
    [0.00002, '2e-05'],
    [123456.5, '123456'],
    [-3.25, '-3.25'],
    [1e100, '1e+100'],
    [Infinity, 'inf'],
    [NaN, 'nan']
  ])('writes %f as C++ streams do', (value, text) => {
    expect(streamNumber(value)).toBe(text);
  });
});

describe('putStreamMs', () => {
  it('writes what streamMs gives, for any number of nanoseconds', () => {
    const ns = fc.oneof(fc.integer({ min: 0, max: 2e6 }), fc.integer({ min: 0, max: 2 ** 50 }));
    fc.assert(
      fc.property(ns, value => {
        expect(written(output => putStreamMs(output, value))).toBe(streamMs(value));
      })
    );
    expect(written(output => putStreamMs(output, 1500.25))).toBe(streamMs(1500.25));
  });
});

describe('TextBytes', () => {
  it('writes numbers as text has them', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(2 ** 52), max: 2 ** 52 }), value => {
        expect(written(output => output.whole(value))).toBe(String(value));
        const us = BigInt(Math.abs(value));
        const sign = value < 0 ? '-' : '';
        const text = `${sign}${us / 1000n}.${String(us % 1000n).padStart(3, '0')}`;
        expect(written(output => output.us(value))).toBe(text);
      })
    );
    expect(written(output => output.nine(42))).toBe('000000042');
    expect(written(output => output.sixAndFraction(42, 7))).toBe('000042.007');
    expect([1, 10, 123400].map(value => written(output => output.decimals(value)))).toEqual([
      '000001',
      '00001',
      '1234'
    ]);
  });

  it('grows with what is written', () => {
    const whole = written(output => {
      for (let at = 0; at < 100; at++) output.put(textField(`${at},`));
      output.raw('é€');
    });
    expect(whole).toBe(`${Array.from({ length: 100 }, (_, at) => `${at},`).join('')}é€`);
  });
});

describe('WallClock', () => {
  it('tells each nanosecond since the epoch', () => {
    const clock = new WallClock(1_795_206_963_537);
    expect(written(output => clock.putNs(output, 746_497))).toBe('1795206963537746497');
    expect(written(output => clock.putUs(output, 746_534))).toBe('1795206963537746.534');
    expect(written(output => clock.putNs(output, 3_600e9 + 1))).toBe('1795210563537000001');
  });

  it('begins with the epoch where a profile claims an impossible time', () => {
    for (const startedAtMs of [NaN, -5, Infinity]) {
      const clock = new WallClock(startedAtMs);
      expect(written(output => clock.putNs(output, 7))).toBe('0000000007');
    }
  });
});
