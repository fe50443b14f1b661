/*
 * Compiles test/golden/cuda/images/kernels.cu with the NVRTC that the addon finds, to the cubins and the
 * PTX beside it. Set KERNELSCOPE_CUDA_LIBRARIES to the folder of libnvrtc where it is not installed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { at } from './steps/paths.mjs';

const { cuda } = createRequire(import.meta.url)(
  at('src', 'lib', 'native', 'kernelscope-linux-x64.node')
);
const image = name => at('test', 'golden', 'cuda', 'images', name);
const source = readFileSync(image('kernels.cu'), 'utf8');

function compile(architecture) {
  const flags = [`--gpu-architecture=${architecture}`, '--std=c++17'];
  const compiled = cuda.compile(source, 'kernels.cu', flags, []);
  if (compiled.status !== 0) throw new Error(`${compiled.call}: ${compiled.log}`);
  return compiled;
}

for (const architecture of ['sm_80', 'sm_90']) {
  writeFileSync(image(`${architecture}.cubin`), compile(architecture).cubin);
}
writeFileSync(image('kernels.ptx'), compile('compute_80').ptx);
