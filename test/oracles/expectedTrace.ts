import { enclosingSlices, sliceDepths, sliceTitle } from 'kernelscope/analysis';
import { type Profile, ProfileBuilder, instantScopeName } from 'kernelscope/model';
import { expect } from 'vitest';
import { exampleMeta } from '../support/richProfile';
import type { SqlRow, TraceProcessor } from './traceProcessor';

/** What a reader of UTF-8 sees: a lone surrogate is replaced. */
export const seen = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

/** Slices of `trace` that are no instants, by SQL condition. */
export const SLICES = 'from slice where dur > 0';

/** What the trace processor counted of errors and losses while it read the trace. */
export function complaints(trace: TraceProcessor): SqlRow[] {
  return trace.query("select name, value from stats where severity != 'info' and value > 0");
}

/** Count, total duration and deepest level of all slices, as the profile has them. */
export function sliceTotals({ slices, tracks }: Profile): SqlRow {
  const depths = sliceDepths(slices, tracks.length);
  return {
    count: slices.length,
    total: slices.duration.reduce((sum, duration) => sum + duration, 0),
    depth: depths.reduce((deepest, depth) => Math.max(deepest, depth), 0)
  };
}

/** Category, title, count and total duration of the slices with each title, ordered. */
export function labelTotals(profile: Profile): SqlRow[] {
  const { slices, labels, strings } = profile;
  const totals = new Map<
    string,
    { category: string; name: string; count: number; total: number }
  >();
  for (let row = 0; row < slices.length; row++) {
    const category = seen(strings[labels.category[slices.label[row]]]);
    const name = seen(sliceTitle(profile, row));
    const key = `${category}\u0000${name}`;
    const sum = totals.get(key) ?? { category, name, count: 0, total: 0 };
    totals.set(key, { ...sum, count: sum.count + 1, total: sum.total + slices.duration[row] });
  }
  return sorted([...totals.values()]);
}

/** Start, duration and name of the slices at both ends of each flow, ordered. */
export function flowEnds({ flows, slices, labels, strings }: Profile): SqlRow[] {
  const name = (slice: number): string => seen(strings[labels.name[slices.label[slice]]]);
  const ends = Array.from(flows.from, (from, flow) => {
    const to = flows.to[flow];
    const [first, last] = slices.start[from] <= slices.start[to] ? [from, to] : [to, from];
    return {
      first: name(first),
      firstTs: slices.start[first],
      firstDur: slices.duration[first],
      last: name(last),
      lastTs: slices.start[last],
      lastDur: slices.duration[last]
    };
  });
  return sorted(ends);
}

/** {@link flowEnds} as the trace processor has them. */
export function tracedFlowEnds(trace: TraceProcessor): SqlRow[] {
  return sorted(
    trace.query(`
      select a.name as first, a.ts as firstTs, a.dur as firstDur,
             b.name as last, b.ts as lastTs, b.dur as lastDur
      from flow join slice a on a.id = slice_out join slice b on b.id = slice_in`)
  );
}

/** {@link labelTotals} as the trace processor has them. */
export function tracedLabelTotals(trace: TraceProcessor): SqlRow[] {
  return sorted(
    trace.query(`
      select category, name, count(*) as count, sum(dur) as total ${SLICES} group by category, name`)
  );
}

/** Titles of the slices and of those that they are in, ordered. */
export function enclosingTitles(profile: Profile): SqlRow[] {
  const { slices, tracks } = profile;
  const enclosing = enclosingSlices(slices, tracks.length);
  const titles = Array.from(enclosing, (outer, row) => ({
    name: sliceTitle(profile, row),
    outer: outer < 0 ? null : sliceTitle(profile, outer)
  }));
  return sorted(titles);
}

/** {@link enclosingTitles} as the trace processor has them. */
export function nestedNames(trace: TraceProcessor): SqlRow[] {
  return sorted(
    trace.query(`
      select slice.name as name, outer_slice.name as outer from slice
        left join slice outer_slice on slice.parent_id = outer_slice.id
      where slice.dur > 0`)
  );
}

