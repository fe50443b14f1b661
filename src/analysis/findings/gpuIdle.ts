import type { DeviceUse, IdleCause } from '../../model/output/gpuReport';
import { gpuReport } from '../gpu/buildGpuReport';
import { type FindingContext, type RankedFinding, exactShare } from './findingContext';
import { shareOf, timeOf } from '../slices/scopedTime';

/** GPUs that are idle for less of the run are busy. */
const MIN_SHARE = 0.3;

/** How much of the idle time can be saved, as a rule: most of the work is there to be done. */
const SAVED = 0.85;

/** The GPU that was idle for the longest, of those that worked, and why. */
export function gpuIdle({ profile, whole }: FindingContext): readonly RankedFinding[] {
  const devices = gpuReport(profile)?.devices ?? [];
  if (devices.length === 0) return [];
  const device = devices.reduce((most, each) => (each.busyNs < most.busyNs ? each : most));
  const idleNs = timeOf('run', Math.max(0, whole.run - device.busyNs));
  const share = shareOf(idleNs, whole.run);
  if (share < MIN_SHARE) return [];
  const cause = mainCause(device);
  const gap = device.gaps.find(each => each.cause === cause) ?? device.gaps[0];
  const finding = {
    kind: 'gpuIdle',
    ...exactShare(share),
    facts: {
      device: device.device,
      idleNs,
      cause,
      causeNs: device.idleNs[cause],
      host: gap?.cause === cause ? gap.host : ''
    },
    target: {
      view: 'gpu',
      selection: null,
      window: gap ? { fromNs: gap.startNs, toNs: gap.startNs + gap.durationNs } : null
    }
  } as const;
  return [{ finding, weight: SAVED * share }];
}

function mainCause({ idleNs }: DeviceUse): IdleCause {
  const causes = Object.keys(idleNs) as IdleCause[];
  return causes.reduce((most, each) => (idleNs[each] > idleNs[most] ? each : most));
}
