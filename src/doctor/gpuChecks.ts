import { messageOf } from '../base/errors';
import { formatBytes } from '../base/text';
import type { GpuDevice, GpuLibrary, GpuStatus } from '../native/gpuAddon';
import { NO_PERMISSION, PERMISSION_CURE } from '../native/gpuFailure';
import type { MetricsOfGpu } from '../native/gpuSampling';
import {
  cudaVersionText,
  cuptiVersionText,
  failureText,
  gpuStateText
} from '../native/gpuStateText';
import { type CheckStatus, type DoctorCheck, absent, working } from './doctorCheck';

/** Examines the GPUs of this machine. Its functions throw without native code. */
export interface GpuProbe {
  /** The state of GPU support, including CUPTI's answer. */
  status(): GpuStatus;
  /** Whether the metrics of GPUs may be sampled. */
  metrics(devices: readonly GpuDevice[]): readonly MetricsOfGpu[];
}

/** Checks which GPU work can be recorded here, with which libraries, and what to do if it cannot. */
export function gpuChecks(probe: GpuProbe): DoctorCheck[] {
  try {
    const status = probe.status();
    const isReady = status.state === 'ready';
    return [
      stateCheck(status),
      ...status.devices.map(deviceCheck),
      ...libraryChecks(status),
      ...(isReady ? probe.metrics(status.devices).map(metricsCheck) : [])
    ];
  } catch (error) {
    return [absent('GPU', messageOf(error), 'GPU work needs native code, see above')];
  }
}

/** States of machines that are not meant to have a GPU. */
const WITHOUT_GPU: ReadonlySet<string> = new Set(['no-driver', 'no-device']);

function stateCheck(status: GpuStatus): DoctorCheck {
  const { state } = status;
  const { found, cure: advice } = gpuStateText(status);
  const outcome: CheckStatus = WITHOUT_GPU.has(state) ? 'absent' : 'failed';
  return {
    name: 'GPU',
    status: state === 'ready' ? 'ok' : outcome,
    found: `${state}: ${found}`,
    advice
  };
}

function deviceCheck(gpu: GpuDevice): DoctorCheck {
  const { device, name, computeCapability, multiprocessors, memoryBytes, pciBusId } = gpu;
  const facts = [
    name,
    `compute capability ${computeCapability}`,
    `${multiprocessors} multiprocessors`,
    formatBytes(memoryBytes),
    pciBusId
  ];
  return working(`GPU ${device}`, facts.join(', '));
}

/** The use of a library for recording, and its package. */
interface LibraryUse {
  readonly name: string;
  readonly found: GpuLibrary;
  /** The library's version number as text. */
  readonly version: (number: number) => string;
  readonly use: string;
}

function libraryChecks({ driver, cupti, nvml, nvrtc }: GpuStatus): DoctorCheck[] {
  const driverUse = { name: 'CUDA driver', found: driver, version: cudaVersionText, use: '' };
  const uses: readonly LibraryUse[] = [
    ...(driver.path === null ? [] : [driverUse]),
    {
      name: 'CUPTI',
      found: cupti,
      version: cuptiVersionText,
      use: 'For GPU work: pip install nvidia-cuda-cupti, or the CUDA toolkit'
    },
    {
      name: 'NVML',
      found: nvml,
      version: String,
      use: 'For utilisation, power and clocks: it comes with the NVIDIA driver'
    },
    {
      name: 'NVRTC',
      found: nvrtc,
      version: cudaVersionText,
      use: 'For cuda.compile: pip install nvidia-cuda-nvrtc, or the CUDA toolkit'
    }
  ];
  return uses.map(libraryCheck);
}

function libraryCheck({ name, found, version, use }: LibraryUse): DoctorCheck {
  const { path, error, version: number } = found;
  if (path === null) return absent(name, error ?? 'not looked for', use);
  return working(name, number === 0 ? path : `${version(number)}, ${path}`);
}

function metricsCheck({ device, chip, failure, sampled }: MetricsOfGpu): DoctorCheck {
  const name = `metrics of GPU ${device}`;
  if (failure === null && sampled.length > 0) return working(name, `sampled on ${chip}`);
  const found = failure === null ? 'the GPU has none of them' : failureText(failure);
  return absent(name, found, failure?.code === NO_PERMISSION ? PERMISSION : REQUIREMENT);
}

const PERMISSION = `For gpuMetrics, l2Cache and hbmDdr ${PERMISSION_CURE}`;

const REQUIREMENT =
  'gpuMetrics, l2Cache and hbmDdr need a GPU of Turing or newer, and CUPTI of CUDA 12.6';
