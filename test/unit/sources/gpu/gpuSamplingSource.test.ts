import { describe, expect, it } from 'vitest';
import type { CounterSeries, Track } from '../../../../src/model/profile/profile';
import type { GpuDevice } from '../../../../src/native/gpuAddon';
import type {
  GpuSampleBatch,
  GpuSamplingAddon,
  GpuSamplingOptions,
  MetricColumns,
  MetricsOfGpu,
  SampleColumns
} from '../../../../src/native/gpuSampling';
import { Pauses } from '../../../../src/record/logs/pauses';
import { DeviceTracks } from '../../../../src/sources/gpu/records/deviceTracks';
import {
  GpuSamplingSource,
  type SampledQuantities,
  isSampled
} from '../../../../src/sources/gpu/gpuSamplingSource';
import { contributionContext } from '../../../support/contributionContext';

const gpu = (device: number) =>
  ({ device, name: 'NVIDIA H200', pciBusId: `0000:6${device}:00.0`, uuid: '' }) as GpuDevice;

/** Origin of the profile, and of the sampler that begins 100 ns before. */
const [ORIGIN, SAMPLER] = [5000n, 4900n];

function rows(device: number, times: readonly number[], ...values: readonly number[][]) {
  return {
    ...{ device, dropped: 0, time: Float64Array.from(times) },
    values: values.map(column => Float64Array.from(column))
  } satisfies SampleColumns;
}

function metricRows(columns: SampleColumns, more: Partial<MetricColumns> = {}): MetricColumns {
  const state = { clock: 'cupti', overflows: 0, failure: null } as const;
  return { ...columns, end: columns.time, ...state, ...more };
}

const EMPTY: GpuSampleBatch = {
  ...{ originNs: SAMPLER, counters: [], link: [], metrics: [], failures: [] }
};

/** A sampler that gives one batch at each drain, and what it was asked for. */
function fakeAddon(batches: readonly Partial<GpuSampleBatch>[], metrics: MetricsOfGpu[] = []) {
  const calls: string[] = [];
  const asked: GpuSamplingOptions[] = [];
  const waiting = batches.map(batch => ({ ...EMPTY, ...batch }));
  const addon: GpuSamplingAddon = {
    start(options) {
      asked.push(options);
      return {
        metrics,
        drain: () => (calls.push('drain'), waiting.shift() ?? EMPTY),
        stop: () => void calls.push('stop')
      };
    }
  };
  return { addon, calls, asked };
}

const ALL: SampledQuantities = { counters: true, pcie: true, metrics: ['HbmDdr'] };

interface Setup {
  readonly batches?: readonly Partial<GpuSampleBatch>[];
  readonly metrics?: MetricsOfGpu[];
  readonly recording?: SampledQuantities;
  readonly pauses?: Pauses;
}

function recorded({ batches = [], metrics = [], recording = ALL, pauses = new Pauses() }: Setup) {
  const fake = fakeAddon(batches, metrics);
  const parts = { addon: fake.addon, gpus: [gpu(0), gpu(1)], recording, pauses, clock: () => 0n };
  const source = new GpuSamplingSource({ ...parts, tracks: new DeviceTracks() });
  source.start();
  source.endWindow();
  source.stopNow();
  const tracks: Track[] = [];
  const addTrack = (track: Track) => tracks.push(track) - 1;
  const context = contributionContext({ originNs: ORIGIN, endNs: ORIGIN + 1000n, addTrack });
  return { ...fake, ...source.contribute(context), tracks };
}

const shown = ({ name, time, value, unit, track }: CounterSeries) =>
  `${name} ${unit} @${track}: ${[...time].map((at, row) => `${at}=${value[row]}`).join(' ')}`;

const ofAllMetrics = (device: number): MetricsOfGpu => ({
  ...{ device, chip: 'GH100', failure: null, refused: [] },
  sampled: [0, 1, 2, 3].map(column => ({ column, metric: `m${column}` }))
});

