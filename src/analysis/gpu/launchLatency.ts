import { selectQuantiles } from '../../base/stats';
import { CUDA_CALL_CATEGORIES } from '../../model/profile/categories';
import type { LaunchLatency } from '../../model/output/gpuReport';
import { WorkKind } from './gpuWork';
import type { WorkTable } from './workTable';

/**
 * The time from calls that launch kernels or graphs to the start of the first kernel on the device;
 * null if no such call was recorded. If a kernel waits for others before it, its wait is included.
 */
export function launchLatency(work: WorkTable): LaunchLatency | null {
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
