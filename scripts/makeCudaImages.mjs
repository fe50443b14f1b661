/*
 * Compiles test/golden/cuda/images/kernels.cu with the NVRTC that the addon finds, to the cubins and the
 * PTX beside it. Set KERNELSCOPE_CUDA_LIBRARIES to the folder of libnvrtc where it is not installed.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ADDON } from './steps/nativeAddon.mjs';
import { at } from './steps/paths.mjs';
import { StepError, runMain } from './steps/stepError.mjs';

const image = name => at('test', 'golden', 'cuda', 'images', name);
const source = readFileSync(image('kernels.cu'), 'utf8');

function loadAddon() {
  if (existsSync(at(ADDON))) return createRequire(import.meta.url)(at(ADDON));
  throw new StepError('The native addon is not compiled', 'run `npm run build`');
}

function compile({ cuda }, architecture) {
  const flags = [`--gpu-architecture=${architecture}`, '--std=c++17'];
  const compiled = cuda.compile(source, 'kernels.cu', flags, []);
  if (compiled.status !== 0) throw new Error(`${compiled.call}: ${compiled.log}`);
  return compiled;
}

await runMain(async () => {
  const addon = loadAddon();
  for (const architecture of ['sm_80', 'sm_90']) {
    writeFileSync(image(`${architecture}.cubin`), compile(addon, architecture).cubin);
  }
  writeFileSync(image('kernels.ptx'), compile(addon, 'compute_80').ptx);
});
