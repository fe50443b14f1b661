import { queryProfiles } from '../../src/engine/sql/queryProfiles';
import { encodePerfetto } from 'kernelscope/formats';
import type { QueryRow } from '../../src/model/output/queryTable';
import { beforeAll, describe, expect, test } from 'vitest';
import { largeProfile } from '../support/largeProfile';
import { richProfile } from '../support/richProfile';
import { seen, SLICES } from './expectedTrace';
import { type SqlRow, type TraceProcessor, loadTrace } from './traceProcessor';

const profiles = { 'a rich profile': richProfile(300), 'a training loop': largeProfile(100) };

/** The same question to both, whose columns and rows have to be equal. */
const QUESTIONS = [
  [
    'slices by name',
    'SELECT name, category, count(*) AS calls, sum(dur_ns) AS total FROM slices WHERE dur_ns > 0 GROUP BY 1, 2',
    `select name, category, count(*) as calls, sum(dur) as total ${SLICES} group by 1, 2`
  ],
  [
    'the longest slices',
    'SELECT ts_ns, dur_ns, name, depth FROM slices ORDER BY dur_ns DESC, ts_ns, depth LIMIT 20',
    `select ts as ts_ns, dur as dur_ns, name, depth ${SLICES} order by dur desc, ts, depth limit 20`
  ],
  [
    'slices by what is directly around them',
    'SELECT p.name AS outer_name, s.name, count(*) AS calls FROM slices AS s JOIN slices AS p ON p.id = s.parent_id WHERE s.dur_ns > 0 GROUP BY 1, 2',
    'select p.name as outer_name, s.name, count(*) as calls from slice s join slice p on p.id = s.parent_id where s.dur > 0 group by 1, 2'
  ],
  [
    'values of counters',
    'SELECT name, count(*) AS points, min(value) AS least, max(value) AS most FROM counters GROUP BY 1',
    "select t.name, count(*) as points, min(value) as least, max(value) as most from counter c join counter_track t on t.id = c.track_id where t.type glob '*track_event' group by 1"
  ],
  [
    'samples by function',
    'SELECT name, count(*) AS hits FROM samples WHERE stack_id IS NOT NULL GROUP BY 1',
    'select f.name, count(*) as hits from perf_sample s join stack_profile_callsite c on c.id = s.callsite_id join stack_profile_frame f on f.id = c.frame_id group by 1'
  ]
] as const;

/** Rows in one order, with texts as a reader of UTF-8 sees them. */
function ordered(rows: readonly (QueryRow | SqlRow)[]): string[] {
  return rows.map(row => seen(JSON.stringify(row))).sort();
}

describe.each(Object.entries(profiles))('queries over %s', (_title, profile) => {
  let trace: TraceProcessor;
  beforeAll(async () => {
    trace = await loadTrace(encodePerfetto(profile));
  });

  test.each(QUESTIONS)('find what the trace processor finds: %s', async (_what, ours, theirs) => {
    const expected = ordered(trace.query(theirs));
    expect(ordered([...(await queryProfiles([profile], ours))])).toEqual(expected);
  });
});
