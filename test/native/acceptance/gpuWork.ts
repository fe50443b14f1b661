import { type FakeRun, runWithFake } from '../../support/fakeCuda/runWithFake';

/**
 * Work for the scripts of these tests: `payload()` copies to the GPU, calculates and copies back, all in
 * the operator `mm`, and waits; where there is no GPU, `mm` does nothing.
 */
const WORK = `
const fs = require('node:fs');
const { cuda, instrument, profile, profiler, Profiler, range, scope, trace } = require('kernelscope');
const SOURCE = 'extern "C" __global__ void scale(float* x, int n) {' +
  ' int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = x[i] * 2.0f + 1.0f; }';
const scale = cuda.isAvailable ? cuda.compile(SOURCE).fn('scale') : null;
const operators = { mm() {
  if (scale === null) return;
  const x = cuda.buffer(new Float32Array(256).fill(1));
  cuda.launch(scale, [2, 1, 1], [128, 1, 1], [x, 256]);
  const [first] = x.download(Float32Array);
  x.dispose();
  if (first !== 3) throw new Error('wrong: ' + first);
} };
instrument(operators);
const payload = () => {
  operators.mm();
  if (scale !== null) cuda.synchronizeNow();
};
const BARE = { cpuIntervalUs: null, memoryPeriodMs: null, gc: false };
const BOTH = { ...BARE, activities: ['CPU', 'GPU'] };
const exported = session => {
  const file = fs.mkdtempSync(require('node:os').tmpdir() + '/trace-') + '/trace.json';
  session.exportChromeTrace(file);
  return JSON.parse(fs.readFileSync(file, 'utf8')).traceEvents;
};
`;

/** What a script gave to `finish` that has the work and the API of `kernelscope`. */
export function runOnGpu<Result>(script: string, run: FakeRun = {}): Result {
  return runWithFake<Result>(WORK + script, run);
}

/** An event of a Chrome trace. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly cat?: string;
  readonly ts: number;
  readonly dur?: number;
  readonly id?: number | string;
  readonly pid: number;
  readonly tid: number;
  readonly args?: Readonly<Record<string, unknown>>;
}

/** The events of a category that last, each once. */
export function ofCategory(events: readonly TraceEvent[], category: string): readonly TraceEvent[] {
  return events.filter(({ cat, ph }) => cat === category && (ph === 'X' || ph === 'b'));
}
