import { availableParallelism } from 'node:os';
import {
  DEFAULT_RECORDING_OPTIONS,
  type RecordingOptions
} from '../../engine/arguments/recordingOptions';
import { DEFAULT_CPU_INTERVAL_US } from '../../sources/v8/cpu/cpuAttachment';

/** The number of members for each core that are sampled as often as requested. */
const MEMBERS_PER_CORE = 2;

/**
 * The time between CPU samples of a member, microseconds, where `recorded` members record at the same time, itself
 * included. V8 interrupts a thread for each sample even while others have the cores: with the same time for all,
 * the cost would grow with the square of their number, and samples of a thread that waits for a core tell nothing new.
 */
export function intervalAmong(
  recorded: number,
  requested: RecordingOptions['cpuIntervalUs'] = DEFAULT_RECORDING_OPTIONS.cpuIntervalUs,
  cores = availableParallelism()
): RecordingOptions['cpuIntervalUs'] {
  const times = Math.max(1, Math.ceil(recorded / (MEMBERS_PER_CORE * cores)));
  if (requested === null || times === 1) return requested;
  return times * (requested === 'auto' ? DEFAULT_CPU_INTERVAL_US : requested);
}
