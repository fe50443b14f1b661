import { encodeChromeTrace } from 'kernelscope/formats';
import { beforeAll, describe, expect, test } from 'vitest';
import { ProfileBuilder } from 'kernelscope/model';
import { objectsProfile } from '../support/objectsProfile';
import { exampleMeta, richProfile } from '../support/richProfile';
import {
  complaints,
  drawn,
  enclosingTitles,
  exampleArgs,
  expectInstants,
  expectSameSlices,
  flowEnds,
  nestedNames,
  tracedArgs,
  tracedFlowEnds
} from './expectedTrace';
import { type TraceProcessor, loadTrace } from './traceProcessor';

const CHROME_ROWS = {
  global: 'legacy_chrome_global_instants',
  process: 'chrome_process_instant',
  asyncLane: 'chrome_process_instant'
} as const;

describe('the Chrome JSON of a rich profile', () => {
  const profile = richProfile(300);
  let trace: TraceProcessor;
  beforeAll(async () => {
    trace = await loadTrace(encodeChromeTrace(profile));
  });

  test('has every slice with its category, name, duration and depth', () => {
    expectSameSlices(trace, profile);
    expect(trace.query('select start_ts from trace_bounds')).toEqual([{ start_ts: 0 }]);
  });

  test('names processes and threads, a GPU as a process with its streams', () => {
    const threads = trace.query(`
      select process.name as process, thread.name as thread
      from thread join process using (upid) where thread.name is not null order by 1, 2`);
    expect(threads).toEqual([
      { process: 'GPU 0', thread: 'stream 7' },
      { process: 'example · node v20.20.2', thread: 'GC' },
      { process: 'example · node v20.20.2', thread: 'main thread' },
      { process: 'example · node v20.20.2', thread: 'worker 1' }
    ]);
  });

  test('keeps each async lane together', () => {
    const lanes = trace.query(`
      select count(*) as count, min(slice.name) as first, max(depth) as depth
      from slice join process_track on track_id = process_track.id
      where dur > 0 group by track_id`);
    expect(lanes).toEqual([
      { count: 20, first: 'await 0', depth: 1 },
      { count: 20, first: 'await 1', depth: 1 }
    ]);
  });

  test('has every argument, with text for the numbers that JSON lacks', () => {
    const text = (value: string) => ({ type: 'string', value });
    expect(tracedArgs(trace, 'with args')).toEqual(
      exampleArgs('args', [text('NaN'), text('-Infinity')])
    );
  });

  test('has every counter with its values, and its unit in the name', () => {
    for (const { name, unit, time, value } of profile.counters) {
      const points = trace.query(`
        select ts, value from counter join counter_track on track_id = counter_track.id
        where name = '${name} ${unit}' order by ts`);
      expect(points).toEqual(Array.from(time, (ts, at) => ({ ts, value: value[at] })));
    }
  });

  test('has every instant where its scope says', () => {
    expectInstants(trace, profile, CHROME_ROWS);
  });

  test('has every flow between the right slices', () => {
    expect(tracedFlowEnds(trace)).toEqual(flowEnds(profile));
  });
});

describe('the Chrome JSON of tasks, frames, events and markers', () => {
  const profile = objectsProfile();
  let trace: TraceProcessor;
  beforeAll(async () => {
    trace = await loadTrace(encodeChromeTrace(profile));
  });

  test('has pairs and complete events nested in each other, and runs of frames by number', () => {
    expectSameSlices(trace, profile);
    expect(tracedFlowEnds(trace)).toEqual(flowEnds(profile));
    expect(nestedNames(trace)).toEqual(enclosingTitles(profile));
  });

  test('has the markers', () => {
    expectInstants(trace, profile, CHROME_ROWS);
  });
});

describe('Chrome JSON', () => {
  test('of 100,000 slices is complete', { tags: 'night' }, async () => {
    const profile = richProfile(100_000);
    expectSameSlices(await loadTrace(encodeChromeTrace(profile)), profile);
  });

  test('of an empty profile loads', async () => {
    const empty = new ProfileBuilder().build(exampleMeta(0));
    expect(complaints(await loadTrace(encodeChromeTrace(empty)))).toEqual([]);
  });

  test('keeps slices that partly overlap others, as async events', async () => {
    const profile = drawn([
      ['a', 0, 10],
      ['b', 5, 10],
      ['c', 8, 10],
      ['d', 9, 1]
    ]);
    const trace = await loadTrace(encodeChromeTrace(profile));
    expectSameSlices(trace, profile);
    const rows = trace.query(`
      select slice.name as name, track.type as type
      from slice join track on track_id = track.id order by ts`);
    expect(rows).toEqual([
      { name: 'a', type: 'thread_execution' },
      { name: 'b', type: 'legacy_async_process_slice' },
      { name: 'c', type: 'legacy_async_process_slice' },
      { name: 'd', type: 'thread_execution' }
    ]);
  });

  test('keeps times of an hour and more exact', async () => {
    const hour = 3_600_000_000_000;
    const profile = drawn([
      ['long', 0, 100 * hour],
      ['late', 99 * hour + 1, 3]
    ]);
    const trace = await loadTrace(encodeChromeTrace(profile));
    expect(trace.query('select ts, dur from slice order by ts')).toEqual([
      { ts: 0, dur: 100 * hour },
      { ts: 99 * hour + 1, dur: 3 }
    ]);
  });
});

test('the trace processor does complain about slices that overlap on a thread', async () => {
  const slice = (start: number): string =>
    `{"ph":"X","pid":1,"tid":1,"name":"x","cat":"x","ts":${start},"dur":10}`;
  const text = `[${slice(0)},${slice(5)}]`;
  const [{ name }] = complaints(await loadTrace(new TextEncoder().encode(text)));
  expect(name).toMatch(/^slice_drop_overlapping/);
});
