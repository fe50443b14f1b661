import { encodeKinetoTrace } from 'kernelscope/formats';
import { beforeAll, describe, expect, test } from 'vitest';
import { richProfile } from '../support/richProfile';
import { complaints, flowEnds, tracedFlowEnds } from './expectedTrace';
import { type TraceProcessor, loadTrace } from './traceProcessor';

describe('the Chrome JSON of a session, with metadata', () => {
  const profile = richProfile(300);
  let trace: TraceProcessor;
  beforeAll(async () => {
    const metadata = new Map([['who', '{"name":"me"}']]);
    trace = await loadTrace(encodeKinetoTrace(profile, metadata));
  });

  test('loads without complaints, with its flows', () => {
    expect(complaints(trace)).toEqual([]);
    expect(tracedFlowEnds(trace)).toEqual(flowEnds(profile));
  });

  test('has the whole recording on a row of its own, outside all nesting', () => {
    const spans = trace.query(
      'select s.depth, s.dur, t.name as row from slice s join thread_track k on s.track_id = k.id ' +
        "join thread t using (utid) where s.category = 'Trace'"
    );
    expect(spans).toEqual([{ depth: 0, dur: profile.meta.durationNs, row: 'Spans' }]);
    const [{ n }] = trace.query(
      'select count(*) as n from slice a join slice b on a.parent_id = b.id ' +
        "where b.category = 'Trace'"
    );
    expect(n).toBe(0);
  });
});
