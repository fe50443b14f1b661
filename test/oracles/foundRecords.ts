import type { Profile } from 'kernelscope/model';
import type { TraceProcessor } from './traceProcessor';

/** What a reader finds in a trace; times from the first one, those of open slices without their end. */
export interface Found {
  readonly slices: readonly string[];
  readonly values: readonly string[];
  /** Arrows: the names and starts of the slices at both ends. */
  readonly arrows: readonly string[];
}

/** What is in a profile. */
export function foundBy(profile: Profile): Found {
  const { slices, instants, labels, strings, counters } = profile;
  const { args } = profile;
  const open = new Set(
    Array.from(args.slice).filter((_, arg) => strings[args.key[arg]] === 'unfinished')
  );
  const nameOf = (label: number): string => strings[labels.name[label]];
  const texts = Array.from(slices.label, (label, row) => ({
    name: nameOf(label),
    ts: slices.start[row],
    dur: open.has(row) ? -1 : slices.duration[row]
  }));
  const marks = Array.from(instants.label, (label, row) => ({
    name: nameOf(label),
    ts: instants.time[row],
    dur: 0
  }));
  const values = counters.flatMap(({ name, time, value }) =>
    Array.from(time, (ts, at) => ({ name, ts, value: value[at] }))
  );
  const { flows } = profile;
  const arrows = Array.from(flows.from, (from, flow) => ({
    from: texts[from],
    to: texts[flows.to[flow]]
  }));
  return inOrder([...texts, ...marks], values, arrows);
}

/** What the trace processor has. */
export function foundIn(trace: TraceProcessor): Found {
  const slices = trace.query('select coalesce(name, "") as name, ts, dur from slice');
  const values = trace.query(
    `select replace(t.name, ' value', '') as name, ts, value
     from counter join counter_track t on track_id = t.id`
  );
  const arrows = trace.query(`
    select f.slice_out as "from", f.slice_in as "to" from flow f`);
  const all = trace.query('select id, coalesce(name, "") as name, ts, dur from slice');
  const sliceOf = (id: unknown): Slice => all.find(slice => slice.id === id) as unknown as Slice;
  return inOrder(
    slices as unknown as Slice[],
    values as unknown as Value[],
    arrows.map(({ from, to }) => ({ from: sliceOf(from), to: sliceOf(to) }))
  );
}

interface Slice {
  readonly name: string;
  readonly ts: number;
  readonly dur: number;
}

interface Value {
  readonly name: string;
  readonly ts: number;
  readonly value: number;
}

interface Arrow {
  readonly from: Slice;
  readonly to: Slice;
}

function inOrder(
  slices: readonly Slice[],
  values: readonly Value[],
  arrows: readonly Arrow[]
): Found {
  const first = [...slices, ...values].reduce((least, { ts }) => Math.min(least, ts), Infinity);
  return {
    slices: slices.map(({ name, ts, dur }) => `${name} ${ts - first}+${dur}`).sort(),
    values: values.map(({ name, ts, value }) => `${name} ${ts - first}: ${value}`).sort(),
    arrows: arrows
      .map(({ from, to }) => `${from.name} ${from.ts - first} → ${to.name} ${to.ts - first}`)
      .sort()
  };
}
