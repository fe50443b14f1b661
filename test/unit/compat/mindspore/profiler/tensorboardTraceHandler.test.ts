import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { tensorboardTraceHandler } from '../../../../../src/compat/mindspore/profiler/tensorboardTraceHandler';
import { ProfilerArgumentError } from '../../../../../src/engine/arguments/argumentErrors';
import { schedule } from '../../../../../src/compat/torch/schedule';
import { useTestProfilers } from '../../../../support/testProfilers';
import { BARE } from '../../../../support/testSessions';

const test = useTestProfilers();

afterEach(() => {
  vi.useRealTimers();
});

const EACH_STEP = schedule({ wait: 0, active: 1 });

describe('tensorboardTraceHandler with a folder', () => {
  it('writes one file a cycle, also when cycles follow within a millisecond', async () => {
    const { profiler, file } = test();
    vi.useFakeTimers({ toFake: ['Date'], now: 1000 });
    const folder = file('log/deep');
    const handler = tensorboardTraceHandler(folder);
    const made = profiler({ startProfile: false, onTraceReady: handler });
    for (let cycle = 0; cycle < 3; cycle++) {
      made.start();
      await made.stop();
    }
    const worker = `${hostname()}_${process.pid}`;
    const names = [1000, 1001, 1002].map(ms => `${worker}.${ms}.pt.trace.json`);
    expect(readdirSync(folder)).toEqual(names);
  });

  it('names the waits for data as PyTorch does, in the trace alone', async () => {
    const { profiler, range, names, file } = test();
    const handler = tensorboardTraceHandler(file('log'), { worker: 'w' });
    const made = profiler({ dataProcess: true, startProfile: false, onTraceReady: handler });
    made.start();
    for (const row of made.instrumentIterator([1], { name: 'rows' })) range('work', () => row);
    await made.stop();
    const [trace] = readdirSync(file('log'));
    const { traceEvents } = JSON.parse(readFileSync(file(`log/${trace}`), 'utf8')) as {
      readonly traceEvents: readonly { readonly cat?: string; readonly name: string }[];
    };
    const annotations = traceEvents.filter(({ cat }) => cat === 'user_annotation');
    const wait = 'enumerate(DataLoader)#rows.__next__';
    expect(annotations.map(({ name }) => name)).toEqual([wait, 'work', wait]);
    expect(names()).toEqual([['rows.next', 'work', 'rows.next']]);
  });

  it('writes over no file that is there', async () => {
    const { profiler, file } = test();
    vi.useFakeTimers({ toFake: ['Date'], now: 1000 });
    const folder = file('log');
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'w.1000.pt.trace.json'), 'mine');
    const made = profiler({ onTraceReady: tensorboardTraceHandler(folder, { worker: 'w' }) });
    await made.stop();
    expect(readdirSync(folder)).toEqual(['w.1000.pt.trace.json', 'w.1001.pt.trace.json']);
    expect(readFileSync(path.join(folder, 'w.1000.pt.trace.json'), 'utf8')).toBe('mine');
  });

  it('compresses with gzip, and is for sessions of profile as well', async () => {
    const { profile, range, file } = test();
    const folder = file('log');
    await profile.run(
      async session => {
        range('work', () => 1);
        await session.step();
      },
      {
        ...BARE,
        schedule: EACH_STEP,
        onTraceReady: tensorboardTraceHandler(folder, { worker: 'w', gzip: true })
      }
    );
    const names = readdirSync(folder);
    expect(names).toHaveLength(2);
    const bytes = gunzipSync(readFileSync(path.join(folder, names[0])));
    const { traceEvents } = JSON.parse(bytes.toString()) as { traceEvents: { name: string }[] };
    expect(traceEvents.map(({ name }) => name)).toContain('work');
  });

  it('that cannot be written is reported, and the run goes on', async () => {
    const { profiler, file, warnings, cycles } = test();
    writeFileSync(file('taken'), '');
    const made = profiler({ onTraceReady: tensorboardTraceHandler(file('taken')) });
    await made.stop();
    expect(cycles).toHaveLength(1);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/^onTraceReady failed, and the run goes on: .*taken/);
  });

  it.each([
    [['', {}], /folder of tensorboardTraceHandler expect string but value=''/],
    [[5], /folder of tensorboardTraceHandler expect string but value='5'/],
    [['log', { worker: 'a/b' }], /for worker expect .* without slashes but value='a\/b'/],
    [['log', { worker: 7 }], /for worker expect string but value='7'/],
    [['log', { gzip: 1 }], /for gzip expect boolean but value='1'/],
    [['log', { usesGzip: true }], /tensorboardTraceHandler has no option usesGzip/],
    [[undefined, { gzip: true }], /takes worker and gzip only with a folder/]
  ])('refuses %j', (given, text) => {
    const make = (): unknown => Reflect.apply(tensorboardTraceHandler, undefined, given);
    expect(make).toThrow(ProfilerArgumentError);
    expect(make).toThrow(text);
  });
});

describe('tensorboardTraceHandler without a folder', () => {
  it('analyses each cycle into its tree, simplified as the profiler says', async () => {
    const { profiler, analyses } = test();
    const made = profiler({
      schedule: EACH_STEP,
      dataSimplification: false,
      onTraceReady: tensorboardTraceHandler()
    });
    await made.step();
    await made.stop();
    const how = { where: 'here', pretty: false, stepList: null, dataSimplification: false };
    expect(analyses).toEqual([
      { directory: 'cycle 1', ...how },
      { directory: 'cycle 2', ...how }
    ]);
  });

  it('is what it returns as well: it may be given itself', async () => {
    const { profiler, analyses, warnings } = test();
    const made = profiler({ schedule: EACH_STEP, on_trace_ready: tensorboardTraceHandler });
    await made.step();
    await made.stop();
    expect(analyses.map(({ directory }) => directory)).toEqual(['cycle 1', 'cycle 2']);
    expect(warnings).toEqual([]);
  });

  it('says that sessions of profile need a folder', async () => {
    const { profile, warnings } = test();
    await profile.run(() => 1, { ...BARE, onTraceReady: tensorboardTraceHandler() });
    expect(warnings[0]).toMatch(/give it the folder to write to/);
  });
});
