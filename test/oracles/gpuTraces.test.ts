import { encodeKinetoTrace, encodePerfetto } from 'kernelscope/formats';
import { beforeAll, describe, expect, test } from 'vitest';
import { GPU_STEPS, gpuProfile } from '../support/gpuProfile';
import { gpuTraining } from '../support/gpuTraining';
import { complaints, flowEnds, tracedFlowEnds } from './expectedTrace';
import { type TraceProcessor, loadTrace } from './traceProcessor';

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

describe('a Perfetto trace of a training on two GPUs', () => {
  const training = gpuTraining({ gpus: 2 });
  let trace: TraceProcessor;
  beforeAll(async () => {
    trace = await loadTrace(encodePerfetto(training));
  });

  test('has every arrow, from the call to what it launched', () => {
    expect(complaints(trace)).toEqual([]);
    expect(tracedFlowEnds(trace)).toEqual(flowEnds(training));
    const calls = trace.query(`
      select distinct slice.name as name from flow join slice on slice.id = flow.slice_out
      order by name`);
    expect(calls.map(({ name }) => name)).toEqual([
      ...['cudaLaunchKernel', 'cudaMemcpy', 'cudaMemcpyAsync', 'cudaMemsetAsync']
    ]);
  });

  test('shows counters of a GPU with their units above its streams, in this order', () => {
    const rows = trace.query(`
      select track.name as name, unit, gpu.name as gpu,
             extract_arg(gpu.source_arg_set_id, 'child_ordering') as ordering
      from track left join counter_track using (id) join track gpu on track.parent_id = gpu.id
      where gpu.name glob 'GPU 1*'
      order by extract_arg(track.source_arg_set_id, 'sibling_order_rank')`);
    expect(rows.map(({ name, unit }) => [name, unit].join(' '))).toEqual([
      ...['utilization %', 'memory utilization %', 'power W', 'SM clock Hz', 'PCIe received B/s'],
      ...['SM active %', 'stream 7 ', 'stream 13 ']
    ]);
    expect(new Set(rows.map(({ ordering }) => ordering))).toEqual(new Set(['explicit']));
    expect(new Set(rows.map(({ gpu }) => gpu))).toEqual(new Set(['GPU 1 (NVIDIA H200)']));
  });

  test('has what each kernel was launched with', () => {
    const launches = trace.query(`
      select distinct extract_arg(arg_set_id, 'debug.grid') as grid,
             extract_arg(arg_set_id, 'debug.registers per thread') as registers
      from slice where name glob 'softmax*'`);
    expect(launches).toEqual([{ grid: '[64, 1, 1]', registers: 40 }]);
  });
});

test('Chrome JSON has the counters of a GPU in its process', async () => {
  const trace = await loadTrace(encodeKinetoTrace(gpuTraining()));
  const rows = trace.query(`
    select distinct process.name as gpu, process_counter_track.name as name
    from process_counter_track join process using (upid)
    where process.name glob 'GPU*' order by name`);
  expect(rows).toContainEqual({ gpu: 'GPU 0 (NVIDIA H200)', name: 'power watts' });
  expect(complaints(trace)).toEqual([]);
});
