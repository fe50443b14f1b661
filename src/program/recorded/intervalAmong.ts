import { availableParallelism } from 'node:os';
import { DEFAULT_RECORDING_OPTIONS } from '../../engine/options/recordingOptions';

/** The number of members for each core that are sampled as often as requested. */
const MEMBERS_PER_CORE = 2;

/**
 * The time between CPU samples of a member, microseconds, where `recorded` members record at the same time, itself
 * included. V8 interrupts a thread for each sample even while others have the cores: with the same time for all,
 * the cost would grow with the square of their number, and samples of a thread that waits for a core tell nothing new.
 */
export function intervalAmong(
  recorded: number,
  requestedUs: number | null = DEFAULT_RECORDING_OPTIONS.cpuIntervalUs,
  cores = availableParallelism()
): number | null {
  if (requestedUs === null) return null;
  return requestedUs * Math.max(1, Math.ceil(recorded / (MEMBERS_PER_CORE * cores)));
}
