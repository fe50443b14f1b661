import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildFakeCuda, LIBRARY_NAMES } from '../support/fakeCuda/build';
import { SAMPLED } from '../support/sampledTests';
import { type Execution, KernelClient } from './kernelClient';
import { isProfile, PROFILE_MIME, profileOf } from './probe';

/** What a bundle tells of sources. */
interface ToldSources {
  readonly sources: readonly { readonly source: string; readonly message: string }[];
}

const FAKE = buildFakeCuda().folder;

/** Finds the stand-in for CUDA before any other. */
const WITH_FAKE = { KERNELSCOPE_CUDA_LIBRARIES: FAKE };

/** Cells that use a GPU through TypeScript. */
const SETUP = `import { cuda, profile, range } from 'kernelscope';
const module = cuda.compile('extern "C" __global__ void scale(float* x, int n) { ' +
  'int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = x[i] * 2.0f + 1.0f; }');
const held = cuda.alloc(1 << 20);
const work = () => range('on the GPU', () => cuda.buffer(new Float32Array(64).fill(1), x => {
  cuda.launch(module.fn('scale'), 1, 64, [x, 64]);
  return x.download(Float32Array)[0];
}));`;

const tableOf = (execution: Execution): string => String(profileOf(execution)['text/plain']);

function messageOfCuda(execution: Execution): string {
  const { sources } = profileOf(execution)[PROFILE_MIME] as ToldSources;
  return sources.find(({ source }) => source === 'cuda')?.message ?? 'none';
}

/** All text that an execution showed. */
const shownText = ({ outputs }: Execution): string =>
  outputs.map(output => ('data' in output ? String(output.data['text/plain']) : '')).join('\n');

