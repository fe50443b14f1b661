import { encodePerfetto } from 'kernelscope/formats';
import { ProfileBuilder } from 'kernelscope/model';
import { beforeAll, describe, expect, test } from 'vitest';
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

const PERFETTO_ROWS = {
  global: 'global_track_event',
  process: 'process_track_event',
  asyncLane: 'process_track_event'
} as const;

describe('the Perfetto trace of a rich profile', () => {
  const profile = richProfile(300);
  let trace: TraceProcessor;
  beforeAll(async () => {
    trace = await loadTrace(encodePerfetto(profile));
  });

  test('has every slice with its category, name, duration and depth', () => {
    expectSameSlices(trace, profile);
  });

  test('begins at time 0 and knows the wall clock and the monotonic clock of its origin', () => {
    expect(trace.query('select start_ts from trace_bounds')).toEqual([{ start_ts: 0 }]);
    const clocks = trace.query(`
      select clock_name as clock, printf('%d', clock_value) as value
      from clock_snapshot where snapshot_id = 0`);
    expect(clocks).toEqual([
      { clock: 'BOOTTIME', value: '0' },
      { clock: 'REALTIME', value: '1700000000000000000' },
      { clock: 'MONOTONIC', value: profile.meta.originNs }
    ]);
  });

  test('names the process, its threads and its workers', () => {
    expect(trace.query('select pid, name from process where pid > 0')).toEqual([
      { pid: 4242, name: 'example · node v20.20.2' }
    ]);
    expect(trace.query('select tid, name from thread where tid > 0 order by tid')).toEqual([
      { tid: 4242, name: 'main thread' },
      { tid: 4250, name: 'worker 1' }
    ]);
  });

  test('keeps async lanes, garbage collection and GPU streams on rows of their own', () => {
    const rows = trace.query(`
      select track.name as name, count(*) as count, parent.name as parent
      from slice join track on slice.track_id = track.id
      left join track parent on parent.id = track.parent_id
      where dur > 0 and track.name is not null group by track.id order by track.name`);
    expect(rows).toEqual([
      { name: 'GC', count: 20, parent: null },
      { name: 'async 1', count: 20, parent: null },
      { name: 'async 2', count: 20, parent: null },
      { name: 'stream 7', count: 20, parent: 'GPU 0' }
    ]);
  });

  test('orders rows as the profile does, explicitly', () => {
    const order = trace.query(`
      select track.name as name,
             extract_arg(source_arg_set_id, 'child_ordering') as ordering,
             extract_arg(source_arg_set_id, 'sibling_order_rank') as rank
      from track where name in ('rss', 'lag', 'async 1', 'async 2', 'GC', 'stream 7')
      order by rank`);
    expect(order.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['rss', 'lag', 'async 1', 'async 2', 'GC'])
    );
    expect(new Set(order.map(({ ordering }) => ordering))).toEqual(new Set(['explicit']));
    const inProcess = order.filter(({ name }) => name !== 'stream 7').map(({ name }) => name);
    expect(inProcess).toEqual(['rss', 'lag', 'async 1', 'async 2', 'GC']);
  });

  test('has every argument with its type', () => {
    const real = (value: number | null) => ({ type: 'real', value });
    expect(tracedArgs(trace, 'with args')).toEqual(
      exampleArgs('debug', [real(null), real(-Infinity)])
    );
  });

  test('has every counter with its unit, track and values', () => {
    const tracks = trace.query(`
      select name, unit from counter_track where type glob '*track_event' order by name`);
    expect(tracks).toEqual([
      { name: 'lag', unit: 'ns' },
      { name: 'rss', unit: 'bytes' },
      { name: 'tensors', unit: 'count' },
      { name: 'utilisation "odd"', unit: '%' }
    ]);
    for (const { name, time, value } of profile.counters) {
      const points = trace.query(`
        select ts, value from counter join counter_track on track_id = counter_track.id
        where name = '${name}' order by ts`);
      expect(points).toEqual(Array.from(time, (ts, at) => ({ ts, value: value[at] })));
    }
  });

  test('has every instant where its scope says', () => {
    expectInstants(trace, profile, PERFETTO_ROWS);
  });

  test('has every flow between the right slices', () => {
    expect(profile.flows.length).toBeGreaterThan(10);
    expect(tracedFlowEnds(trace)).toEqual(flowEnds(profile));
  });

  test('has every CPU sample with its whole call stack', () => {
    const { samples, stacks, frames, strings } = profile;
    const pathOf = (stack: number): string =>
      stack < 0
        ? ''
        : `${pathOf(stacks.prefix[stack])}/${strings[frames.name[stacks.frame[stack]]]}`;
    const expected = Array.from(samples.stack, (stack, row) => ({
      ts: samples.time[row],
      tid: 4242,
      path: pathOf(stack)
    })).filter(({ path }) => path !== '');
    const traced = trace.query(`
      with recursive path(id, text) as (
        select id, '/' || (select name from stack_profile_frame where id = frame_id)
        from stack_profile_callsite where parent_id is null
        union all
        select c.id, path.text || '/' || (select name from stack_profile_frame where id = c.frame_id)
        from stack_profile_callsite c join path on c.parent_id = path.id)
      select ts, tid, path.text as path
      from perf_sample join thread using (utid) join path on path.id = callsite_id order by ts`);
    expect(traced).toEqual(expected);
  });
});

