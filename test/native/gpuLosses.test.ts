import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ActivityBatch } from '../../src/native/gpuActivities';
import { runWithFake } from '../support/fakeCuda/runWithFake';
import { GPU_SCRIPT } from '../support/gpuScripts';

type Variables = Readonly<Record<string, string | undefined>>;

/** Records what a program does, with buffers for some tens of records. */
function record(program: string, env: Variables = {}, options = ''): ActivityBatch {
  const script = `
    gpu.start({ kinds: ['kernel'], bufferBytes: 4096, ${options} });
    openDevice();
    ${program}
    finish(gpu.drain(true));`;
  return runWithFake(GPU_SCRIPT + script, { env });
}

const TEN_BUFFERS = 'maxBytes: 40960';

describe('what a recording of GPUs loses', () => {
  it('is counted at the limit of bytes, and ends when somebody drains', () => {
    const script = `
      gpu.start({ kinds: ['kernel'], bufferBytes: 4096, ${TEN_BUFFERS} });
      openDevice();
      launch(2000);
      const full = gpu.drain(true);
      launch(10);
      finish([full, gpu.drain(true)]);`;
    const [full, later] = runWithFake<[ActivityBatch, ActivityBatch]>(GPU_SCRIPT + script);
    expect(full.kernels.length).toBeGreaterThan(100);
    expect(full.losses.refusedBuffers).toBeGreaterThan(0);
    expect(full.kernels.length + full.losses.dropped).toBe(2000);
    expect(full.bytes).toBeLessThanOrEqual(40_960);
    expect([later.kernels.length, later.losses.dropped]).toEqual([10, 0]);
  });

  it.each(['18', '26'])(
    'is counted by CUPTI of API %s too, which crashes without a buffer',
    api => {
      const env = { FAKE_CUPTI_VERSION: api, FAKE_CUDA_DRIVER: '12090' };
      const { kernels, losses } = record('launch(2000);', env, TEN_BUFFERS);
      expect(losses.refusedBuffers).toBeGreaterThan(0);
      expect(losses.dropped).toBeGreaterThan(0);
      expect(kernels.length + losses.dropped).toBe(2000);
    }
  );

  it.each(['18', '26'])(
    'is counted by CUPTI of API %s where there is no memory for a buffer, and ends with that',
    api => {
      const script = `
        const { execFileSync } = require('node:child_process');
        const { readFileSync } = require('node:fs');
        const limitTo = bytes => execFileSync('prlimit',
          ['--pid', String(process.pid), '--as=' + bytes + ':unlimited']);
        const usedKb = () => Number(/VmSize:\\s+(\\d+)/.exec(readFileSync('/proc/self/status'))[1]);
        const batch = () => {
          launch(20);
          const { kernels, losses } = gpu.drain(true);
          return [kernels.length, losses.dropped];
        };
        openDevice();
        gpu.start({ kinds: ['kernel'], bufferBytes: 256 << 20 });
        limitTo((usedKb() + (128 << 10)) * 1024);
        const without = [batch(), batch()];
        limitTo('unlimited');
        batch();
        finish([without, batch()]);`;
      const env = { FAKE_CUPTI_VERSION: api, FAKE_CUDA_DRIVER: '12090' };
      expect(runWithFake(GPU_SCRIPT + script, { env })).toEqual([
        [
          [0, 20],
          [0, 20]
        ],
        [20, 0]
      ]);
    }
  );

  it('has room for one buffer, whatever the limit', () => {
    expect(record('launch(3);', {}, 'maxBytes: 1').kernels.length).toBe(3);
  });

  it('is what CUPTI says that it dropped', () => {
    expect(record('launch(1);', { FAKE_GPU_DROPPED: '7' }).losses.dropped).toBe(7);
  });

  it('is the last record of a buffer that is cut off', () => {
    const { kernels, losses } = record('launch(40);', { FAKE_GPU_TRUNCATE: '8' });
    expect(losses.truncatedBuffers).toBeGreaterThan(1);
    expect(kernels.length).toBe(40 - losses.truncatedBuffers);
  });

  it('is a buffer that CUPTI cannot walk', () => {
    const { kernels, losses } = record('launch(5);', { FAKE_GPU_FAIL: 'next=21@1' });
    expect([kernels.length, losses.truncatedBuffers]).toEqual([0, 1]);
  });

  it('is what nobody knows, by its number', () => {
    const { kernels, losses } = record('launch(2);', { FAKE_GPU_UNKNOWN: '3' });
    expect(kernels.length).toBe(2);
    expect(losses.unknownKinds).toEqual([{ kind: 211, records: 3 }]);
  });

  it('is work that was not done when it was asked for, and what failed is told by name', () => {
    const program = 'launch(2); cuda.synchronizeNow(0); try { launch(3); } catch {}';
    const { kernels, losses, failures } = record(program, { FAKE_GPU_LOST: '4' });
    expect(kernels.length).toBeGreaterThanOrEqual(2);
    expect(kernels.length + losses.untimed).toBe(4);
    expect(losses.untimed).toBeGreaterThan(0);
    expect(failures).toEqual([
      { call: 'cuCtxSynchronize', code: 719, name: 'CUDA_ERROR_LAUNCH_FAILED' }
    ]);
  });

  it('is a wait for a GPU whose calls are captured, which the capture survives', () => {
    const script = `
      openDevice();
      gpu.start({ kinds: ['kernel'] });
      const stream = cuda.createStream(0);
      cuda.beginCapture(stream);
      launch(2, 'scale', stream);
      const during = gpu.drain(true).failures;
      const { id, nodes } = cuda.endCapture();
      cuda.launchGraph(id, stream);
      const { failures, kernels } = gpu.drain(true);
      finish([during, nodes, failures, kernels.length]);`;
    const unsupported = {
      call: 'cuCtxSynchronize',
      code: 900,
      name: 'CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED'
    };
    expect(runWithFake(GPU_SCRIPT + script)).toEqual([[unsupported], 2, [], 2]);
  });

  it('comes with what CUPTI answered, where it can neither flush nor count', () => {
    const env = { FAKE_GPU_FAIL: 'flush=999,dropped=15' };
    const { failures } = record('launch(1);', env);
    expect(failures).toEqual([
      { call: 'cuptiActivityFlushAll', code: 999, name: 'CUPTI_ERROR_UNKNOWN' },
      {
        call: 'cuptiActivityGetNumDroppedRecords',
        code: 15,
        name: 'CUPTI_ERROR_NOT_INITIALIZED'
      }
    ]);
  });

  it('is told once, in the batch in which it was', () => {
    const script = `
      gpu.start({ kinds: ['kernel'] });
      openDevice();
      launch(1);
      const first = gpu.drain(true);
      launch(1);
      finish([first.losses.unknownKinds, gpu.drain(true).losses.unknownKinds]);`;
    const counted = [{ kind: 211, records: 2 }];
    expect(runWithFake(GPU_SCRIPT + script, { env: { FAKE_GPU_UNKNOWN: '2' } })).toEqual([
      counted,
      counted
    ]);
  });
});

