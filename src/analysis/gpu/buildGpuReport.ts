import type { Profile } from '../../model/profile/profile';
import { deviceUses } from './deviceUses';
import type { GpuReport, LaunchLatency } from '../../model/output/gpuReport';
import { KernelOccupancies } from './kernelOccupancies';
import { kernelUses } from './kernelUses';
import { lineUses } from './lineUses';
import { operatorUses } from './operatorUses';
import { transferUses } from './transferUses';
import { type WorkTable, workTable } from './workTable';
import { selectQuantiles } from '../../base/stats';
import { CUDA_CALL_CATEGORIES } from '../../model/profile/categories';
import { WorkKind } from './gpuWork';

/** The GPU activity of a profile; null if nothing ran on a GPU. */
export function gpuReport(profile: Profile): GpuReport | null {
  const work = workTable(profile);
  if (work === null) return null;
  const occupancies = new KernelOccupancies(work);
  return {
    devices: deviceUses(work, occupancies),
    kernels: kernelUses(work, occupancies),
    transfers: transferUses(work),
    operators: operatorUses(work),
    lines: lineUses(work),
    launches: launchLatency(work),
    workNs: work.rows.reduce((sum, row) => sum + profile.slices.duration[row], 0)
  };
}

/**
 * The time from calls that launch kernels or graphs to the start of the first kernel on the device;
 * null if no such call was recorded. If a kernel waits for others before it, its wait is included.
 */
function launchLatency(work: WorkTable): LaunchLatency | null {
  const { slices, labels, strings } = work.profile;
  const isCall = Uint8Array.from(labels.category, category =>
    Number(CUDA_CALL_CATEGORIES.includes(strings[category]))
  );
  const isSeen = new Uint8Array(slices.length);
  const latencies = new Float64Array(work.rows.length);
  let count = 0;
  let callNs = 0;
  for (const row of work.rows) {
    const call = work.originOf[row];
    if (call < 0 || isSeen[call] === 1 || isCall[slices.label[call]] === 0) continue;
    const kind = work.kindOfLabel[slices.label[row]];
    if (kind !== WorkKind.kernel && kind !== WorkKind.graph) continue;
    isSeen[call] = 1;
    latencies[count++] = Math.max(0, slices.start[row] - slices.start[call]);
    callNs += slices.duration[call];
  }
  return count === 0 ? null : { count, callNs, ...figuresOf(latencies.subarray(0, count)) };
}

function figuresOf(latencies: Float64Array) {
  const meanNs = latencies.reduce((sum, each) => sum + each, 0) / latencies.length;
  const [p50Ns, p95Ns, maxNs] = selectQuantiles(latencies, 0, latencies.length, [0.5, 0.95, 1]);
  return { meanNs, p50Ns, p95Ns, maxNs };
}
