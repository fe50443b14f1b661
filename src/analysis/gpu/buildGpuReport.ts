import type { Profile } from '../../model/profile/profile';
import { deviceUses } from './deviceUses';
import type { GpuReport } from '../../model/output/gpuReport';
import { KernelOccupancies } from './kernelOccupancies';
import { kernelUses } from './kernelUses';
import { launchLatency } from './launchLatency';
import { lineUses } from './lineUses';
import { operatorUses } from './operatorUses';
import { transferUses } from './transferUses';
import { workTable } from './workTable';

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
    launches: launchLatency(work)
  };
}
