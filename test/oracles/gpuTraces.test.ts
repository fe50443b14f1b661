import { encodeKinetoTrace, encodePerfetto } from 'kernelscope/formats';
import { beforeAll, describe, expect, test } from 'vitest';
import { GPU_STEPS, gpuProfile } from '../support/gpuProfile';
import { complaints, flowEnds, tracedFlowEnds } from './expectedTrace';
import type { TraceProcessor } from './traceProcessor';
import { loadTrace } from './traceProcessor';

const profile = gpuProfile();

describe.each([
  ['Perfetto trace', encodePerfetto],
  ['Chrome trace', encodeKinetoTrace]
] as const)('the %s of work on GPUs', (_, encode) => {
  let trace: TraceProcessor;
  beforeAll(async () => {
    trace = await loadTrace(encode(profile));
  });

  test('has an arrow from every launch to what it launched, and to every backward operator', () => {
    expect(complaints(trace)).toEqual([]);
    const arrows = tracedFlowEnds(trace);
    expect(arrows).toEqual(flowEnds(profile));
    expect(arrows.length).toBe(GPU_STEPS * 4);
  });

  test('has the work by its kind', () => {
    const kinds = trace.query(`
      select category, count(*) as count from slice
      where category in ('kernel', 'gpu_memcpy', 'gpu_memset', 'cuda_runtime')
      group by category order by category`);
    expect(kinds).toEqual([
      { category: 'cuda_runtime', count: GPU_STEPS * 3 },
      { category: 'gpu_memcpy', count: GPU_STEPS },
      { category: 'gpu_memset', count: GPU_STEPS },
      { category: 'kernel', count: GPU_STEPS }
    ]);
  });
});

const STREAMS = [0, 1].flatMap(gpu =>
  ['stream 13', 'stream 7'].map(stream => ({ gpu: `GPU ${gpu}`, stream }))
);

test('Chrome JSON has GPUs as processes and their streams as threads', async () => {
  const trace = await loadTrace(encodeKinetoTrace(profile));
  const rows = trace.query(`
    select distinct process.name as gpu, thread.name as stream
    from slice join thread_track on track_id = thread_track.id
      join thread using (utid) join process using (upid)
    where category in ('kernel', 'gpu_memcpy', 'gpu_memset') order by 1, 2`);
  expect(rows).toEqual(STREAMS);
});

test('a Perfetto trace has the streams below their GPUs', async () => {
  const trace = await loadTrace(encodePerfetto(profile));
  const rows = trace.query(`
    select distinct gpu.name as gpu, stream.name as stream
    from slice join track stream on track_id = stream.id join track gpu on stream.parent_id = gpu.id
    where category in ('kernel', 'gpu_memcpy', 'gpu_memset') order by 1, 2`);
  expect(rows).toEqual(STREAMS);
});
