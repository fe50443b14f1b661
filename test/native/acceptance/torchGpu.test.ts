import { describe, expect, it } from 'vitest';
import { type TraceEvent, ofCategory, runOnGpu } from './gpuWork';

/** An event of a session, as far as these cases look at it. */
interface SeenEvent {
  readonly name: string;
  readonly self: number;
  readonly total: number;
}

const SEEN = `
const seen = session => session.functionEvents.map(event => ({
  name: event.name, self: event.selfDeviceTimeTotal, total: event.deviceTimeTotal
}));`;

const SESSION = `${SEEN}
const session = profile(BOTH);
payload();
session.stop();`;

describe('PyTorch’s cases of kernels', () => {
  it('test_kineto_kernel_metadata_in_trace: kernels say where and how they ran', () => {
    const events = runOnGpu<TraceEvent[]>(`${SESSION} finish(exported(session));`);
    const kernels = ofCategory(events, 'kernel');
    expect(kernels.map(({ name }) => name)).toEqual(['scale']);
    const [{ args }] = kernels;
    expect(args).toMatchObject({ grid: [2, 1, 1], block: [128, 1, 1] });
    const whole = ['device', 'stream', 'correlation', 'context'];
    const sizes = ['registers per thread', 'shared memory'];
    for (const key of [...whole, ...sizes]) expect(args?.[key], key).toEqual(expect.any(Number));
    for (const key of ['blocks per SM', 'warps per SM']) {
      expect(args?.[key], key).toBeGreaterThan(0);
    }
    expect(args?.['correlation']).toBeGreaterThan(0);
  });

  it('test_overhead_activities_own_no_device_time: what CUPTI costs is no time of the GPU', () => {
    const { events, trace } = runOnGpu<{ events: SeenEvent[]; trace: TraceEvent[] }>(
      `${SEEN}
      const session = profile(BOTH);
      for (let call = 0; call < 300; call++) payload();
      session.stop();
      finish({ events: seen(session), trace: exported(session) });`
    );
    const onDevice = ['kernel', 'gpu_memcpy', 'gpu_memset'].flatMap(each =>
      ofCategory(trace, each)
    );
    const deviceTime = onDevice.reduce((sum, { dur = 0 }) => sum + dur, 0);
    const overheads = new Set(ofCategory(trace, 'overhead').map(({ name }) => name));
    expect(overheads.size).toBeGreaterThan(0);
    for (const { name, self, total } of events) {
      expect(self, name).toBeLessThanOrEqual(deviceTime + 1e-6);
      if (overheads.has(name)) expect({ self, total }, name).toEqual({ self: 0, total: 0 });
    }
  });

  it('region_device_time: a range has the time of the kernels of its operators, none of it its own', () => {
    const { events, trace } = runOnGpu<{ events: SeenEvent[]; trace: TraceEvent[] }>(
      `${SEEN}
      const session = profile(BOTH);
      range('region', payload);
      session.stop();
      finish({ events: seen(session), trace: exported(session) });`
    );
    const onDevice = ['kernel', 'gpu_memcpy', 'gpu_memset'].flatMap(each =>
      ofCategory(trace, each)
    );
    const deviceTime = onDevice.reduce((sum, { dur = 0 }) => sum + dur, 0);
    const find = (name: string) => events.find(event => event.name === name)!;
    expect(deviceTime).toBeGreaterThan(0);
    expect(find('mm').self).toBeCloseTo(deviceTime, 3);
    expect(find('region').self).toBe(0);
    expect(find('region').total).toBeCloseTo(deviceTime, 3);
  });

  it('cuda_graph: kernels of a graph name their node, and the launch that started them', () => {
    const events = runOnGpu<TraceEvent[]>(`
      const session = profile(BOTH);
      cuda.stream(stream => {
        const x = cuda.buffer(new Float32Array(256));
        const graph = cuda.capture(stream, () => {
          cuda.launch(scale, 2, 128, [x, 256]);
          cuda.launch(scale, 1, 64, [x, 64]);
        });
        for (let replay = 0; replay < 3; replay++) graph.launch();
        stream.synchronizeNow();
        graph.dispose();
        x.dispose();
      });
      session.stop();
      finish(exported(session));`);
    const kernels = ofCategory(events, 'kernel');
    expect(kernels).toHaveLength(6);
    const nodes = kernels.map(({ args }) => String(args?.['graph node id']));
    expect(new Set(nodes).size).toBe(2);
    expect(nodes).not.toContain('0');
    const launches = events.filter(({ name }) => /GraphLaunch/.test(name));
    const correlations = launches.map(({ args }) => args?.['correlation']);
    expect(launches).toHaveLength(3);
    for (const { args } of kernels) expect(correlations).toContain(args?.['correlation']);
    const starts = events.filter(({ ph, cat }) => ph === 's' && cat === 'ac2g');
    expect(starts.length).toBeGreaterThanOrEqual(6);
  });
});