describe('What is sampled of GPUs', () => {
  it('is asked for as the recording wants it', () => {
    const [asked] = recorded({}).asked;
    expect(asked).toMatchObject({ counterIntervalMs: 50, linkIntervalMs: 100 });
    expect(asked.gpus.map(({ pciBusId }) => pciBusId)).toEqual(['0000:60:00.0', '0000:61:00.0']);
    expect(asked.metrics?.columns[0]).toEqual(['dram__bytes_read.sum.per_second']);
    const none = recorded({ recording: { counters: false, pcie: false, metrics: [] } }).asked[0];
    expect(none).toMatchObject({ counterIntervalMs: 0, linkIntervalMs: 0, metrics: null });
  });

  it('becomes counters on the track of its GPU, which is added once', () => {
    const values = [1, 2, 3, 4, 5, 6, 7].map(value => [value, value * 10]);
    const {
      counters = [],
      report,
      tracks
    } = recorded({
      metrics: [ofAllMetrics(1)],
      batches: [
        {
          counters: [rows(0, [200, 300], ...values)],
          link: [rows(0, [400], [8], [9])],
          metrics: [metricRows(rows(1, [500], [10], [11], [12], [13]))]
        }
      ]
    });
    const [first, second] = [counters[0].track, counters.at(-1)!.track];
    expect(counters.map(shown)).toEqual([
      `GPU utilisation percent @${first}: 100=1 200=10`,
      `GPU memory utilisation percent @${first}: 100=2 200=20`,
      `GPU memory in use bytes @${first}: 100=3 200=30`,
      `GPU power watts @${first}: 100=4 200=40`,
      `GPU temperature celsius @${first}: 100=5 200=50`,
      `SM clock hertz @${first}: 100=6 200=60`,
      `GPU memory clock hertz @${first}: 100=7 200=70`,
      `PCIe sent bytesPerSecond @${first}: 300=8`,
      `PCIe received bytesPerSecond @${first}: 300=9`,
      `DRAM read bytesPerSecond @${second}: 400=10`,
      `DRAM written bytesPerSecond @${second}: 400=11`,
      `DRAM read throughput percent @${second}: 400=12`,
      `DRAM write throughput percent @${second}: 400=13`
    ]);
    expect(new Set(counters.map(({ category }) => category))).toEqual(
      new Set(['GPU', 'GPU metrics'])
    );
    expect(report).toEqual({ source: 'gpuCounters', status: 'ok', message: '', records: 20 });
    expect(tracks.map(({ name, kind, tid }) => `${name} ${kind} ${tid}`)).toEqual([
      'GPU 0 (NVIDIA H200) device 0',
      'GPU 1 (NVIDIA H200) device 1'
    ]);
  });

  it('is cut to the window, which begins with the last value from before', () => {
    const times = [0, 50, 90, 600, 1100, 1101];
    const power = [1, 2, 3, 4, 5, 6];
    const none = power.map(() => NaN);
    const columns = [none, none, none, power, none, none, none];
    const { counters = [] } = recorded({ batches: [{ counters: [rows(0, times, ...columns)] }] });
    expect(counters.map(shown)).toEqual([
      expect.stringMatching(/^GPU power watts @\d+: 0=3 500=4 1000=5$/)
    ]);
  });

  it('has no samples of the time while recording was held', () => {
    const pauses = new Pauses();
    pauses.begin(ORIGIN + 150n);
    pauses.end(ORIGIN + 250n);
    const seven = Array<number[]>(7).fill([1, 2, 3]);
    const batches = [{ counters: [rows(0, [200, 300, 400], ...seven)] }];
    const { counters = [] } = recorded({ batches, pauses });
    expect(counters).toHaveLength(7);
    for (const { time, value } of counters) {
      expect([...time]).toEqual([100, 300]);
      expect(value[1] / value[0]).toBe(3);
    }
  });

  it('is drained to the end once the sampling was stopped', () => {
    const { calls } = recorded({});
    expect(calls.at(-1)).toBe('drain');
    expect(calls).toContain('stop');
  });

  it('may be looked at while it goes on', () => {
    const utilisation = [rows(0, [200], ...Array<number[]>(7).fill([1]))];
    const { addon } = fakeAddon([{ counters: utilisation }, { counters: utilisation }]);
    const parts = {
      addon,
      gpus: [gpu(0)],
      recording: ALL,
      pauses: new Pauses(),
      tracks: new DeviceTracks()
    };
    const source = new GpuSamplingSource(parts);
    source.start();
    const lengths = [1, 2].map(() => {
      const context = contributionContext({ originNs: ORIGIN, endNs: ORIGIN + 1000n });
      return source.contributeSoFar(context).counters?.[0].time.length;
    });
    source.stopNow();
    expect(lengths).toEqual([1, 2]);
  });

  it.each([
    [{ counters: false, pcie: false, metrics: [] }, false],
    [{ counters: true, pcie: false, metrics: [] }, true],
    [{ counters: false, pcie: true, metrics: [] }, true],
    [{ counters: false, pcie: false, metrics: ['Memory'] }, true]
  ] as const)('is asked of a recording: %j', (recording, expected) => {
    expect(isSampled(recording)).toBe(expected);
  });
});

