import type { ActivityKind } from '../../../native/gpuActivities';
import type { GpuRecording } from './gpuRecording';

/** The parts of a recording's options that determine its activities. */
export type ActivityChoice = Pick<GpuRecording, 'level' | 'waits' | 'memory' | 'graphs'>;

/** Activities by the level from which on they are shown. */
const OF_LEVEL: readonly (readonly ActivityKind[])[] = [
  ['kernel'],
  ['memcpy', 'memcpyPeer', 'memset', 'runtime', 'marker'],
  ['driver', 'overhead']
];

/** The activities that a recording shows. */
export function shownKinds({ level, waits, memory, graphs }: ActivityChoice): Set<ActivityKind> {
  const shown = new Set(OF_LEVEL.slice(0, level + 1).flat());
  if (graphs === 'whole') shown.add('graph');
  if (waits) shown.add('synchronization');
  if (memory) shown.add('memory').add('memoryPool');
  return shown;
}

/**
 * The activities that CUPTI has to record. CUPTI records the number of an operator only beside a call:
 * every call reaches the driver, so driver calls are recorded at all levels, and left out of profiles
 * below level 2.
 */
export function recordedKinds(choice: ActivityChoice): Set<ActivityKind> {
  return new Set<ActivityKind>([...shownKinds(choice), 'externalId', 'driver']);
}
