import type { GpuDevice, GpuState } from '../../native/gpuAddon';
import type { SliceLimit } from '../../record/logs/sliceLimit';
import type { Recorder } from '../../record/recorder';
import type { HookDeps } from '../operators/operatorCalls';
import type { SourceKind } from '../source';
import { CudaAttachment } from './cudaAttachment';
import { CudaSource } from './cudaSource';
import { loadCuda, mayLoadCuda } from './loadCuda';
import { DeviceTracks } from './records/deviceTracks';
import type { GpuRecording } from './records/gpuRecording';
import { GpuSamplingSource, isSampled } from './gpuSamplingSource';

/** The recording options that the sources of GPUs read. */
interface GpuOptions {
  readonly gpu: GpuRecording | null;
  readonly limit: SliceLimit;
  /** The longest wait for work in flight at the end, milliseconds; null for none. */
  readonly gpuWaitMs: number | null;
}

/** The host services that the sources of GPUs need. */
interface GpuHost {
  readonly recorder: Recorder;
  readonly hooks: Pick<HookDeps, 'operatorContext'>;
  readonly pid: number;
  /** Node's number of this thread. */
  readonly threadId: number;
  /** The folder of the native addon; undefined for that of the installed package. */
  readonly addonFolder: string | undefined;
}

/**
 * GPUs, if a recording requests them: none if there are none and it does not insist. CUPTI is slow to
 * start.
 */
export const GPU: SourceKind<GpuOptions, GpuHost> = {
  open: host => {
    const { recorder, hooks, threadId, pid } = host;
    const attachment = new CudaAttachment({
      load: () => loadCuda(host.addonFolder).gpu,
      mayHaveDriver: () => mayLoadCuda(host.addonFolder),
      watchers: recorder.watchers,
      threadId,
      currentScope: () =>
        hooks.operatorContext.isActive ? hooks.operatorContext.current.scope : null,
      watchScopes: watcher => {
        hooks.operatorContext.scopeWatcher = watcher;
      }
    });
    const { pauses } = recorder;
    const around = { attachment, pauses, pid, threadId, now: recorder.now };
    return {
      sources: ({ gpu: want, limit, gpuWaitMs: waitMs }) => {
        if (want === null || !hasGpuSource(attachment, want)) return [];
        const tracks = new DeviceTracks();
        const activities = new CudaSource({ ...around, want, limit, waitMs, tracks });
        const gpus = devicesOf(attachment);
        if (gpus.length === 0 || !isSampled(want)) return [activities];
        const addon = loadCuda(host.addonFolder).gpuSampling;
        return [
          activities,
          new GpuSamplingSource({ addon, gpus, recording: want, pauses, tracks })
        ];
      }
    };
  }
};

/** The available GPUs; none if that is unknown, which the source of activities reports. */
function devicesOf(attachment: CudaAttachment): readonly GpuDevice[] {
  try {
    return attachment.status().devices;
  } catch {
    return [];
  }
}

/** States without any GPU. */
const ABSENT: readonly GpuState[] = ['no-driver', 'no-device'];

/**
 * Whether a recording has a source of GPUs: if one is required, and if there is a GPU or might be.
 * Never throws; without a driver, it asks once per process.
 */
export function hasGpuSource(attachment: CudaAttachment, want: GpuRecording): boolean {
  return want.isRequired || attachment.isPresent(status => !ABSENT.includes(status.state));
}