describe('PyTorch’s cases of sessions with a GPU', () => {
  it('test_profiler: has events of the GPU beside those of the CPU', () => {
    const events = runOnGpu<TraceEvent[]>(`${SESSION} finish(exported(session));`);
    expect(events.map(({ name }) => name)).toContain('mm');
    expect(ofCategory(events, 'gpu_memcpy').length).toBe(2);
  });

  it('test_event_list: the events of a run on a GPU can be exported and printed', () => {
    const { table, count } = runOnGpu<{ table: string; count: number }>(`
      const file = fs.mkdtempSync(require('node:os').tmpdir() + '/trace-') + '/events.json';
      ${SESSION}
      session.functionEvents.exportChromeTrace(file);
      const written = JSON.parse(fs.readFileSync(file, 'utf8'));
      const count = (Array.isArray(written) ? written : written.traceEvents).length;
      finish({ table: session.keyAverages().table({ sortBy: 'cudaTimeTotal' }), count });`);
    expect(table).toMatch(/CUDA total/);
    expect(table).toMatch(/^\s*mm /m);
    expect(count).toBeGreaterThan(1);
  });

  it('key_averages: has rows of kernels, copies and fills on request, and the same total', () => {
    const { rows, totals } = runOnGpu<{
      rows: [string, string, number, number][];
      totals: string[];
    }>(`
      ${SESSION}
      const averages = session.keyAverages({ groupByDeviceType: true });
      const total = list => /Self CUDA time total: .*/.exec(list.table())[0];
      finish({
        rows: averages.map(row => [row.key, row.deviceType, row.cpuTimeTotal, row.cudaTimeTotal]),
        totals: [total(averages), total(session.keyAverages())]
      });`);
    const onGpu = rows.filter(([, type]) => type === 'CUDA');
    expect(onGpu.map(([name]) => name)).toEqual(
      expect.arrayContaining(['scale', expect.stringContaining('Memcpy')])
    );
    for (const [name, , cpuTime, cudaTime] of onGpu) {
      expect([name, cpuTime, cudaTime > 0]).toEqual([name, 0, true]);
    }
    expect(totals[0]).toBe(totals[1]);
  });

  it('default activities: a session without GPU has nothing of one', () => {
    const events = runOnGpu<TraceEvent[]>(`
      const session = profile(BARE);
      payload();
      session.stop();
      finish(exported(session));`);
    expect(events.map(({ name }) => name)).toContain('mm');
    const categories = new Set(events.map(({ cat }) => cat));
    for (const category of ['kernel', 'gpu_memcpy', 'cuda_driver', 'cuda_runtime', 'overhead']) {
      expect(categories).not.toContain(category);
    }
  });

  it('activities GPU alone: has what the GPU does, and no operators', () => {
    const events = runOnGpu<TraceEvent[]>(`
      const session = profile({ ...BARE, activities: ['GPU'] });
      payload();
      session.stop();
      finish(exported(session));`);
    expect(ofCategory(events, 'kernel')).toHaveLength(1);
    expect(ofCategory(events, 'cuda_driver').length).toBeGreaterThan(0);
    expect(events.map(({ name }) => name)).not.toContain('mm');
  });

  it('test_dynamic_toggle: what is switched off has no events, with the GPU its calls as well', () => {
    const { whole, without, nothing } = runOnGpu<Record<string, string[]>>(`
      const names = session => [
        ...session.functionEvents.map(({ name }) => name),
        ...session.functionEvents.flatMap(({ kernels }) => kernels.map(({ name }) => name))
      ];
      const record = (...off) => {
        const session = profile(BOTH);
        for (const activity of off) session.toggleActivity(activity, false);
        range('test_user_annotation', payload);
        session.stop();
        return names(session);
      };
      finish({ whole: record(), without: record('GPU'), nothing: record('CPU', 'GPU') });`);
    expect(whole).toEqual(expect.arrayContaining(['mm', 'scale', 'cuLaunchKernel']));
    expect(without).toContain('mm');
    expect(without.filter(name => /^cu|scale|Memcpy/.test(name))).toEqual([]);
    expect(nothing).toEqual([]);
  });

  it('test_dynamic_toggle: what runs while the GPU is switched on again is there', () => {
    const counts = runOnGpu<number[]>(`
      const session = profile(BOTH);
      const kernels = [];
      for (const on of [true, false, true]) {
        session.toggleActivity('GPU', on);
        range('on ' + on, payload);
      }
      session.stop();
      finish(session.functionEvents
        .filter(({ name }) => name.startsWith('on '))
        .map(event => event.deviceTimeTotal));`);
    expect(counts).toHaveLength(3);
    expect(counts.map(time => time > 0)).toEqual([true, false, true]);
  });

  it('test_profiler_cuda_sync_events: waits are there with enableCudaSyncEvents alone', () => {
    const categories = (config: string) =>
      runOnGpu<TraceEvent[]>(`
        const session = profile({ ...BOTH, experimentalConfig: ${config} });
        payload();
        session.stop();
        finish(exported(session));`).map(({ cat }) => cat);
    expect(categories('{ enableCudaSyncEvents: true }')).toContain('cuda_sync');
    expect(categories('{}')).not.toContain('cuda_sync');
  });

  it('test_disable_external_correlation: calls and work have the number of their operator, or none', () => {
    const { withIds, without } = runOnGpu<Record<string, TraceEvent[]>>(`
      const record = disableExternalCorrelation => {
        const session = profile({ ...BOTH, experimentalConfig: { disableExternalCorrelation } });
        payload();
        session.stop();
        return exported(session);
      };
      finish({ withIds: record(false), without: record(true) });`);
    const work = (events: readonly TraceEvent[]) =>
      ['kernel', 'gpu_memcpy', 'cuda_driver'].flatMap(category => ofCategory(events, category));
    const waits = (name: string) => /Synchronize/.test(name);
    expect(work(withIds).length).toBeGreaterThan(5);
    expect(work(without)).toHaveLength(work(withIds).length);
    for (const { name, args } of work(withIds)) {
      if (!waits(name)) expect(args?.['External id'], name).toBeGreaterThan(0);
    }
    for (const { name, args } of work(without)) {
      expect(args, name).not.toHaveProperty('External id');
    }
  });

  it('test_profiler_flow_events: each kernel and copy has an arrow from its call', () => {
    const events = runOnGpu<TraceEvent[]>(`${SESSION} finish(exported(session));`);
    const ids = (phase: string) =>
      events.filter(({ ph, cat }) => ph === phase && cat === 'ac2g').map(({ id }) => id);
    expect(ids('s').sort()).toEqual(ids('f').sort());
    const work = ['kernel', 'gpu_memcpy', 'gpu_memset'].flatMap(each => ofCategory(events, each));
    expect(ids('f')).toHaveLength(work.length);
  });
});

