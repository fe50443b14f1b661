import type { GpuDevice } from '../../native/gpuAddon';
import type { SliceLimit } from '../../record/logs/sliceLimit';
import type { Recorder } from '../../record/recorder';
import type { HookParts } from '../operators/operatorCalls';
import type { SourceKind } from '../sourceKind';
import { CudaAttachment } from './cudaAttachment';
import { CudaSource, hasGpuSource } from './cudaSource';
import { loadCuda } from './loadCuda';
import { DeviceTracks } from './records/deviceTracks';
import type { GpuRecording } from './records/gpuRecording';
import { GpuSamplingSource, isSampled } from './sampling/gpuSamplingSource';

/** What the sources of GPUs read of the options of a recording. */
interface GpuOptions {
  readonly gpu: GpuRecording | null;
  readonly limit: SliceLimit;
}

/** What the sources of GPUs need of a host. */
interface GpuHost {
  readonly recorder: Recorder;
  readonly hooks: Pick<HookParts, 'operatorContext'>;
  readonly pid: number;
  /** Node's number of this thread. */
  readonly threadId: number;
  /** The folder of the native addon; undefined for that of the installed package. */
  readonly addonFolder: string | undefined;
}

/**
 * GPUs, where a recording wants them: none where there are none and it does not insist. CUPTI takes its
 * time to start.
 */
export const GPU: SourceKind<GpuOptions, GpuHost> = {
  open: host => {
    const { recorder, hooks, threadId, pid } = host;
    const attachment = new CudaAttachment({
      load: () => loadCuda(host.addonFolder).gpu,
      watchers: recorder.watchers,
      threadId,
      currentScope: () =>
        hooks.operatorContext.isActive ? hooks.operatorContext.current.scope : null
    });
    const around = { attachment, pauses: recorder.pauses, pid, threadId };
    return {
      sources: ({ gpu: want, limit }) => {
        if (want === null || !hasGpuSource(attachment, want)) return [];
        const tracks = new DeviceTracks();
        const activities = new CudaSource({ ...around, want, limit, tracks });
        const gpus = devicesOf(attachment);
        if (gpus.length === 0 || !isSampled(want)) return [activities];
        const addon = loadCuda(host.addonFolder).gpuSampling;
        return [activities, new GpuSamplingSource({ addon, gpus, recording: want, tracks })];
      }
    };
  }
};

/** The GPUs that are here; none where that cannot be told, which the source of activities says. */
function devicesOf(attachment: CudaAttachment): readonly GpuDevice[] {
  try {
    return attachment.status().devices;
  } catch {
    return [];
  }
}
