import type { Uses } from './cellUses';

/** How cells call CUDA; what needs a GPU stands in functions that are not called. */
export const CUDA_USES: Readonly<Record<string, Uses>> = {
  cuda: {
    right: `const isHere: boolean = cuda.isAvailable;
const state: string = cuda.status().state;
const work = async (): Promise<number> => {
  const device: CudaDevice = cuda.device(0);
  cuda.setDevice(device.index);
  const module: CudaModule = cuda.compile('', { name: 'a.cu', options: ['-DN=4'], arch: 'sm_90', names: ['f<int>'] });
  const fn: CudaFunction = module.fn('f');
  const buffer: DeviceBuffer = cuda.buffer(new Float32Array(4));
  const stream: CudaStream = cuda.stream();
  const memory: PinnedMemory = cuda.pinned(64);
  const event: CudaEvent = cuda.event();
  const args: KernelArgument[] = [buffer, 5n, 1, true, cuda.int32(3), cuda.bytes(new Uint8Array(4))];
  cuda.launch(fn, [1, 2], 32, args, { stream, sharedBytes: 4 });
  buffer.upload(memory.buffer, { offset: 0, stream });
  const floats: Float32Array = buffer.download(Float32Array);
  const bytes: Uint8Array = await buffer.downloadAsync(new Uint8Array(4), { stream });
  const graph: CudaGraph = cuda.capture(stream, () => buffer.fill(0));
  graph.launch(stream);
  event.record(stream);
  await stream.synchronize();
  await cuda.synchronize();
  const ms: number = event.elapsedMs(event);
  const size: number = cuda.alloc(4, one => one.sizeBytes);
  const later: Promise<string> = cuda.stream(async one => String(one.isDone));
  const free: number = cuda.memory().freeBytes;
  const named: number = cuda.nvtx.range('r', () => ms + free);
  cuda.nvtx.mark('m');
  cuda.profilerStart();
  cuda.profilerStop();
  cuda.reset();
  buffer.dispose();
  return floats.length + bytes.length + size + named + (await later).length;
};`,
    wrong: [
      "cuda.alloc('4');",
      'cuda.alloc(4, 5);',
      'const text: string = cuda.alloc(4, one => one.sizeBytes);',
      'cuda.buffer([1, 2]);',
      'cuda.compile(5);',
      "cuda.compile('', { architecture: 'sm_90' });",
      "cuda.launch('f', 1, 1, []);",
      "cuda.launch(cuda.compile('').fn('f'), [1, 2, 3, 4], 1, []);",
      "cuda.launch(cuda.compile('').fn('f'), 1, 1, ['x']);",
      "cuda.launch(cuda.compile('').fn('f'), 1, 1, [new Float32Array(4)]);",
      "cuda.int32('3');",
      'cuda.bool(1);',
      'cuda.buffer(new Float32Array(4)).download(Array);',
      'const ints: Int32Array = cuda.alloc(4).download(Float32Array);',
      "cuda.alloc(4).upload('text');",
      'cuda.alloc(4).address = 5n;',
      'cuda.event().record(5);',
      'cuda.capture(() => undefined);',
      'cuda.nvtx.range(5, () => 1);',
      "cuda.setDevice('0');",
      'cuda.device = 5;'
    ]
  }
};
