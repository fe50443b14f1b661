import { describe, expect, it } from 'vitest';
import type { ActivityBatch } from '../../src/native/gpuActivities';
import type { GpuStart } from '../../src/native/gpuAddon';
import { runWithFake } from '../support/fakeCuda/runWithFake';
import { GPU_SCRIPT } from '../support/gpuScripts';

type Variables = Readonly<Record<string, string>>;

function record(program: string, env: Variables = {}, kinds = 'KINDS'): ActivityBatch {
  const script = `
    const started = gpu.start({ kinds: ${kinds} });
    openDevice();
    ${program}
    const batch = gpu.drain(true);
    gpu.stop();
    finish(batch);`;
  return runWithFake(GPU_SCRIPT + script, { env });
}

/** Names of a column, by the strings of a first batch. */
const names = (batch: ActivityBatch, column: Uint32Array) =>
  [...column].map(number => (number === 0 ? '' : batch.strings[number - 1]));

/** The rows of a batch for which something holds. */
const rowsWhere = (column: ArrayLike<number>, holds: (value: number) => boolean) =>
  [...Array(column.length).keys()].filter(row => holds(column[row]));

// The newest of each layout that is told apart: sizes of records differ in all of them.
const VERSIONS = ['18', '19', '22', '24', '27', '130001', '130500'];

