import { describe, expect, it } from 'vitest';
import type { ActivityBatch } from '../../src/native/gpuActivities';
import { ADDON, runWithFake } from '../support/fakeCuda/runWithFake';

describe('NVTX ranges of this process', () => {
  // What a range of `cuda.nvtx` calls.
  const RANGE = `
    const range = () => {
      nvtx.attach(process.env.NVTX_INJECTION64_PATH ?? '');
      nvtx.end(nvtx.start('mine'));
    };`;

  it.each([
    ['first in it', '', 'marker', 2],
    ['before it', 'range();', 'marker', 2],
    ['first in a second one', "gpu.start({ kinds: ['marker'] }); gpu.stop();", 'marker', 2],
    ['in one of kernels', '', 'kernel', 0]
  ])('reach CUPTI in a recording of markers: used %s', (_, before, kind, markers) => {
    const script = `${RANGE}
      ${before}
      gpu.start({ kinds: ['${kind}'] });
      range();
      finish(gpu.drain(true).markers.length);`;
    expect(runWithFake(script, { env: { NVTX_INJECTION64_PATH: undefined } })).toBe(markers);
  });
});

describe('NVTX ranges of other libraries', () => {
  const MARKERS = `
    const tool = process.env.NVTX_INJECTION64_PATH;
    gpu.start({ kinds: ['marker'] });
    const during = process.env.NVTX_INJECTION64_PATH;
    // What emitNvtx would do: CUPTI is no tool that somebody named.
    const own = nvtx.attach(during ?? '');
    gpu.stop();
    finish({ tool, during, own, after: process.env.NVTX_INJECTION64_PATH });`;

  it('are pointed to CUPTI while markers are recorded, which is not a tool for our operators', () => {
    const env = { NVTX_INJECTION64_PATH: undefined };
    const { during, ...rest } = runWithFake<Record<string, string | undefined>>(MARKERS, { env });
    expect(during).toContain('/fakeCuda/');
    expect(rest).toEqual({ tool: undefined, own: 'noTool', after: undefined });
  });

  it('stay with the tool that was named, which takes ours too', () => {
    const env = { NVTX_INJECTION64_PATH: 'libm.so.6' };
    const tool = 'libm.so.6';
    expect(runWithFake(MARKERS, { env })).toEqual({
      tool,
      during: tool,
      own: 'noEntry',
      after: tool
    });
  });

  it('are not led to CUPTI for child processes that emit their own', () => {
    const script = `
      gpu.start({ kinds: ['marker'] });
      const child = require('node:child_process').spawnSync(process.execPath, ['-e',
        'process.stdout.write(require(process.env.ADDON).nvtx.attach(' +
        'process.env.NVTX_INJECTION64_PATH))'], { encoding: 'utf8', timeout: 20000,
          env: { ...process.env, ADDON: process.env.ADDON } });
      finish(child.stdout);`;
    expect(runWithFake(script, { env: { ADDON, NVTX_INJECTION64_PATH: undefined } })).toBe(
      'noTool'
    );
  });

  it('come as markers with both ends, their names and their thread', () => {
    const script = `
      gpu.start({ kinds: ['marker'] });
      nvtx.push('outer');
      nvtx.push('inner');
      nvtx.pop();
      nvtx.pop();
      nvtx.end(nvtx.start('later'));
      finish({ pid: process.pid, batch: gpu.drain(true) });`;
    const { pid, batch } = runWithFake<{ pid: number; batch: ActivityBatch }>(script);
    const { markers, strings } = batch;
    const [START, END] = [2, 4];
    expect([...markers.name].map(name => strings[name - 1] ?? '')).toEqual([
      'outer',
      'inner',
      '',
      '',
      'later',
      ''
    ]);
    expect([...markers.flags]).toEqual([START, START, END, END, START, END]);
    expect([...markers.id]).toEqual([1, 2, 2, 1, 3, 3]);
    expect([...markers.thread]).toEqual([pid, pid, pid, pid, 0, 0]);
    expect([...markers.domain]).toEqual([0, 0, 0, 0, 0, 0]);
    expect([...markers.time]).toEqual([...markers.time].sort((a, b) => a - b));
  });
});