describe('PyTorch’s profiler where CUPTI records nothing', () => {
  it.each([
    ['only administrators may profile', 'enable=35', 'no-permission', 35],
    ['another profiler uses CUPTI', 'enable=39', 'busy', 39],
    ['CUPTI takes no buffers', 'callbacks=41', 'cupti-error', 41]
  ])('warns once, at the end, where %s', (_, errors, state, code) => {
    const warnings = runOnGpu<string[]>(
      `const warnings = [];
      process.on('warning', ({ name, message }) => {
        if (name === 'KernelscopeWarning') warnings.push(message);
      });
      for (const options of [{ useCuda: true }, { activities: ['GPU'] }]) {
        const session = profile({ ...BARE, ...options });
        payload();
        session.stop();
      }
      await new Promise(resolve => setImmediate(resolve));
      finish(warnings);`,
      { env: { FAKE_GPU_FAIL: errors } }
    );
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/^CUDA is not available, disabling CUDA profiling\. No GPU work /);
    expect(warnings[0]).toContain(`(${state})`);
    expect(warnings[0]).toContain(`(${code})`);
  });

  it('test_use_cuda: warns once, records the CPU, and has the reason in the profile', () => {
    const { warnings, names, message } = runOnGpu<{
      warnings: string[];
      names: string[];
      message: string;
    }>(
      `const warnings = [];
      process.on('warning', ({ name, message }) => {
        if (name === 'KernelscopeWarning') warnings.push(message);
      });
      let session;
      for (const options of [{ useCuda: true }, { activities: ['CPU', 'CUDA'] }]) {
        session = profile({ ...BARE, ...options });
        payload();
        session.stop();
      }
      await new Promise(resolve => setImmediate(resolve));
      const { sources } = session.profile;
      finish({
        warnings,
        names: session.functionEvents.map(({ name }) => name),
        message: sources.find(({ source }) => source === 'cuda').message
      });`,
      { env: { FAKE_GPU_COUNT: '0' } }
    );
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(
      /^CUDA is not available, disabling CUDA profiling\. No GPU work .*\(no-device\)/
    );
    expect(names).toContain('mm');
    expect(message).toMatch(/\(no-device\)/);
  });
});
