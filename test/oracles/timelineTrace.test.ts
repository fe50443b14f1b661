import { encodeTimelineTrace } from 'kernelscope/formats';
import { beforeAll, describe, expect, test } from 'vitest';
import { drawProfile } from '../support/drawProfile';
import { richProfile } from '../support/richProfile';
import { complaints, flowEnds, tracedFlowEnds } from './expectedTrace';
import { type TraceProcessor, loadTrace } from './traceProcessor';

describe('a timeline in order of time, with ranges as pairs', () => {
  const profile = richProfile(300);
  let trace: TraceProcessor;
  beforeAll(async () => {
    trace = await loadTrace(encodeTimelineTrace(profile));
  });

  test('loads without complaints, with its flows', () => {
    expect(complaints(trace)).toEqual([]);
    expect(tracedFlowEnds(trace)).toEqual(flowEnds(profile));
  });
});

test('every range is a whole slice with its duration, whatever it begins or ends with', async () => {
  const drawn = drawProfile(`
    main |[train                    ][train ][eval]
         |[epoch      ][epoch       ][epoch ]
         | [op/conv  ][op/conv][step]
         |  [step][s]
    lane |   [download    ]
         |[x]`);
  const { slices, labels, strings } = drawn;
  const rows = Array.from({ length: slices.length }, (_, row) => row);
  const expected = rows
    .filter(row => strings[labels.category[slices.label[row]]] === 'range')
    .map(row => `${strings[labels.name[slices.label[row]]]} ${slices.duration[row]}`);
  const trace = await loadTrace(encodeTimelineTrace(drawn));
  const traced = trace.query("select name, dur from slice where category = 'user_annotation'");
  expect(complaints(trace)).toEqual([]);
  expect(traced.map(({ name, dur }) => `${String(name)} ${String(dur)}`).sort()).toEqual(
    expected.sort()
  );
});