describe('cells that work on a GPU', () => {
  let kernel: KernelClient;

  beforeAll(async () => {
    kernel = await KernelClient.start(WITH_FAKE);
    const { reply } = await kernel.execute(SETUP);
    expect(reply).toMatchObject({ status: 'ok' });
  });
  afterAll(() => kernel.dispose());

  it.each(['%%profile', '%%profile --gpu'])('have kernels and copies with %s', async magic => {
    const execution = await kernel.execute(`${magic} -n 0\nwork();`);
    expect(tableOf(execution)).toMatch(/^scale +1 /m);
    expect(tableOf(execution)).toMatch(/^Memcpy HtoD/m);
    expect(messageOfCuda(execution)).toBe('');
  });

  it('have the profiler scope of memory that they ask for directly', async () => {
    await kernel.execute(`%%profile -n 0
import { scope } from 'kernelscope';
const first = scope('enc', () => cuda.alloc(444));
const open = scope('dec');
const second = cuda.alloc(555);
open.dispose();
const third = range('step', () => scope('outer', () => scope('inner', () => cuda.alloc(666))));
const later = await scope('later', async () => { await null; return cuda.alloc(777); });
const last = cuda.alloc(888);`);
    const { id } = await kernel.execute(`const { allocations, strings } = profile.last!.data;
for (let row = 0; row < allocations.length; row++) {
  const [name, where] = [allocations.name[row], allocations.scope[row]].map(at => strings[at]);
  console.log(allocations.bytes[row], where, name);
}`);
    expect(kernel.textOf(id).trim().split('\n')).toEqual([
      expect.stringMatching(/^444 enc: cuMemAlloc/),
      expect.stringMatching(/^555 dec: cuMemAlloc/),
      '666 outer:inner: step',
      expect.stringMatching(/^777 later: cuMemAlloc/),
      expect.stringMatching(/^888 <unk>: cuMemAlloc/)
    ]);
  });

  it('have none of them with --no-gpu, and where gpu=off is the setting', async () => {
    expect(tableOf(await kernel.execute('%%profile --no-gpu -n 0\nwork();'))).not.toMatch(
      /^scale/m
    );
    await kernel.execute('%profile config gpu=off');
    expect(tableOf(await kernel.execute('%%profile -n 0\nwork();'))).not.toMatch(/^scale/m);
    expect(tableOf(await kernel.execute('%%profile --gpu -n 0\nwork();'))).toMatch(/^scale/m);
    await kernel.execute('%profile config gpu=auto');
    expect(tableOf(await kernel.execute('%%profile -n 0\nwork();'))).toMatch(/^scale/m);
  });

  it('keep budgets of GPUs, and miss them', async () => {
    const kept = '%%profile -q --assert "gpuIdle <= 100%; peak(gpu) < 1 GB"\nwork();';
    expect((await kernel.execute(kept)).reply['status']).toBe('ok');
    const missed = await kernel.execute('%%profile --assert "gpuIdle < 1%"\nwork();');
    expect(missed.reply['status']).toBe('error');
    expect((missed.reply['traceback'] as string[]).join('\n')).toMatch(/gpuIdle/);
    expect(missed.outputs.filter(isProfile)).toHaveLength(1);
  });

  it.each([
    [
      'the host computed',
      'for (const end = performance.now() + 25; performance.now() < end; );',
      /^GPU 0 was idle for .* while the host ran code: `/
    ],
    [
      'the host waited',
      'await new Promise(resolve => setTimeout(resolve, 25));',
      /^GPU 0 was idle for .* while the host waited at `Cell \[\d+\]:4`\.$/
    ]
  ])(
    'have as a finding that the GPU was idle, where %s between launches',
    SAMPLED,
    async (...planted) => {
      const [, between, sentence] = planted;
      const cell = `%%profile\nfor (let step = 0; step < 8; step++) {\n  work();\n  ${between}\n}`;
      const [first, second] = tableOf(await kernel.execute(cell)).match(/(?<=^\d\. ).*$/gm) ?? [];
      expect([first, second]).toContainEqual(expect.stringMatching(sentence));
    }
  );

  it('are described by %profile doctor', async () => {
    const text = shownText(await kernel.execute('%profile doctor'));
    expect(text).toMatch(/^ok +GPU +ready: NVIDIA H200/m);
    expect(text).toMatch(/^ok +metrics of GPU 0 +sampled on /m);
  });

  it('complete the options of GPUs', async () => {
    const code = '%%profile --gp';
    const reply = await kernel.request('complete_request', { code, cursor_pos: code.length });
    expect(reply['matches']).toEqual(['--gpu-wait', '--gpu']);
  });
});

describe('cells where the driver does not start', () => {
  let kernel: KernelClient;

  beforeAll(async () => {
    kernel = await KernelClient.start({ ...WITH_FAKE, FAKE_GPU_FAIL: 'cuInit=999' });
  });
  afterAll(() => kernel.dispose());

  it('run with --gpu, and say why nothing of a GPU is there, with the number and the cure', async () => {
    const execution = await kernel.execute('%%profile --gpu\n1 + 1;');
    expect(execution.reply['status']).toBe('ok');
    expect(messageOfCuda(execution)).toMatch(/\(driver-error\).*\(999\).*nvidia-smi/);
    expect(tableOf(execution).match(/driver-error/g)).toHaveLength(1);
  });

  it('have the cure in %profile doctor', async () => {
    const text = shownText(await kernel.execute('%profile doctor'));
    expect(text).toMatch(/^failed +GPU +driver-error: .*\(999\)/m);
    expect(text).toContain('Run nvidia-smi');
  });
});

describe('a kernel that a Python with NVIDIA’s packages launches', () => {
  const LAUNCHER = fileURLToPath(new URL('../../kernel-bridge/python', import.meta.url));
  let home: string;

  beforeAll(() => {
    home = mkdtempSync(path.join(tmpdir(), 'kernelscope-packages-'));
    execFileSync('python3', ['-m', 'venv', '--without-pip', home]);
    const [python] = readdirSync(path.join(home, 'lib'));
    const libraries = path.join(home, 'lib', python, 'site-packages', 'nvidia', 'cu13', 'lib');
    mkdirSync(libraries, { recursive: true });
    for (const name of LIBRARY_NAMES) {
      copyFileSync(path.join(FAKE, name), path.join(libraries, name));
    }
  });
  afterAll(() => rmSync(home, { recursive: true }));

  it('finds them there', async () => {
    const environment = { PYTHONPATH: LAUNCHER, KERNELSCOPE_NODE: process.execPath };
    const kernel = await KernelClient.start(environment, undefined, (folder, file) => [
      path.join(home, 'bin', 'python'),
      ...['-m', 'kernelscope', 'kernel', folder, file]
    ]);
    try {
      const text = shownText(await kernel.execute('%profile doctor'));
      expect(text).toMatch(/^ok +GPU +ready: /m);
      expect(text).toContain(path.join('site-packages', 'nvidia', 'cu13', 'lib'));
    } finally {
      await kernel.dispose();
    }
  });
});
