import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { SAMPLED } from '../support/sampledTests';
import { sampleOf } from '../support/tiers';
import type { MetricColumns, MetricsOfGpu } from '../../src/native/gpuSampling';
import type { GpuMetricGroup } from '../../src/sources/gpu/records/gpuRecording';
import { METRIC_GROUPS } from '../../src/sources/gpu/metricColumns';
import { buildFakeCuda } from '../support/fakeCuda/build';
import { columnTexts, failing, runSampling, sinceStart } from '../support/sampling';

/** How many samples, each of 1 ms, may lie between a call that starts or stops sampling and what it does. */
const EDGE = 20;

describe('Metrics of the hardware', () => {
  it.each(sampleOf(Object.keys(METRIC_GROUPS) as GpuMetricGroup[], 3))(
    'of %s yield their columns',
    group => {
      const { metrics, batch } = runSampling(
        `finish(await sample({ columns: ${columnTexts(group)}, gpus: [GPUS[1]] }));`
      );
      const columns = METRIC_GROUPS[group];
      const taken = columns.map((column, place) => ({ column: place, metric: column.metrics[0] }));
      expect(metrics).toEqual([
        { device: 1, chip: 'GH100', failure: null, sampled: taken, refused: [] }
      ]);
      const [{ values, failure, dropped, overflows }] = batch.metrics;
      expect({ failure, dropped, overflows }).toEqual({ failure: null, dropped: 0, overflows: 0 });
      expect(values).toHaveLength(columns.length);
      for (const [place, { unit }] of columns.entries()) {
        const scale = unit === 'bytesPerSecond' ? 1e9 : 1;
        const read = [...values[place].subarray(0, 4)].map(value => value / scale);
        expect(read.map(value => value - read[0])).toEqual([0, 0.25, 0.5, 0.75]);
      }
    }
  );

  it.each(['monotonic', 'cupti', 'realtime', 'other'])(
    'are on the clock of the recorder where the hardware has that of %s',
    clock => {
      const sampled = runSampling(
        `finish(await sample({ columns: ${columnTexts('Memory')} }, 100));`,
        {
          env: { FAKE_GPU_SAMPLE_CLOCK: clock }
        }
      );
      const [{ time, end, clock: found }] = sampled.batch.metrics;
      const expected = { monotonic: 'monotonic', other: 'arrival' }[clock] ?? 'cupti';
      expect(found).toBe(expected);
      expect(time.length).toBeGreaterThanOrEqual(95);
      const lastMs = sinceStart(sampled, end[end.length - 1]);
      const lengthMs = Number(sampled.after - sampled.before) / 1e6;
      expect(sinceStart(sampled, time[0])).toBeGreaterThan(-1);
      expect(lastMs).toBeLessThan(lengthMs + 5);
      const gaps = [...time.subarray(1)].map((at, row) => Math.abs(at - end[row]));
      expect(Math.max(...gaps)).toBeLessThan(clock === 'other' ? 5e6 : 1e5);
    }
  );

  it('are complete at the end, however short the recording is', () => {
    const { batch } = runSampling(
      `finish(await sample({ columns: ${columnTexts('Memory')}, intervalUs: 100 }, 3));`
    );
    expect(batch.metrics[0].time.length).toBeGreaterThanOrEqual(25);
  });

  it('are counted by cycles on a chip that cannot count by time', () => {
    const { metrics, batch } = runSampling(
      `finish(await sample({ columns: ${columnTexts('L2Cache')} }));`,
      {
        env: { FAKE_GPU_CHIP: 'GA100' }
      }
    );
    expect(metrics[0].chip).toBe('GA100');
    expect(metrics[0].refused).toEqual([{ column: 1, failure: null }]);
    expect(batch.metrics[0].values).toHaveLength(4);
    expect(batch.metrics[0].time.length).toBeGreaterThan(20);
  });

  it('that a chip does not have are left out one by one, with what CUPTI said', () => {
    const { metrics } = runSampling(
      `finish(await sample({ columns: ${columnTexts('ArithmeticUtilization')} }, 5));`,
      { env: { FAKE_GPU_CHIP: 'GA100' } }
    );
    const failure = {
      call: 'cuptiProfilerHostConfigAddMetrics',
      code: 17,
      name: 'CUPTI_ERROR_INVALID_METRIC_NAME'
    };
    expect(metrics[0].refused).toEqual([1, 2].map(column => ({ column, failure })));
    expect(metrics[0].sampled.map(({ column }) => column)).toEqual([0, 3, 4, 5]);
  });

  it('that do not fit into one pass are left out, the last ones first', () => {
    const { metrics } = runSampling(
      `finish(await sample({ columns: ${columnTexts('PipeUtilization')} }, 5));`,
      { env: { FAKE_GPU_PASS_METRICS: '3' } }
    );
    expect(metrics[0].sampled.map(({ column }) => column)).toEqual([0, 1, 2]);
    expect(metrics[0].refused.map(({ failure }) => failure)).toEqual(Array(7).fill(null));
  });

  const STEPS = [
    'cuptiProfilerInitialize',
    'cuptiDeviceGetChipName',
    'cuptiProfilerDeviceSupported',
    'cuptiPmSamplingGetCounterAvailability',
    'cuptiProfilerHostInitialize',
    'cuptiPmSamplingEnable',
    'cuptiPmSamplingSetConfig',
    'cuptiPmSamplingGetCounterDataSize',
    'cuptiPmSamplingCounterDataImageInitialize',
    'cuptiPmSamplingStart'
  ];
  it.each(sampleOf(STEPS, 3))(
    'are missing, and nothing else is, where %s is not permitted',
    SAMPLED,
    call => {
      const { metrics, batch } = runSampling(
        `finish(await sample({ counters: 10, columns: ${columnTexts('HbmDdr')} }, 300));`,
        failing(`${call}=35`)
      );
      const failure = { call, code: 35, name: 'CUPTI_ERROR_INSUFFICIENT_PRIVILEGES' };
      expect(metrics).toMatchObject([0, 1].map(device => ({ device, failure, sampled: [] })));
      expect(batch.metrics.map(({ time }) => time.length)).toEqual([0, 0]);
      expect(batch.counters[0].time.length).toBeGreaterThan(1);
    }
  );

  it.each([
    [24, 'the architecture of this GPU'],
    [32, 'a virtual GPU'],
    [36, 'confidential computing']
  ])('are missing where field %i says no, which is %s', (field, reason) => {
    const { metrics } = runSampling(
      `finish(await sample({ columns: ${columnTexts('Memory')} }, 5));`,
      {
        env: { FAKE_GPU_UNSUPPORTED: String(field) }
      }
    );
    const name = `not supported by ${reason}`;
    expect(metrics[0].failure).toEqual({ call: 'cuptiProfilerDeviceSupported', code: 0, name });
  });

  it('say what is missing of a CUPTI that is too old', () => {
    const scratch = mkdtempSync(path.join(tmpdir(), 'kernelscope-old-'));
    const old = path.join(scratch, 'libcupti.so.13');
    writeFileSync(
      path.join(scratch, 'old.c'),
      'int cuptiGetVersion(unsigned *v) { return *v = 0; }'
    );
    execFileSync('gcc', ['-shared', '-fPIC', path.join(scratch, 'old.c'), '-o', old]);
    const { folder } = buildFakeCuda(['libcuda.so.1']);
    symlinkSync(path.join(folder, 'libcuda.so.1'), path.join(scratch, 'libcuda.so.1'));
    const script = `finish(await sample({ columns: ${columnTexts('Memory')} }, 5));`;
    const { metrics } = runSampling(script, { folder: scratch });
    rmSync(scratch, { recursive: true });
    const call = 'cuptiProfilerInitialize';
    const name = 'not in this version of CUPTI';
    expect(metrics[0].failure).toEqual({ call, code: 0, name });
  });

  it('end with what CUPTI said when it fails in between, and keep what came before', () => {
    const { batch } = runSampling(
      `finish(await sample({ columns: ${columnTexts('Memory')}, gpus: [GPUS[0]] }, 1500));`,
      failing('cuptiPmSamplingDecodeData=999@4+')
    );
    const [{ failure, time }] = batch.metrics;
    expect(failure).toMatchObject({ call: 'cuptiPmSamplingDecodeData', code: 999 });
    expect(time.length).toBeGreaterThan(20);
  });

  it('begin anew after the buffer of the hardware was full', () => {
    const { batch } = runSampling(
      `finish(await sample({ columns: ${columnTexts('Memory')}, gpus: [GPUS[0]] }, 120));`,
      failing('cuptiPmSamplingDecodeData=8@3')
    );
    const [{ failure, time, overflows }] = batch.metrics as [MetricColumns];
    expect({ failure, overflows }).toEqual({ failure: null, overflows: 1 });
    const steps = [...time.subarray(1)].map((at, row) => at - time[row]);
    expect(steps.filter(step => step > 5e6)).toHaveLength(1);
    expect(Math.min(...steps)).toBeGreaterThan(0.9e6);
    expect(time.length).toBeGreaterThan(70);
  });

  it('are shared by recordings, of which later ones take what the first one samples', () => {
    const { metrics, rows } = runSampling<{ metrics: MetricsOfGpu[][]; rows: number[][] }>(`
      const ms = (from, to) => Number(to - from) / 1e6;
      const beforeFirst = now();
      const first = start({ columns: ${columnTexts('HbmDdr', 'L2Cache')}, gpus: [GPUS[0]] });
      const afterFirst = now();
      await wait(30);
      const beforeSecond = now();
      const second = start({ columns: ${columnTexts('L2Cache', 'MemoryUB')}, gpus: [GPUS[0]] });
      const afterSecond = now();
      await wait(40);
      const beforeEnd = now();
      first.stop();
      const ofFirst = first.drain().metrics[0];
      const afterEnd = now();
      await wait(30);
      const beforeLast = now();
      second.stop();
      const ofSecond = second.drain().metrics[0];
      const lengths = [
        [ms(afterFirst, beforeEnd), ms(beforeFirst, afterEnd)],
        [ms(afterSecond, beforeLast), ms(beforeSecond, now())]
      ];
      finish({
        metrics: [first.metrics, second.metrics],
        rows: [ofFirst, ofSecond].map(({ time, values }, place) =>
          [time.length, values.length, ...lengths[place]])
      });`);
    expect(metrics[0][0].sampled).toHaveLength(9);
    expect(metrics[1][0].sampled.map(({ column }) => column)).toEqual([0, 1, 2, 3, 4]);
    expect(metrics[1][0].refused.map(({ failure }) => failure)).toEqual(Array(4).fill(null));
    expect(rows.map(([, values]) => values)).toEqual([9, 5]);
    for (const [times, , shortest, longest] of rows) {
      expect(times).toBeGreaterThan(shortest - EDGE);
      expect(times).toBeLessThan(longest + EDGE);
    }
  });

  it('leave activities alone that are recorded meanwhile', () => {
    const { calls, failure } = runSampling<{ calls: number[]; failure: unknown }>(
      `const calls = () => { gpu.status(false); return gpu.drain(true).calls.length; };
      gpu.start({ kinds: ['driver'] });
      await sample({ columns: ${columnTexts('Memory')} }, 5);
      gpu.drain(true);
      const first = calls();
      await sample({ columns: ${columnTexts('HbmDdr')} }, 5);
      gpu.drain(true);
      const second = calls();
      gpu.stop();
      const { metrics } = await sample({ columns: ${columnTexts('Memory')} }, 5);
      finish({ calls: [first, second], failure: metrics[0].failure });`,
      { env: { FAKE_GPU_DISABLE_ENDS: '1' } }
    );
    expect(Math.min(...calls)).toBeGreaterThan(0);
    expect(failure).toBeNull();
  });
});
