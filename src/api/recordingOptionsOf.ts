import type { ProfileOptions } from '../options/profileOptions';
import { recordingTexts } from '../options/recordingTexts';
import type { RecordingOptions } from './recordingOptions';

/** What a recording collects by the options of a magic or a command; without a name and a cell. */
export function recordingOptionsOf(options: ProfileOptions): Partial<RecordingOptions> {
  const { cpuIntervalUs, lines, memoryPeriodMs, operators, maxEvents, outputs } = options;
  const { shapes, stacks, flops, allocationBytes, async, api, nodeShares } = options;
  return {
    cpuIntervalUs,
    lines,
    memoryPeriodMs,
    operators,
    graphOperators: operators,
    tensorMemory: operators || outputs.some(({ format }) => format === 'memoryFlow'),
    shapes,
    stacks,
    flops,
    allocationBytes,
    async,
    api,
    nodeShares,
    limit: { mode: 'keepFirst', slices: maxEvents },
    optionTexts: recordingTexts(options)
  };
}
