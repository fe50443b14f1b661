import { describe, expect, it } from 'vitest';
import { runOnGpu } from './gpuWork';

/** What a script left behind of a GPU’s memory. */
interface MemoryFile {
  readonly text: string;
  readonly pid: number;
}

/** A run of MXNet’s profiler around `body`, which may keep memory; with its file. */
const memoryFileOf = (body: string, config = ''): MemoryFile =>
  runOnGpu<MemoryFile>(`
    const folder = fs.mkdtempSync(require('node:os').tmpdir() + '/mxnet-');
    const prefix = folder + '/gpu_memory_profile';
    profiler.setConfig({
      filename: folder + '/test_profiler.json',
      gpuMemoryProfileFilenamePrefix: prefix,
      continuousDump: false,
      ${config}
    });
    const kept = [];
    const ops = {
      dot(bytes) { kept.push(cuda.alloc(bytes)); },
      _random_uniform(bytes) { kept.push(cuda.alloc(bytes)); },
      passing(bytes) { cuda.alloc(bytes).dispose(); }
    };
    instrument(ops);
    profiler.setState('run');
    ${body}
    profiler.setState('stop');
    profiler.dump({ finished: true });
    const file = prefix + '-pid_' + process.pid + '.csv';
    finish({ text: fs.readFileSync(file, 'utf8'), pid: process.pid });`);

const HEADER = '"Attribute Name","Requested Size","Device","Actual Size","Reuse?"';

/** The lines below the heading, as their fields. */
const rowsOf = ({ text }: MemoryFile): string[][] =>
  text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map(line => line.slice(1, -1).split('","'));

describe('test_profiler_gpu.py', () => {
  it('test_gpu_memory_profiler: each piece has its scope, its operator and its size', () => {
    const file = memoryFileOf(`
      scope('tensordot', () => {
        ops.dot(16777216);
        ops.dot(8388608);
      });
      scope('init', () => ops._random_uniform(33554432));
      ops.passing(4096);
      await new Promise(resolve => setTimeout(resolve, 300));`);
    expect(file.text.split('\n')[0]).toBe(HEADER);
    const rows = rowsOf(file);
    expect(rows.slice(0, -1)).toEqual([
      ['init:_random_uniform', '33554432', 'gpu/0', '33554432', '0'],
      ['tensordot:dot', '16777216', 'gpu/0', '16777216', '0'],
      ['tensordot:dot', '8388608', 'gpu/0', '8388608', '0']
    ]);
    const [name, requested, device, actual] = rows.at(-1)!;
    expect([name, device]).toEqual(['nvml_amend', 'gpu/0']);
    expect(actual).toBe(requested);
    expect(Number(requested)).toBeGreaterThanOrEqual(0);
  });

  it('has the scope of memory that a program asks for directly, whenever the scope was opened', () => {
    const rows = rowsOf(
      memoryFileOf(`
      profiler.setState('stop');
      const open = scope('model');
      profiler.setState('run');
      kept.push(cuda.alloc(100), cuda.buffer(new Float32Array(50)));
      scope('encoder', () => kept.push(cuda.alloc(300)));
      profiler.setState('stop');
      profiler.setState('run');
      await scope('head:', async () => {
        await null;
        kept.push(cuda.alloc(400));
        profiler.pause();
        kept.push(cuda.alloc(500));
        profiler.resume();
        scope('bare', () => ops.dot(600), { appendMode: false });
      });
      open.dispose();
      kept.push(cuda.alloc(700));`)
    );
    expect(rows.filter(([name]) => name !== 'nvml_amend')).toEqual([
      ['<unk>:cuMemAlloc_v2', '700', 'gpu/0', '700', '0'],
      ['bare:dot', '600', 'gpu/0', '600', '0'],
      ['model:cuMemAlloc_v2', '100', 'gpu/0', '100', '0'],
      ['model:cuMemAlloc_v2', '200', 'gpu/0', '200', '0'],
      ['model:encoder:cuMemAlloc_v2', '300', 'gpu/0', '300', '0'],
      ['model:head:cuMemAlloc_v2', '400', 'gpu/0', '400', '0']
    ]);
  });

  it('no allocation is unknown: outside of operators it is named by what asked for it', () => {
    const rows = rowsOf(memoryFileOf('kept.push(cuda.alloc(256)); ops.dot(512);'));
    const names = rows.map(([name]) => name);
    expect(names).toContain('<unk>:dot');
    expect(names).not.toContain('<unk>:');
    expect(names).not.toContain('<unk>:unknown');
  });

  it('says nothing of a GPU’s memory without profileMemory', () => {
    const run = (): MemoryFile => memoryFileOf('ops.dot(512);', 'profileMemory: false');
    expect(run).toThrow(/ENOENT.*gpu_memory_profile-pid_/);
  });
});

describe('a run of MXNet’s profiler on a GPU', () => {
  it('records kernels and calls with profileApi, and counts them in dumps', () => {
    const text = runOnGpu<string>(`
      profiler.setConfig({ aggregateStats: true, continuousDump: false });
      profiler.setState('run');
      payload();
      profiler.setState('stop');
      finish(profiler.dumps());`);
    expect(text).toMatch(/^kernel\n=+$/m);
    expect(text).toMatch(/^scale +1 /m);
    expect(text).toMatch(/^cuda_driver\n=+$/m);
    expect(text).toMatch(/^Memcpy HtoD/m);
  });
});
