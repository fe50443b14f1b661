import { setTimeout as wait } from 'node:timers/promises';
import { messageOf } from '../../src/base/errors';
import { type CudaModule, cuda } from '../../src/index';
import { loadAddon } from '../../src/native/loader';
import { columnsOf } from '../../src/sources/gpu/metricColumns';
import { must, NotRunnable } from './checklist';
import { loseDevice, worksAgain } from './illegalAddress';
import { BLOCK, SOURCE } from './kernels';
import { REFUSALS } from './samples';
import { doAllWork } from './work';

/** What one setting of an experiment came to. */
export interface ProbeResult {
  readonly verdict: 'holds' | 'fails' | 'cannot be tried';
  readonly detail: string;
}

/** What a process of its own does: what an experiment tries, under its variables, or work alone. */
const PROBES = {
  metrics: probeMetrics,
  reset: probeReset,
  capture: probeCapture,
  /** Nothing is recorded: for another profiler. */
  work: (module: CudaModule) => doAllWork(module).join('; ')
} as const;

/** The name of a probe. */
export type ProbeName = keyof typeof PROBES;

/** Runs a probe and prints its {@link ProbeResult} as the last line. */
export async function runProbe(name: string): Promise<number> {
  const probe = PROBES[name as ProbeName];
  const result = await resultOf(() => probe(cuda.compile(SOURCE, { name: 'probe.cu' })));
  console.log(JSON.stringify(result));
  return 0;
}

async function resultOf(probe: () => string | Promise<string>): Promise<ProbeResult> {
  try {
    return { verdict: 'holds', detail: await probe() };
  } catch (error) {
    const verdict = error instanceof NotRunnable ? 'cannot be tried' : 'fails';
    return { verdict, detail: messageOf(error) };
  }
}

/** How long metrics are sampled, milliseconds: many times the time between two looks. */
const SAMPLED_MS = 700;

/** Samples the traffic of memory while the GPU works; loses nothing. */
async function probeMetrics(module: CudaModule): Promise<string> {
  const { gpu, gpuSampling } = loadAddon();
  const columns = columnsOf(['Memory']).map(({ metrics }) => metrics);
  const sampler = gpuSampling.start({
    gpus: gpu.status(false).devices.slice(0, 1),
    counterIntervalMs: 0,
    linkIntervalMs: 0,
    metrics: { intervalUs: 1000, columns }
  });
  const [{ failure }] = sampler.metrics;
  if (failure !== null) {
    const text = `${failure.call} answered ${failure.code} ${failure.name}`;
    if (REFUSALS.includes(failure.code)) throw new NotRunnable(text);
    throw new Error(text);
  }
  module.fn('busy').launch({ grid: 1, block: 1 }, [BigInt(SAMPLED_MS) * 1_000_000n]);
  await wait(SAMPLED_MS);
  sampler.stop();
  const [{ time, overflows, failure: ended }] = sampler.drain().metrics;
  must(ended === null, `it ended early: ${ended?.call} answered ${ended?.code} ${ended?.name}`);
  must(overflows === 0, `${overflows} gaps in ${time.length} samples`);
  must(time.length > 0, 'no sample arrived');
  return `${time.length} samples, no gap`;
}

/** Loses the device; gets it back for results and for records. */
function probeReset(module: CudaModule): string {
  loseDevice(module);
  cuda.reset();
  const results = worksAgain();
  const { gpu } = loadAddon();
  gpu.start({ kinds: ['kernel'] });
  worksAgain();
  const { kernels } = gpu.drain(true);
  gpu.stop();
  must(kernels.length === 1, `${results}, but ${kernels.length} kernels were recorded, not 1`);
  return `${results}, and kernels are recorded`;
}

const NODES = 3;

/** Drains all records between two launches that are captured; the graph works, with all its records. */
function probeCapture(module: CudaModule): string {
  const { gpu } = loadAddon();
  gpu.start({ kinds: ['kernel', 'driver'] });
  const value = cuda.stream(stream =>
    cuda.buffer(new Float32Array(BLOCK), x => {
      const captured = cuda.capture(stream, () => {
        for (let node = 0; node < NODES; node++) {
          cuda.launch(module.fn('scale'), 1, BLOCK, [x, BLOCK]);
          gpu.drain(true, 200);
        }
      });
      captured.launch(stream);
      stream.synchronizeNow();
      captured.dispose();
      return x.download(Float32Array)[0];
    })
  );
  const { kernels } = gpu.drain(true);
  gpu.stop();
  must(value === 2 ** NODES - 1, `the graph gave ${value}, not ${2 ** NODES - 1}`);
  must(kernels.length === NODES, `${kernels.length} kernels were recorded, not ${NODES}`);
  return `the graph gave ${value}, and its ${NODES} kernels were recorded`;
}
