import { readFileSync } from 'node:fs';
import type { Profile } from 'kernelscope/model';
import { beforeAll, expect, test } from 'vitest';
import { readPerfettoTrace } from '../../src/formats/perfetto/read';
import { seeds } from '../fuzz/inputs';
import { sdkTrace } from './sdkTrace';
import type { TraceProcessor } from './traceProcessor';
import { openLoader } from './traceProcessor';

let load: (trace: Uint8Array) => TraceProcessor;
beforeAll(async () => {
  load = await openLoader();
});

/** What a reader finds in a trace; times from the first one, those of open slices without their end. */
interface Found {
  readonly slices: readonly string[];
  readonly values: readonly string[];
}

function read(trace: Uint8Array): Found {
  return foundBy(readPerfettoTrace(trace, { id: 'read', name: 'trace', writtenAtMs: 0 }));
}

function foundBy(profile: Profile): Found {
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
  return inOrder([...texts, ...marks], values);
}

function processed(trace: TraceProcessor): Found {
  const slices = trace.query('select coalesce(name, "") as name, ts, dur from slice');
  const values = trace.query(
    'select t.name as name, ts, value from counter join counter_track t on track_id = t.id'
  );
  return inOrder(slices as unknown as Slice[], values as unknown as Value[]);
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

function inOrder(slices: readonly Slice[], values: readonly Value[]): Found {
  const first = [...slices, ...values].reduce((least, { ts }) => Math.min(least, ts), Infinity);
  return {
    slices: slices.map(({ name, ts, dur }) => `${name} ${ts - first}+${dur}`).sort(),
    values: values.map(({ name, ts, value }) => `${name} ${ts - first}: ${value}`).sort()
  };
}

test('a trace of the SDK has what the trace processor finds in it', { timeout: 600_000 }, () => {
  for (const { seed, random } of seeds(12)) {
    const trace = sdkTrace(random);
    expect(read(trace), `seed ${seed}`).toEqual(processed(load(trace)));
  }
});

test.each(['incrementalClocks', 'linkedClocks', 'lostPackets', 'clearedCounters', 'outOfOrder'])(
  'the trace %s has what the trace processor finds in it',
  name => {
    const trace = readFileSync(
      new URL(`../golden/perfetto/${name}.perfetto-trace`, import.meta.url)
    );
    const found = read(trace);
    expect(found).toEqual(processed(load(trace)));
    expect(found.slices.length + found.values.length).toBeGreaterThan(0);
  }
);
