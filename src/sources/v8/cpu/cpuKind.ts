import type { SourceKind } from '../../source';
import type { LoadedModules } from '../scripts/loadedMaps';
import type { SourceMapper } from '../scripts/sourceMapper';
import { CallLines } from './callLines';
import { CPU_SAMPLE_BUDGET, type CpuAttachment, DEFAULT_CPU_INTERVAL_US } from './cpuAttachment';
import { CpuSampler } from './cpuSampler';
import { type StartedProgram, watchEntry } from './entryWatch';

/** The recording options that the sampler of the stack reads. */
interface CpuOptions {
  readonly cpuIntervalUs: number | 'auto' | null;
  readonly lines: boolean;
}

/** The host services that the sampler of the stack needs. */
interface CpuHost {
  /** V8's CPU profiler of this thread. */
  readonly cpuAttachment: CpuAttachment;
  readonly mapper: SourceMapper;
  readonly folder: string;
  /** The program that is recorded from its beginning; null where it is none. */
  readonly program: StartedProgram | null;
  /** The hooks in libraries. */
  readonly hooks: { readonly moduleWatch: LoadedModules };
}

/** CPU samples, and the lines of calls on their stacks. */
export const CPU: SourceKind<CpuOptions, CpuHost> = {
  open: host => {
    const { cpuAttachment: attachment } = host;
    let hasEntry = false;
    return {
      sources: ({ cpuIntervalUs, lines }) => {
        if (cpuIntervalUs === null) return [];
        const isBudget = cpuIntervalUs === 'auto';
        const intervalUs = isBudget ? DEFAULT_CPU_INTERVAL_US : cpuIntervalUs;
        const budget = isBudget ? CPU_SAMPLE_BUDGET : 0;
        const { mapper, folder, program } = host;
        // Only the first recording of the process sees the program start.
        const entry = hasEntry ? undefined : watchEntry(program);
        hasEntry = true;
        const shared = { attachment, mapper, folder };
        const modules = host.hooks.moduleWatch;
        const sampler = new CpuSampler({
          ...{ ...shared, intervalUs, budget, lines, modules },
          ...(entry && { entry })
        });
        return lines ? [sampler, new CallLines({ ...shared, sampler })] : [sampler];
      },
      keepFor: keepMs => attachment.keepFor(keepMs),
      release: () => attachment.release()
    };
  }
};
