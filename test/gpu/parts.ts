import { type CudaModule, cuda } from '../../src/index';
import type { ActivityBatch, ActivityKind } from '../../src/native/gpuActivities';
import type { GpuAddon } from '../../src/native/gpuAddon';
import { must, NotRunnable } from './checklist';
import { BLOCK, GRID, SIZE } from './kernels';

// What is recorded of one kind of work at a time, by the addon alone: the first thing to know of a GPU.

/** What `work` made CUPTI record; fails if a call failed or a record was lost. */
function recorded(gpu: GpuAddon, kinds: readonly ActivityKind[], work: () => void): Recorded {
  const { refused } = gpu.start({ kinds });
  try {
    const refusal = refused.at(0);
    if (refusal !== undefined) {
      const { call, code, name } = refusal.failure;
      throw new NotRunnable(`${refusal.kind} is refused: ${call} answered ${code} ${name}`);
    }
    work();
    const batch = gpu.drain(true);
    const { failures, losses, strings } = batch;
    const [failure] = failures;
    must(failures.length === 0, `${failure?.call} answered ${failure?.code} ${failure?.name}`);
    const lost = losses.dropped + losses.refusedBuffers + losses.untimed + losses.truncatedBuffers;
    must(lost === 0, `${lost} records or buffers were lost`);
    return { ...batch, text: number => (number === 0 ? '' : strings[number - 1]) };
  } finally {
    gpu.stop();
  }
}

interface Recorded extends ActivityBatch {
  /** A text by its number. */
  readonly text: (number: number) => string;
}

/** The name of the call of that correlation; empty without one. */
function callOf({ calls, text }: Recorded, correlation: number): string {
  const row = calls.correlation.indexOf(correlation);
  return row < 0 ? '' : text(calls.name[row]);
}

/** One kernel: its name, its size, its time and its call. */
export function checkOneKernel(gpu: GpuAddon, module: CudaModule): string {
  const batch = recorded(gpu, ['kernel', 'driver'], () =>
    cuda.buffer(new Float32Array(SIZE).fill(3), x => {
      cuda.launch(module.fn('scale'), GRID, BLOCK, [x, SIZE]);
      const wrong = x.download(Float32Array).filter(value => value !== 7).length;
      must(wrong === 0, `${wrong} of ${SIZE} numbers are wrong`);
    })
  );
  const { kernels, text } = batch;
  must(kernels.length === 1, `${kernels.length} kernels were recorded, not 1`);
  const name = text(kernels.name[0]);
  must(name === 'scale', `the kernel is ${name}, not scale`);
  const [grid, block] = [kernels.gridX[0], kernels.blockX[0]];
  must(grid === GRID && block === BLOCK, `it has ${grid}×${block} threads, not ${GRID}×${BLOCK}`);
  const call = callOf(batch, kernels.correlation[0]);
  must(call.startsWith('cuLaunchKernel'), `its call is ${call || 'not recorded'}`);
  const took = kernels.end[0] - kernels.start[0];
  must(took > 0, `it took ${took} ns`);
  return `${name}, ${grid}×${block} threads, ${took.toFixed(0)} ns, called by ${call}`;
}

/** Kernels whose times are compared with the clock of this process. */
const CLOCK_KERNELS = 20;
const CLOCK_KERNEL_NS = 1_000_000n;

/** By how much a kernel may seem to begin before its launch, or to end after the wait for it, nanoseconds. */
const CLOCK_NS = 20_000;

/** Kernels begin after the process launched them and end before it has waited for them, by its own clock. */
export function checkClock(gpu: GpuAddon, module: CudaModule): string {
  const busy = module.fn('busyFor');
  const around: { readonly before: bigint; readonly after: bigint }[] = [];
  const { kernels, originNs } = recorded(gpu, ['kernel'], () => {
    for (let run = 0; run < CLOCK_KERNELS; run++) {
      const before = process.hrtime.bigint();
      cuda.launch(busy, 1, 1, [CLOCK_KERNEL_NS]);
      cuda.synchronizeNow();
      around.push({ before, after: process.hrtime.bigint() });
    }
  });
  must(kernels.length === CLOCK_KERNELS, `${kernels.length} kernels, not ${CLOCK_KERNELS}`);
  const starts = Array.from(kernels.start).sort((a, b) => a - b);
  const ends = Array.from(kernels.end).sort((a, b) => a - b);
  const after = around.map(({ before }, run) => starts[run] - Number(before - originNs));
  const left = around.map(({ after: until }, run) => Number(until - originNs) - ends[run]);
  const [afterLaunch, beforeEnd] = [Math.min(...after), Math.min(...left)];
  must(afterLaunch >= -CLOCK_NS, `a kernel begins ${-afterLaunch} ns before its launch`);
  must(beforeEnd >= -CLOCK_NS, `a kernel ends ${-beforeEnd} ns after the wait for it`);
  const least = `${afterLaunch.toFixed(0)} ns after the launch, ${beforeEnd.toFixed(0)} ns before`;
  return `the closest of ${CLOCK_KERNELS} kernels begins ${least} the end of the wait`;
}

