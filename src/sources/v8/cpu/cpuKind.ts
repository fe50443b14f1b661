import type { SourceKind } from '../../sourceKind';
import type { SourceMapper } from '../scripts/sourceMapper';
import { CallLines } from './callLines';
import type { CpuAttachment } from './cpuAttachment';
import { CpuSampler } from './cpuSampler';

/** The recording options that the sampler of the stack reads. */
interface CpuOptions {
  readonly cpuIntervalUs: number | null;
  readonly lines: boolean;
}

/** The host services that the sampler of the stack needs. */
interface CpuHost {
  /** V8's CPU profiler of this thread. */
  readonly cpuAttachment: CpuAttachment;
  readonly mapper: SourceMapper;
  readonly folder: string;
}

/** CPU samples, and the lines of calls on their stacks. */
export const CPU: SourceKind<CpuOptions, CpuHost> = {
  open: host => {
    const { cpuAttachment: attachment } = host;
    return {
      sources: ({ cpuIntervalUs: intervalUs, lines }) => {
        if (intervalUs === null) return [];
        const { mapper, folder } = host;
        const sampler = new CpuSampler({ attachment, intervalUs, lines, mapper, folder });
        return lines
          ? [sampler, new CallLines({ attachment, sampler, mapper, folder })]
          : [sampler];
      },
      keepFor: keepMs => attachment.keepFor(keepMs),
      release: () => attachment.release()
    };
  }
};
