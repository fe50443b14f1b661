import { type CudaModule, type FinishedProfile, cuda, profile } from '../../src/index';
import { KERNEL_CATEGORY } from '../../src/model/profile/categories';
import { must } from './checklist';
import { GPU_ALONE } from './recordedWork';

/** How long the kernels that are timed keep the GPU busy, nanoseconds. */
const BUSY_NS = 2_000_000;
const RUNS = 20;

/** Runs in which the host has to be in time. */
const LEAST_RUNS = 5;

/** Durations may differ by so much of the longer one, and by so many nanoseconds. */
const RELATIVE = 0.01;
const ABSOLUTE_NS = 1000;

/** Kernels as the profile times them, against the device's own events around each. */
export async function checkDurations(module: CudaModule): Promise<string> {
  const runs: TimedRun[] = [];
  await profile.run(() => timeByEvents(module, runs), GPU_ALONE);
  const all = kernelDurations(profile.last as FinishedProfile, 'busy');
  must(all.length === 2 * RUNS, `${all.length} kernels were recorded, not ${2 * RUNS}`);
  const timely = runs
    .map((run, at) => ({ ...run, firstNs: all[2 * at], secondNs: all[2 * at + 1] }))
    .filter(({ hostNs, firstNs }) => hostNs < firstNs);
  must(timely.length >= LEAST_RUNS, `the host was late in all but ${timely.length} runs`);
  const worst = Math.max(...timely.map(({ secondNs, eventsNs }) => excess(secondNs, eventsNs)));
  must(worst <= 0, `a kernel is ${worst.toFixed(0)} ns further from its events than allowed`);
  const [{ secondNs }] = timely;
  return `${timely.length} kernels of about ${(secondNs / 1e6).toFixed(3)} ms agree with their events`;
}

/** Two kernels in a row with events around the second one. */
interface TimedRun {
  /** From the first event to the second, nanoseconds. */
  readonly eventsNs: number;
  /** What the host took for all calls: if the first kernel was shorter, the GPU had to wait for it. */
  readonly hostNs: number;
}

/** By how much two durations differ more than they may, nanoseconds. */
export function excess(aNs: number, bNs: number): number {
  return Math.abs(aNs - bNs) - RELATIVE * Math.max(aNs, bNs) - ABSOLUTE_NS;
}

/** Durations of the kernels of that name in order, nanoseconds. */
export function kernelDurations({ data }: FinishedProfile, name: string): number[] {
  const { slices, labels, strings } = data;
  const rows = Array.from(slices.label.keys()).filter(row => {
    const label = slices.label[row];
    return (
      strings[labels.name[label]] === name && strings[labels.category[label]] === KERNEL_CATEGORY
    );
  });
  return rows.map(row => slices.duration[row]);
}

/** Each has one before it: the GPU reaches both events without having to wait for the host. */
function timeByEvents(module: CudaModule, runs: TimedRun[]): void {
  const busy = module.fn('busy');
  for (let run = 0; run < RUNS; run++) {
    cuda.event(before =>
      cuda.event(after => {
        const start = process.hrtime.bigint();
        cuda.launch(busy, 1, 1, [BUSY_NS]);
        before.record();
        cuda.launch(busy, 1, 1, [BUSY_NS]);
        after.record();
        const hostNs = Number(process.hrtime.bigint() - start);
        cuda.synchronizeNow();
        runs.push({ eventsNs: after.elapsedMs(before) * 1e6, hostNs });
      })
    );
  }
}