describe('a recording of what GPUs do', () => {
  it.each(VERSIONS)('has every field of kernels as CUPTI of API %s writes them', version => {
    const cuda = version.length === 2 ? '12090' : '13050';
    const batch = record('launch(2);', { FAKE_CUPTI_VERSION: version, FAKE_CUDA_DRIVER: cuda });
    const { kernels } = batch;
    const both = (value: number) => [value, value];
    const columns = Object.entries(kernels).filter(([, column]) => typeof column === 'object');
    const values = Object.fromEntries(
      columns.map(([name, column]) => [name, Array.from(column as Uint32Array)])
    );
    const { start, end, correlation, ...rest } = values;
    expect(kernels.length).toBe(2);
    expect(names(batch, kernels.name)).toEqual(['scale', 'scale']);
    expect([end[0] - start[0], end[1] - start[1]]).toEqual([5000, 5000]);
    expect(correlation[1]).toBeGreaterThan(correlation[0]);
    expect(rest).toEqual({
      device: both(0),
      context: both(1),
      stream: both(7),
      graph: both(0),
      graphNode: [0n, 0n],
      name: expect.any(Array) as number[],
      queued: both(NaN),
      submitted: both(NaN),
      gridX: both(4),
      gridY: both(2),
      gridZ: both(3),
      blockX: both(256),
      blockY: both(1),
      blockZ: both(1),
      clusterX: both(0),
      clusterY: both(0),
      clusterZ: both(0),
      registers: both(24),
      staticShared: both(1024),
      dynamicShared: both(64),
      sharedExecuted: both(8192),
      localPerThread: both(16),
      localTotal: both(6_000_000_000)
    });
    expect(batch.losses).toEqual({
      dropped: 0,
      untimed: 0,
      refusedBuffers: 0,
      truncatedBuffers: 0,
      unknownKinds: []
    });
    expect(batch.failures).toEqual([]);
  });

  it('lies on the clock of the recorder, each kernel behind the call that launched it', () => {
    const script = `
      gpu.start({ kinds: KINDS });
      const before = process.hrtime.bigint();
      openDevice();
      launch(50);
      const batch = gpu.drain(true);
      finish({ before, after: process.hrtime.bigint(), batch });`;
    const { before, after, batch } = runWithFake<{
      before: bigint;
      after: bigint;
      batch: ActivityBatch;
    }>(GPU_SCRIPT + script);
    const { kernels, calls, originNs } = batch;
    const [from, to] = [Number(before - originNs), Number(after - originNs)];
    expect(from).toBeGreaterThan(0);
    for (const start of kernels.start) expect(start).toBeGreaterThan(from);
    for (const end of kernels.end) expect(end).toBeLessThan(to);
    for (let row = 0; row < kernels.length; row++) {
      const [launch] = rowsWhere(calls.correlation, value => value === kernels.correlation[row]);
      expect(names(batch, calls.name)[launch]).toBe('cuLaunchKernel');
      expect(kernels.start[row]).toBeGreaterThan(calls.start[launch]);
    }
  });

  it('brings times over from the clock of CUPTI where that does not take ours', () => {
    const script = `
      const { clock } = gpu.start({ kinds: KINDS });
      const before = process.hrtime.bigint();
      openDevice();
      launch(20);
      const batch = gpu.drain(true);
      finish({ clock, before, after: process.hrtime.bigint(), batch });`;
    const { clock, before, after, batch } = runWithFake<{
      clock: GpuStart['clock'];
      before: bigint;
      after: bigint;
      batch: ActivityBatch;
    }>(GPU_SCRIPT + script, { env: { FAKE_GPU_FAIL: 'timestampCallback=15' } });
    expect(clock).toBe('converted');
    const within = 100_000;
    const [from, to] = [before, after].map(time => Number(time - batch.originNs));
    expect(batch.kernels.length).toBe(20);
    for (const start of batch.kernels.start) expect(start).toBeGreaterThan(from - within);
    for (const end of batch.kernels.end) expect(end).toBeLessThan(to + within);
    expect(batch.kernels.end[0] - batch.kernels.start[0]).toBeCloseTo(5000, -2);
  });

  it('has calls with their names, threads and results', () => {
    const batch = record('try { cuda.allocate(0, 2 ** 50); } catch {}');
    const { calls } = batch;
    const called = names(batch, calls.name);
    expect(called).toContain('cuMemAlloc_v2');
    expect(new Set(calls.thread).size).toBe(1);
    expect(calls.thread[0]).toBe(calls.process[0]);
    expect([...calls.isDriver].every(is => is === 1)).toBe(true);
    const failed = rowsWhere(calls.status, status => status !== 0);
    expect(failed.map(row => called[row])).toEqual(['cuMemAlloc_v2']);
    expect(calls.status[failed[0]]).toBe(2);
  });

  it('leaves out the calls and waits by which it waits for the GPU itself', () => {
    const batch = record('launch(1, "busy");', { FAKE_GPU_KERNEL_NS: '30000000' });
    expect(batch.kernels.length).toBe(1);
    expect(batch.kernels.end[0] - batch.kernels.start[0]).toBe(30_000_000);
    expect(names(batch, batch.calls.name)).not.toContain('cuCtxSynchronize');
    expect(batch.synchronizations.length).toBe(1);
    expect([...batch.ownCalls]).toContain(batch.synchronizations.correlation[0]);
    const waited = record('launch(1); cuda.synchronizeNow(0);');
    expect(names(waited, waited.calls.name)).toContain('cuCtxSynchronize');
    const users = rowsWhere(
      waited.synchronizations.correlation,
      correlation => !waited.ownCalls.includes(correlation)
    );
    expect(users.map(row => waited.synchronizations.type[row])).toEqual([4]);
    expect([...waited.calls.correlation]).toContain(waited.synchronizations.correlation[users[0]]);
  });

  it.each([
    ['calls', '4'],
    ['waits', '38']
  ])('tells its own waits by their calls where the %s come a flush later', (_what, kind) => {
    const script = `
      openDevice();
      gpu.start({ kinds: ['kernel', 'driver', 'synchronization'] });
      launch(1);
      finish([gpu.drain(true), gpu.drain(true), gpu.drain(true)]);`;
    const batches = runWithFake<readonly ActivityBatch[]>(GPU_SCRIPT + script, {
      env: { FAKE_GPU_HELD_KIND: kind }
    });
    const own = batches.map(({ ownCalls }) => new Set(ownCalls));
    const all = new Set(own.flatMap(each => [...each]));
    const waits = batches.flatMap(({ synchronizations }, at) =>
      Array.from(synchronizations.correlation, correlation => ({ correlation, at }))
    );
    expect(waits.length).toBeGreaterThanOrEqual(2);
    const known = waits.filter(({ correlation }) => all.has(correlation));
    expect(known.length).toBeGreaterThanOrEqual(2);
    for (const { correlation, at } of known) expect(own[at].has(correlation)).toBe(false);
  });

  it('has copies, fills and memory, with exact addresses', () => {
    const script = `
      const source = new Uint8Array(4000).fill(7);
      cuda.upload(device.memory.id, 0, source, 0, 0);
      cuda.fill(device.memory.id, 0, 400, 9, 0);
      cuda.download(device.memory.id, 0, new Uint8Array(400), 0);
      cuda.release(device.memory.id);
      const { address } = device.memory;`;
    const { copies, fills, memory } = record(script);
    expect([...copies.copyKind]).toEqual([1, 2]);
    expect([...copies.bytes]).toEqual([4000, 400]);
    expect([...copies.fromKind]).toEqual([1, 3]);
    expect([...copies.toKind]).toEqual([3, 1]);
    expect([...fills.bytes]).toEqual([400]);
    expect([...fills.value]).toEqual([9]);
    expect([...memory.operation]).toEqual([1, 2]);
    expect(memory.address[0]).toBe(memory.address[1]);
    expect(memory.address[0]).toBeGreaterThan(2n ** 20n);
    expect(memory.bytes[0]).toBe(4000);
  });

  it('describes devices and contexts', () => {
    const batch = record('launch(1);', { FAKE_GPU_COUNT: '2' });
    expect([...batch.devices.device]).toEqual([0, 1]);
    expect(names(batch, batch.devices.name)).toEqual(['NVIDIA H200', 'NVIDIA H200']);
    expect(batch.devices.memoryBytesPerSecond[0]).toBe(4_022_784_000_000);
    expect([...batch.contexts.context]).toEqual([1]);
    expect([...batch.contexts.nullStream]).toEqual([7]);
  });

  it('tells which operator made a call, the innermost first, on each thread alone', () => {
    const program = `
      launch(1);
      gpu.pushId(2 ** 40 + 1);
      launch(1);
      gpu.pushId(2);
      launch(1);
      gpu.popId();
      launch(1);
      gpu.popId();
      gpu.popId();
      launch(1);`;
    const { externalIds, kernels } = record(program, {}, "['kernel', 'driver', 'externalId']");
    const ids = [...kernels.correlation].map(correlation => {
      const [row] = rowsWhere(externalIds.correlation, value => value === correlation);
      return row === undefined ? null : externalIds.id[row];
    });
    expect(ids).toEqual([null, 2 ** 40 + 1, 2, 2 ** 40 + 1, null]);
  });

  it('does not give to later calls what was open when the last recording ended', () => {
    const script = `
      const kinds = ['kernel', 'driver', 'externalId'];
      openDevice();
      gpu.pushId(1);
      gpu.start({ kinds });
      gpu.pushId(2);
      gpu.stop();
      gpu.start({ kinds });
      gpu.popId();
      gpu.popId();
      gpu.pushId(3);
      launch(1);
      gpu.popId();
      launch(1);
      const { externalIds, kernels } = gpu.drain(true);
      finish([kernels.length, [...externalIds.id].filter((_, row) =>
        kernels.correlation.includes(externalIds.correlation[row]))]);`;
    expect(runWithFake(GPU_SCRIPT + script)).toEqual([2, [3]]);
  });

  it('has only the kinds that were asked for', () => {
    const batch = record('launch(3); cuda.fill(device.memory.id, 0, 8, 1, 0);', {}, "['kernel']");
    expect(batch.kernels.length).toBe(3);
    const others = [batch.calls, batch.fills, batch.memory, batch.devices, batch.overheads];
    expect(others.map(({ length }) => length)).toEqual([0, 0, 0, 0, 0]);
  });

  it('numbers texts on from batch to batch', () => {
    const script = `
      gpu.start({ kinds: ['kernel'] });
      openDevice();
      const batches = [];
      for (const kernel of ['first', 'second', 'first', 'third']) {
        launch(1, kernel);
        const { strings, kernels } = gpu.drain(true);
        batches.push({ strings, name: kernels.name[0] });
      }
      finish(batches);`;
    expect(runWithFake(GPU_SCRIPT + script)).toEqual([
      { strings: ['first'], name: 1 },
      { strings: ['second'], name: 2 },
      { strings: [], name: 1 },
      { strings: ['third'], name: 3 }
    ]);
  });

  it('says for each kind that CUPTI refuses what it said, and records the others', () => {
    const script = `
      const { kinds, refused } = gpu.start({ kinds: ['kernel', 'memcpy', 'graph', 'nonsense'] });
      openDevice();
      cuda.upload(device.memory.id, 0, new Uint8Array(8), 0, 0);
      launch(1);
      const { kernels, copies } = gpu.drain(true);
      finish({ kinds, refused, rows: [kernels.length, copies.length] });`;
    expect(runWithFake(GPU_SCRIPT + script, { env: { FAKE_GPU_FAIL: 'enable51=27' } })).toEqual({
      kinds: ['kernel', 'memcpy'],
      refused: [
        {
          kind: 'graph',
          failure: { call: 'cuptiActivityEnable', code: 27, name: 'CUPTI_ERROR_NOT_SUPPORTED' }
        }
      ],
      rows: [1, 1]
    });
  });

  it('records nothing, and says why for each kind, while another profiler uses CUPTI', () => {
    const script = `
      const first = gpu.start({ kinds: ['kernel', 'runtime'] });
      const batch = gpu.drain(true);
      gpu.stop();
      finish({ first, rows: batch.kernels.length, again: gpu.start({ kinds: ['kernel'] }).kinds });`;
    const failure = {
      call: 'cuptiSubscribe',
      code: 39,
      name: 'CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED'
    };
    const env = { FAKE_GPU_FAIL: 'subscribe=39@1' };
    expect(runWithFake(GPU_SCRIPT + script, { env })).toEqual({
      first: {
        kinds: [],
        refused: [
          { kind: 'runtime', failure },
          { kind: 'kernel', failure }
        ],
        clock: 'converted'
      },
      rows: 0,
      again: ['kernel']
    });
  });

  it('tells a listener once of many records, on its own thread, without keeping the process', () => {
    const script = `
      let told = 0;
      gpu.onRecords(() => told++);
      gpu.start({ kinds: KINDS, bufferBytes: 4096 });
      openDevice();
      launch(400);
      await sleep(50);
      const first = told;
      gpu.drain(true);
      gpu.onRecords(null);
      launch(400);
      await sleep(50);
      finish({ first, later: told - first });
      gpu.onRecords(() => {});`;
    const { first, later } = runWithFake<{ first: number; later: number }>(GPU_SCRIPT + script);
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(20);
    expect(later).toBe(0);
  });
});