describe('the Perfetto trace of tasks, frames, events and markers', () => {
  const profile = objectsProfile();
  let trace: TraceProcessor;
  beforeAll(async () => {
    trace = await loadTrace(encodePerfetto(profile));
  });

  test('has everything nested, and runs of frames by number', () => {
    expectSameSlices(trace, profile);
    expect(tracedFlowEnds(trace)).toEqual(flowEnds(profile));
    expect(nestedNames(trace)).toEqual(enclosingTitles(profile));
  });

  test('has the markers, those of the whole trace on a row of that name', () => {
    expectInstants(trace, profile, PERFETTO_ROWS);
    const rows = trace.query(`
      select track.name as name from slice join track on track_id = track.id
      where slice.name = 'mark global'`);
    expect(rows).toEqual([{ name: 'Whole trace' }]);
  });
});

test('the frames of CPU samples know their file and line', async () => {
  const trace = await loadTrace(encodePerfetto(richProfile()));
  const places = trace.query(`
    select f.name as name, s.source_file as file, s.line_number as line
    from stack_profile_frame f left join stack_profile_symbol s using (symbol_set_id)
    order by line`);
  expect(places).toEqual([
    { name: '(root)', file: '', line: 0 },
    { name: 'train', file: 'Cell [5]', line: 1 },
    { name: 'größe', file: 'Cell [5]', line: 12 },
    { name: 'matMul', file: 'Cell [5]', line: 40 }
  ]);
});

describe('a Perfetto trace', () => {
  test('of 100,000 slices is complete', { tags: 'night' }, async () => {
    const profile = richProfile(100_000);
    expect(profile.slices.length).toBeGreaterThan(100_000);
    expectSameSlices(await loadTrace(encodePerfetto(profile)), profile);
  });

  test('of an empty profile loads', async () => {
    const empty = new ProfileBuilder().build(exampleMeta(0));
    expect(complaints(await loadTrace(encodePerfetto(empty)))).toEqual([]);
  });

  test('has slices that last no time, each behind the one before', async () => {
    const profile = drawn([
      ['outer', 0, 10],
      ['point', 5, 0],
      ['point', 5, 0],
      ['last', 10, 0]
    ]);
    const trace = await loadTrace(encodePerfetto(profile));
    expect(complaints(trace)).toEqual([]);
    expect(trace.query('select name, ts, dur, depth from slice order by ts, id')).toEqual([
      { name: 'outer', ts: 0, dur: 10, depth: 0 },
      { name: 'point', ts: 5, dur: 0, depth: 1 },
      { name: 'point', ts: 5, dur: 0, depth: 1 },
      { name: 'last', ts: 10, dur: 0, depth: 0 }
    ]);
  });

  test('keeps slices that partly overlap others, on extra rows', async () => {
    const profile = drawn([
      ['a', 0, 10],
      ['b', 5, 10],
      ['c', 8, 10],
      ['d', 9, 1]
    ]);
    const trace = await loadTrace(encodePerfetto(profile));
    expect(complaints(trace)).toEqual([]);
    const rows = trace.query(`
      select slice.name as name, dur, coalesce(track.name, 'thread') as track
      from slice join track on track_id = track.id order by ts`);
    expect(rows).toEqual([
      { name: 'a', dur: 10, track: 'thread' },
      { name: 'b', dur: 10, track: 'main (overlapping 1)' },
      { name: 'c', dur: 10, track: 'main (overlapping 2)' },
      { name: 'd', dur: 1, track: 'thread' }
    ]);
  });

  test('draws a flow from a later slice to an earlier one forwards', async () => {
    const builder = new ProfileBuilder();
    const track = builder.addTrack({ name: 'main', kind: 'thread' });
    const slice = (name: string, start: number): number =>
      builder.addSlice({ name, category: 'x', start, duration: 5, track });
    const [early, late] = [slice('early', 0), slice('late', 10)];
    builder.addFlow('back', 'x', late, early);
    const trace = await loadTrace(encodePerfetto(builder.build(exampleMeta(20))));
    expect(complaints(trace)).toEqual([]);
    expect(tracedFlowEnds(trace)).toMatchObject([{ first: 'early', last: 'late' }]);
  });

  test('keeps times of an hour and more exact, and rounds fractions', async () => {
    const hour = 3_600_000_000_000;
    const profile = drawn([
      ['long', 0, 100 * hour],
      ['late', 99 * hour + 1, 3],
      ['fraction', 99 * hour + 10.4, 2.2]
    ]);
    const trace = await loadTrace(encodePerfetto(profile));
    expect(trace.query('select ts, dur from slice order by ts')).toEqual([
      { ts: 0, dur: 100 * hour },
      { ts: 99 * hour + 1, dur: 3 },
      { ts: 99 * hour + 10, dur: 3 }
    ]);
  });

  test('nests deeper than its writer has room for at first', async () => {
    const profile = drawn(
      Array.from({ length: 300 }, (_, at) => [`level ${at}`, at, 1000 - at * 2])
    );
    const trace = await loadTrace(encodePerfetto(profile));
    expect(complaints(trace)).toEqual([]);
    expect(trace.query('select max(depth) as depth, count(*) as count from slice')).toEqual([
      { depth: 299, count: 300 }
    ]);
  });
});