/** Rows in an order that depends on their content alone. */
export function sorted(rows: readonly SqlRow[]): SqlRow[] {
  const text = (row: SqlRow): string => JSON.stringify(row);
  return [...rows].sort((a, b) => (text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0));
}

/** Asserts that slices, labels and flows of `trace` are those of `profile`, without complaint. */
export function expectSameSlices(trace: TraceProcessor, profile: Profile): void {
  expect(complaints(trace)).toEqual([]);
  expect(
    trace.query(`select count(*) as count, sum(dur) as total, max(depth) as depth ${SLICES}`)
  ).toEqual([sliceTotals(profile)]);
  expect(tracedLabelTotals(trace)).toEqual(labelTotals(profile));
}

/** The arguments of the slice with that name, in their order, as the trace processor types them. */
export function tracedArgs(
  trace: TraceProcessor,
  slice: string
): ReturnType<TraceProcessor['query']> {
  return trace.query(`
    select key, value_type as type, coalesce(int_value, real_value, string_value) as value
    from args where arg_set_id = (select arg_set_id from slice where name = '${slice}')
    order by id`);
}

/** Types of the rows on which a trace has instants that are not of a thread. */
export interface InstantRows {
  readonly global: string;
  readonly process: string;
  readonly asyncLane: string;
}

/**
 * Expects the instants of threads and lanes in order of time, those of the process and of the whole
 * trace on rows of their own, and a scope that no row stands for in the arguments.
 */
export function expectInstants(trace: TraceProcessor, profile: Profile, rows: InstantRows): void {
  const { instants, labels, strings, tracks } = profile;
  const marks = trace.query(`
    select ts, slice.name as name, thread.name as thread,
      iif(thread.name is null, track.type, null) as row,
      (select string_value from args where args.arg_set_id = slice.arg_set_id) as scope
    from slice join track on track_id = track.id
      left join thread_track on thread_track.id = track.id left join thread using (utid)
    where dur = 0 order by ts`);
  expect(marks).toEqual(
    Array.from(instants.time, (ts, at) => {
      const scope = instantScopeName(instants.scope[at]);
      const track = tracks[instants.track[at]];
      const row = scope === 'global' || scope === 'process' ? scope : track.kind;
      return {
        ts,
        name: strings[labels.name[instants.label[at]]],
        thread: row === 'thread' ? track.name : null,
        row: row in rows ? rows[row as keyof InstantRows] : null,
        scope: scope === 'task' || scope === 'marker' ? scope : null
      };
    })
  );
}

/** A profile of slices on one thread: name, start and duration of each. */
export function drawn(slices: readonly (readonly [string, number, number])[]): Profile {
  const builder = new ProfileBuilder();
  const track = builder.addTrack({ name: 'main', kind: 'thread' });
  for (const [name, start, duration] of slices) {
    builder.addSlice({ name, category: 'x', start, duration, track });
  }
  return builder.build(exampleMeta(1000));
}

/** The arguments of the slice `with args`, as a trace processor has them; `unusual` are not a number, and infinite. */
export function exampleArgs(
  prefix: string,
  unusual: readonly [notANumber: SqlRow, infinite: SqlRow]
): SqlRow[] {
  return [
    { key: `${prefix}.whole`, type: 'int', value: 42 },
    { key: `${prefix}.negative`, type: 'int', value: -7 },
    { key: `${prefix}.fraction`, type: 'real', value: 0.125 },
    { key: `${prefix}.huge`, type: 'real', value: 1e300 },
    { key: `${prefix}.beyondInt32`, type: 'int', value: 2 ** 40 },
    { key: `${prefix}.notANumber`, ...unusual[0] },
    { key: `${prefix}.infinite`, ...unusual[1] },
    { key: `${prefix}.text`, type: 'string', value: 'größe "quoted" \u0001' },
    { key: `${prefix}.shape`, type: 'string', value: '[1,224,224,3]' },
    { key: `${prefix}.emptyText`, type: 'string', value: '' },
    { key: `${prefix}.yes`, type: 'bool', value: 1 },
    { key: `${prefix}.no`, type: 'bool', value: 0 },
    { key: `${prefix}.odd\nkey`, type: 'string', value: 'value' }
  ];
}