describe('What is not sampled of GPUs', () => {
  const privileges = {
    ...{ call: 'cuptiPmSamplingEnable', code: 35 },
    name: 'CUPTI_ERROR_INSUFFICIENT_PRIVILEGES'
  };
  const values = Array<number[]>(7).fill([1]);
  const some = { counters: [rows(0, [200], ...values)] };

  it('is told with number and name, beside what is', () => {
    const power = { call: 'nvmlDeviceGetPowerUsage', code: 3, name: 'NVML_ERROR_NOT_SUPPORTED' };
    const { report } = recorded({
      metrics: [{ ...ofAllMetrics(1), failure: privileges, sampled: [] }],
      batches: [
        {
          ...some,
          failures: [
            { device: 0, quantity: 'power', failure: power, isFinal: true },
            { device: 0, quantity: 'smClock', failure: { ...power, code: 10 }, isFinal: false }
          ]
        }
      ]
    });
    expect(report).toMatchObject({ status: 'partial', records: 7 });
    expect(report.message).toContain(
      'GPU power of GPU 0 is not recorded (nvmlDeviceGetPowerUsage: NVML_ERROR_NOT_SUPPORTED (3))'
    );
    expect(report.message).toContain('some values of SM clock of GPU 0 are missing');
    expect(report.message).toContain(
      'metrics of GPU 1 are not recorded (cuptiPmSamplingEnable: ' +
        'CUPTI_ERROR_INSUFFICIENT_PRIVILEGES (35): only administrators may read counters'
    );
  });

  it('makes the source unavailable where nothing is', () => {
    const failure = { call: 'nvmlInit', code: 9, name: 'NVML_ERROR_DRIVER_NOT_LOADED' };
    const { report } = recorded({
      batches: [{ failures: [{ device: 0, quantity: null, failure, isFinal: true }] }]
    });
    expect(report.status).toBe('unavailable');
    expect(report.message).toBe(
      'Counters of GPU 0 are missing (nvmlInit: NVML_ERROR_DRIVER_NOT_LOADED (9)).'
    );
  });

  it('of metrics is told by their names, those that do not fit apart', () => {
    const failure = { call: 'cuptiProfilerHostConfigAddMetrics', code: 17, name: '' };
    const refused = [
      { column: 1, failure },
      { column: 3, failure: null }
    ];
    const metrics = [{ ...ofAllMetrics(0), sampled: [{ column: 0, metric: 'm' }], refused }];
    const { report } = recorded({ metrics, batches: [some] });
    expect(report.message).toBe(
      'GPU 0 (GH100) does not have: DRAM written; ' +
        'GPU 0 (GH100) cannot sample together with the others: DRAM write throughput.'
    );
  });

  it('for reasons that come up meanwhile is told as well', () => {
    const metrics = metricRows(rows(0, [500], [1], [1], [1], [1]), {
      ...{ clock: 'arrival', overflows: 2, dropped: 3 },
      failure: { call: 'cuptiPmSamplingDecodeData', code: 999, name: 'CUPTI_ERROR_UNKNOWN' }
    });
    const { report } = recorded({ metrics: [ofAllMetrics(0)], batches: [{ metrics: [metrics] }] });
    expect(report.status).toBe('partial');
    for (const text of [
      'ended early (cuptiPmSamplingDecodeData: CUPTI_ERROR_UNKNOWN (999))',
      'have 2 gaps',
      'are from their arrival',
      '3 rows of samples did not fit'
    ]) {
      expect(report.message).toContain(text);
    }
  });

  it('because the sampler did not start leaves the rest of the recording alone', () => {
    const addon: GpuSamplingAddon = {
      start() {
        throw new Error('Resource temporarily unavailable');
      }
    };
    const parts = {
      addon,
      gpus: [gpu(0)],
      recording: ALL,
      pauses: new Pauses(),
      tracks: new DeviceTracks()
    };
    const source = new GpuSamplingSource(parts);
    source.start();
    source.stopNow();
    const { report } = source.contribute(contributionContext());
    expect(report).toMatchObject({ status: 'failed', records: 0 });
    expect(report.message).toContain('Resource temporarily unavailable');
  });
});
