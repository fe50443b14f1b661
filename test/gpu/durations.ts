import { cuda, profile } from '../../src/index';
import type { CudaModule, FinishedProfile } from '../../src/index';
import { KERNEL_CATEGORY } from '../../src/model/profile/categories';
import { must } from './checklist';
import { GPU_ALONE } from './recordedWork';

/** How long the kernels that are timed keep the GPU busy, nanoseconds. */
const BUSY_NS = 2_000_000;
const RUNS = 20;

/** Durations may differ by so much of the longer one, and by so many nanoseconds. */
const RELATIVE = 0.01;
const ABSOLUTE_NS = 1000;

/** Kernels as the profile times them, against the device's own events around each. */
export async function checkDurations(module: CudaModule): Promise<string> {
  const byEvents: number[] = [];
  await profile.run(() => timeByEvents(module, byEvents), GPU_ALONE);
  const all = kernelDurations(profile.last as FinishedProfile, 'busy');
  const recorded = all.filter((_, at) => at % 2 === 1);
  must(recorded.length === RUNS, `${recorded.length} kernels were recorded, not ${RUNS}`);
  const worst = recorded.reduce(
    (most, ns, at) => Math.max(most, excess(ns, byEvents[at])),
    -Infinity
  );
  must(worst <= 0, `a kernel is ${worst.toFixed(0)} ns further from its events than allowed`);
  return `${RUNS} kernels of about ${(recorded[0] / 1e6).toFixed(3)} ms agree with their events`;
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
function timeByEvents(module: CudaModule, byEvents: number[]): void {
  const busy = module.fn('busy');
  for (let run = 0; run < RUNS; run++) {
    cuda.event(before =>
      cuda.event(after => {
        cuda.launch(busy, 1, 1, [BUSY_NS]);
        before.record();
        cuda.launch(busy, 1, 1, [BUSY_NS]);
        after.record();
        cuda.synchronizeNow();
        byEvents.push(after.elapsedMs(before) * 1e6);
      })
    );
  }
}
