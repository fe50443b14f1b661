import type { DeviceUse, IdleCause } from '../../model/output/gpuReport';

/** Why a device was idle, in words. */
export const IDLE_CAUSE_WORDS: Readonly<Record<IdleCause, string>> = {
  hostBusy: 'host busy',
  sync: 'waited for the GPU',
  copy: 'copying',
  launch: 'launching',
  nothingLaunched: 'nothing launched'
};

/** The causes for which a device was idle at all, that with the most time first. */
export function idleCauses({ idleNs }: Pick<DeviceUse, 'idleNs'>): readonly IdleCause[] {
  const causes = Object.keys(IDLE_CAUSE_WORDS) as IdleCause[];
  return causes.filter(cause => idleNs[cause] > 0).sort((a, b) => idleNs[b] - idleNs[a]);
}
