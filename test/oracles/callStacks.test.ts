import { beforeAll, describe, expect, test } from 'vitest';
import { encodeKinetoTrace } from '../../src/formats/chrome/kinetoTrace';
import { sampledThreads, sampleSlices } from '../../src/formats/shared/rows/sampleSlices';
import { sampledProfile } from '../support/sampledProfile';
import { complaints } from './expectedTrace';
import { type TraceProcessor, loadTrace } from './traceProcessor';

describe('call stacks in the Chrome JSON of an output tree', () => {
  const profile = sampledProfile({ samples: 2000, names: ['f', 'g', 'h'] });
  let trace: TraceProcessor;
  beforeAll(async () => {
    trace = await loadTrace(encodeKinetoTrace(profile, new Map(), { callStacks: true }));
  });

  test('load without complaints, every function as long as it was on the stack', () => {
    expect(complaints(trace)).toEqual([]);
    const threads = [...sampledThreads(profile).values()];
    const slices = threads.map(rows => sampleSlices(profile, rows));
    const [{ n, ns }] = trace.query(
      "select count(*) as n, sum(dur) as ns from slice where category = 'call stack'"
    );
    expect(n).toBe(slices.reduce((sum, { length }) => sum + length, 0));
    const durations = slices.flatMap(({ duration }) => [...duration]);
    expect(ns).toBe(durations.reduce((sum, each) => sum + each, 0));
  });

  test('nest as the stacks do, on a row for each thread', () => {
    const rows = trace.query(
      'select t.name as row, max(s.depth) > 3 as deep from slice s ' +
        'join thread_track k on s.track_id = k.id join thread t using (utid) ' +
        "where s.category = 'call stack' group by k.id"
    );
    expect(rows).toEqual([
      { row: 'Call stack', deep: 1 },
      { row: 'Call stack', deep: 1 }
    ]);
  });
});
