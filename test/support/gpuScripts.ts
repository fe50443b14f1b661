/**
 * For scripts of `runWithFake`: all kinds of activities in `KINDS`, and a small CUDA program.
 * `openDevice()` makes memory and loads a module; `launch(times, kernel)` launches a kernel on them.
 */
export const GPU_SCRIPT = `
const KINDS = ['kernel', 'memcpy', 'memcpyPeer', 'memset', 'runtime', 'driver', 'marker',
  'externalId', 'memory', 'memoryPool', 'overhead', 'synchronization', 'graph', 'device', 'context'];
let device;
function openDevice() {
  cuda.start();
  const memory = cuda.allocate(0, 4000);
  const image = cuda.loadModule(0, new TextEncoder().encode('// no PTX\\0'));
  const values = new DataView(new ArrayBuffer(12));
  values.setBigUint64(0, memory.address, true);
  values.setInt32(8, 1000, true);
  device = { memory, image, values: new Uint8Array(values.buffer) };
  return device;
}
function launch(times, kernel = 'scale', stream = 0) {
  const { id } = cuda.getFunction(device.image, kernel);
  const geometry = Uint32Array.of(4, 2, 3, 256, 1, 1, 64);
  for (let i = 0; i < times; i++) {
    cuda.launch(id, stream, geometry, device.values, Uint32Array.of(0, 8));
  }
}
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));
`;