/** Numbers of `CUpti_ActivityMemcpyKind` and `CUpti_ActivityMemoryKind`. */
const UP = 1;
const DOWN = 2;
const PAGEABLE = 1;
const PINNED = 2;

/** A fill, two copies to the device and one back: their bytes, directions and kinds of memory. */
export function checkCopies(gpu: GpuAddon): string {
  const bytes = 4 * SIZE;
  const { copies, fills } = recorded(gpu, ['memcpy', 'memset', 'driver'], () =>
    cuda.pinned(bytes, pinned =>
      cuda.alloc(bytes, x => {
        x.fill(1);
        x.upload(new Float32Array(SIZE).fill(2));
        x.upload(pinned.buffer);
        x.download(Float32Array);
      })
    )
  );
  const found = Array.from(copies.copyKind, (kind, row) => {
    const host = kind === UP ? copies.fromKind[row] : copies.toKind[row];
    return `${kind}:${host}:${copies.bytes[row]}`;
  }).sort();
  const wanted = [[UP, PAGEABLE].join(':'), [UP, PINNED].join(':'), [DOWN, PAGEABLE].join(':')];
  const expected = wanted.map(each => `${each}:${bytes}`).sort();
  must(found.join() === expected.join(), `copies ${found.join()}, not ${expected.join()}`);
  const filled = Array.from(fills.bytes);
  must(filled.length === 1 && filled[0] === bytes, `fills of ${filled.join()} bytes, not ${bytes}`);
  const rates = Array.from(
    copies.bytes,
    (size, row) => size / (copies.end[row] - copies.start[row])
  );
  return `${found.length} copies of ${bytes} bytes at ${rates.map(rate => rate.toFixed(1)).join(', ')} GB/s`;
}

const NODES = 3;
const LAUNCHES = 4;

/** Launches a graph of {@link NODES} kernels {@link LAUNCHES} times. */
function launchGraphs(module: CudaModule): void {
  cuda.stream(stream =>
    cuda.buffer(new Float32Array(BLOCK), x => {
      const graph = cuda.capture(stream, () => {
        for (let node = 0; node < NODES; node++) {
          cuda.launch(module.fn('scale'), 1, BLOCK, [x, BLOCK]);
        }
      });
      for (let run = 0; run < LAUNCHES; run++) graph.launch(stream);
      stream.synchronizeNow();
      graph.dispose();
      const [value] = x.download(Float32Array);
      const expected = 2 ** (NODES * LAUNCHES) - 1;
      must(value === expected, `the graphs gave ${value}, not ${expected}`);
    })
  );
}

/** Every kernel of a graph: which graph, which node, and the launch of the graph as its call. */
export function checkGraphNodes(gpu: GpuAddon, module: CudaModule): string {
  const batch = recorded(gpu, ['kernel', 'driver'], () => launchGraphs(module));
  const { kernels } = batch;
  must(kernels.length === NODES * LAUNCHES, `${kernels.length} kernels, not ${NODES * LAUNCHES}`);
  const graphs = new Set(kernels.graph);
  must(graphs.size === 1 && !graphs.has(0), `they are of the graphs ${[...graphs].join(', ')}`);
  const nodes = new Set(kernels.graphNode);
  must(nodes.size === NODES, `they are ${nodes.size} nodes, not ${NODES}`);
  const calls = new Set(Array.from(kernels.correlation, number => callOf(batch, number)));
  const [call] = calls;
  must(calls.size === 1 && call.startsWith('cuGraphLaunch'), `calls: ${[...calls].join(', ')}`);
  const launches = new Set(kernels.correlation).size;
  must(launches === LAUNCHES, `they belong to ${launches} launches, not ${LAUNCHES}`);
  return `${kernels.length} kernels of ${NODES} nodes belong to ${LAUNCHES} calls of ${call}`;
}

/** Graphs as a whole: one record for each launch, and none for its kernels. */
export function checkWholeGraphs(gpu: GpuAddon, module: CudaModule): string {
  const batch = recorded(gpu, ['kernel', 'driver', 'graph'], () => launchGraphs(module));
  const { kernels, graphs } = batch;
  must(graphs.length === LAUNCHES, `${graphs.length} graphs were recorded, not ${LAUNCHES}`);
  must(kernels.length === 0, `${kernels.length} kernels were recorded beside them`);
  const stray = graphs.correlation.filter(
    number => !callOf(batch, number).startsWith('cuGraphLaunch')
  );
  must(stray.length === 0, `${stray.length} graphs have no call`);
  return `${graphs.length} launches, each with its record`;
}