describe('a recorded stream', () => {
  const folder = () => mkdtempSync(path.join(tmpdir(), 'kernelscope-stream-'));

  it('gives the same records when it is replayed', () => {
    const scratch = folder();
    const file = path.join(scratch, 'stream');
    const script = `
      gpu.start({ kinds: KINDS, recordTo: process.env.RECORD_TO });
      openDevice();
      gpu.pushId(5);
      launch(30, '_Z4gemmPfi');
      cuda.upload(device.memory.id, 0, new Uint8Array(64), 0, 0);
      gpu.popId();
      finish(gpu.drain(true));`;
    const replay = 'gpu.start({ kinds: KINDS }); finish(gpu.drain(true));';
    const live = runWithFake<ActivityBatch>(GPU_SCRIPT + script, { env: { RECORD_TO: file } });
    const version = readFileSync(file).readUInt32LE(12);
    const again = runWithFake<ActivityBatch>(GPU_SCRIPT + replay, {
      env: { FAKE_GPU_REPLAY: file, FAKE_CUPTI_VERSION: String(version) }
    });
    rmSync(scratch, { recursive: true });
    const shift = Number(again.originNs - live.originNs);
    const textsOf = ({ strings }: ActivityBatch, numbers: Uint32Array) =>
      [...numbers].map(number => strings[number - 1]);
    expect(version).toBe(130_001);
    expect(again.kernels.length).toBe(30);
    expect([...again.kernels.start].map(start => start + shift)).toEqual([...live.kernels.start]);
    expect(again.kernels.gridY).toEqual(live.kernels.gridY);
    expect(textsOf(again, again.kernels.name)).toEqual(textsOf(live, live.kernels.name));
    // The stream goes on with the calls by which the recording waited for the GPU.
    const calls = textsOf(again, again.calls.name);
    expect(calls.slice(0, live.calls.length)).toEqual(textsOf(live, live.calls.name));
    expect(textsOf(again, again.devices.name)).toContain('NVIDIA H200');
    expect(again.externalIds).toEqual(live.externalIds);
    expect(again.copies.bytes).toEqual(live.copies.bytes);
  });

  it('is refused where its file cannot be written, and nothing is recorded', () => {
    const script = `
      let code;
      try {
        gpu.start({ kinds: ['kernel'], recordTo: '/nonexistent/stream' });
      } catch (error) {
        code = error.code;
      }
      finish([code, gpu.start({ kinds: ['kernel'] }).kinds]);`;
    expect(runWithFake(script)).toEqual(['NO_FILE', ['kernel']]);
  });
});
