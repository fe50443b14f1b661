import { describe, expect, it } from 'vitest';
import { buildFakeCuda } from '../support/fakeCuda/build';
import { failing, firstRow, runSampling, sinceStart } from '../support/sampling';

describe('Counters of NVML', () => {
  it('come of each GPU, in units without prefixes, on the clock of the recorder', () => {
    const sampled = runSampling('finish(await sample({ counters: 10 }));');
    const { counters, failures, link, metrics } = sampled.batch;
    expect({ failures, link, metrics }).toEqual({ failures: [], link: [], metrics: [] });
    expect(counters.map(({ device }) => device)).toEqual([0, 1]);
    const gibibyte = 2 ** 30;
    expect(firstRow(counters[0])).toEqual([40, 50, gibibyte, 300.5, 55, 1.98e9, 3.201e9]);
    const [, , used, ...others] = firstRow(counters[1]);
    expect(Math.floor(used / gibibyte)).toBe(2);
    expect(others).toEqual([301.5, 56, 1.979e9, 3.2e9]);
    const { time } = counters[0];
    expect(time.length).toBeGreaterThanOrEqual(2);
    expect([...time].sort((a, b) => a - b)).toEqual([...time]);
    expect(sinceStart(sampled, time[0])).toBeGreaterThanOrEqual(0);
    const last = sampled.batch.originNs + BigInt(Math.round(time[time.length - 1]));
    expect(last <= sampled.after + 20_000_000n).toBe(true);
  });

  it('go on while JavaScript is blocked', () => {
    const { batch } = runSampling(`
      const sampler = start({ counters: 5 });
      const until = Date.now() + 100;
      while (Date.now() < until);
      finish({ batch: sampler.drain() });
      sampler.stop();`);
    expect(batch.counters[0].time.length).toBeGreaterThanOrEqual(3);
  });

  it('are drained once each', () => {
    const lengths = runSampling<number[]>(`
      const sampler = start({ counters: 5 });
      const taken = [];
      for (let round = 0; round < 5; round++) {
        await wait(20);
        taken.push(...sampler.drain().counters[0].values[2]);
      }
      sampler.stop();
      finish(taken);`);
    expect(new Set(lengths).size).toBe(lengths.length);
    expect(lengths.length).toBeGreaterThanOrEqual(5);
  });

  it('leave out a quantity that a GPU does not have, and say so with number and name', () => {
    const { batch } = runSampling(
      'finish(await sample({ counters: 10 }));',
      failing('nvmlDeviceGetPowerUsage=3')
    );
    const failure = {
      call: 'nvmlDeviceGetPowerUsage',
      code: 3,
      name: 'NVML_ERROR_NOT_SUPPORTED'
    };
    expect(batch.failures).toEqual(
      [0, 1].map(device => ({ device, quantity: 'power', failure, isFinal: true }))
    );
    const [utilisation, , , power, temperature] = batch.counters[0].values;
    expect([...power].every(Number.isNaN)).toBe(true);
    expect([...utilisation, ...temperature].every(Number.isFinite)).toBe(true);
  });

  it('go on after a reading that failed but once', () => {
    const { batch } = runSampling(
      'finish(await sample({ counters: 5, gpus: [GPUS[0]] }));',
      failing('nvmlDeviceGetTemperature=10@2')
    );
    expect(batch.failures).toMatchObject([{ quantity: 'temperature', isFinal: false }]);
    const temperatures = [...batch.counters[0].values[4]];
    expect(temperatures.filter(Number.isNaN)).toHaveLength(1);
    expect(temperatures.length).toBeGreaterThan(2);
  });

  it.each([
    ['NVML does not start', 'nvml=9', 'nvmlInit', 9, 'NVML_ERROR_DRIVER_NOT_LOADED'],
    [
      'NVML does not know a GPU',
      'nvmlDeviceGetHandleByPciBusId_v2=15',
      'nvmlDeviceGetHandleByPciBusId',
      15,
      'NVML_ERROR_GPU_IS_LOST'
    ]
  ])('are missing where %s', (_, errors, call, code, name) => {
    const { batch } = runSampling(
      'finish(await sample({ counters: 10, link: 50 }));',
      failing(errors)
    );
    const expected = { quantity: null, failure: { call, code, name }, isFinal: true };
    expect(batch.failures).toContainEqual({ device: 1, ...expected });
    expect([...batch.counters, ...batch.link]).toEqual([]);
  });

  it('are missing where there is no NVML', () => {
    const folder = buildFakeCuda(['libcuda.so.1', 'libcupti.so.13']).folder;
    const { batch } = runSampling('finish(await sample({ counters: 10 }));', { folder });
    expect(batch.failures[0]).toMatchObject({ quantity: null, failure: { call: 'dlopen' } });
  });

  it('of the link take their time on a thread of their own', () => {
    const { batch } = runSampling('finish(await sample({ counters: 5, link: 10 }, 150));');
    expect(firstRow(batch.link[0])).toEqual([1e6, 2e6]);
    expect(batch.link[1].values.map(([value]) => value)).toEqual([1.001e6, 2.001e6]);
    expect(batch.link[0].time.length).toBeLessThan(4);
    expect(batch.counters[0].time.length).toBeGreaterThan(2 * batch.link[0].time.length);
  });
});
