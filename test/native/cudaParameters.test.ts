import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from '../support/fakeCuda/root';
import { runWithFake } from '../support/fakeCuda/runWithFake';
import { PRELUDE } from './cudaKernels';

const IMAGES = path.join(repositoryRoot(), 'test', 'golden', 'cuda', 'images');
const OLD = { FAKE_CUDA_DRIVER: '12030' };
const REFUSED = [
  'CudaArgumentError: structs takes 6 arguments, not 1.',
  'CudaArgumentError: Argument 3 of structs has 32 bytes, not 8.',
  'CudaArgumentError: nothing takes 0 arguments, not 1.'
];

/** Errors of launches of kernels of an image: too few arguments, a wrong size, too many, and none. */
function launches(image: Uint8Array, env: Readonly<Record<string, string>>): readonly string[] {
  return runWithFake<string[]>(
    `${PRELUDE}
    const module = cuda.load(Buffer.from(${JSON.stringify(Buffer.from(image).toString('base64'))}, 'base64'));
    const launch = (name, ...args) => errorOf(() => cuda.launch(module.fn(name), 1, 1, args));
    const bytes = count => cuda.bytes(new Uint8Array(count));
    const x = cuda.alloc(4);
    finish([
      launch('structs', x),
      launch('structs', bytes(16), cuda.int16(1), x, bytes(1), bytes(1), x),
      launch('nothing', x),
      launch('structs', bytes(16), cuda.int16(1), bytes(32), bytes(1), bytes(1), x),
      launch('nothing')
    ]);`,
    { env }
  );
}

const image = (name: string) => readFileSync(path.join(IMAGES, name));

describe('a launch on a driver that does not tell the parameters of kernels', () => {
  it.each(['sm_80.cubin', 'sm_90.cubin', 'kernels.ptx'])(
    'is refused by what %s tells, where its arguments do not fit',
    name => {
      expect(launches(image(name), OLD)).toEqual([...REFUSED, 'none', 'none']);
    }
  );

  it('is refused as well where the driver has the call and answers with an error', () => {
    const env = { FAKE_GPU_FAIL: 'cuFuncGetParamInfo=801' };
    expect(launches(image('sm_90.cubin'), env)).toEqual([...REFUSED, 'none', 'none']);
  });

  it('is not checked where the image does not tell them either', () => {
    const fatbin = Buffer.concat([Buffer.of(0x50, 0xed, 0x55, 0xba), image('sm_90.cubin')]);
    expect(launches(fatbin, OLD)).toEqual(Array.from({ length: 5 }, () => 'none'));
  });
});

it('a driver from 12.4 tells the parameters of kernels, an older one does not', () => {
  const told = (env: Readonly<Record<string, string>>) =>
    runWithFake<unknown>(
      `cuda.start();
      const { ptx } = cuda.compile('__global__ void k(int* x, char y) {}', 'k.cu', ['-arch=compute_80'], []);
      const module = cuda.loadModule(0, Buffer.from(ptx + '\\0'));
      finish(cuda.getFunction(module, '_Z1kPic').parameterBytes);`,
      { env }
    );
  expect(told({ FAKE_CUDA_DRIVER: '12040' })).toEqual([8, 1]);
  expect(told(OLD)).toBeNull();
});
