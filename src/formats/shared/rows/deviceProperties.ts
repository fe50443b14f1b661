import { isRecord } from '../../../base/isObject';
import type { GpuInfo } from '../../../facts/gpus';

/** Facts that Kineto has as well, under its keys. */
const KINETO_KEYS = {
  device: 'id',
  multiprocessors: 'numSms',
  warpSize: 'warpSize',
  maxThreadsPerMultiprocessor: 'maxThreadsPerMultiprocessor',
  registersPerMultiprocessor: 'regsPerMultiprocessor',
  sharedBytesPerMultiprocessor: 'sharedMemPerMultiprocessor',
  memoryBytes: 'totalGlobalMem'
} as const satisfies Partial<Record<keyof GpuInfo, string>>;

/** Facts under our own keys. */
const OWN_KEYS = {
  maxBlocksPerMultiprocessor: 'maxBlocksPerMultiprocessor',
  reservedSharedBytesPerBlock: 'reservedSharedMemPerBlock',
  memoryBytesPerSecond: 'memoryBytesPerSecond',
  l2Bytes: 'l2CacheSize',
  linkBytesPerSecond: 'linkBytesPerSecond'
} as const satisfies Partial<Record<keyof GpuInfo, string>>;

const KEYS = { ...KINETO_KEYS, ...OWN_KEYS };

/** The key of a trace under which Kineto describes GPUs. */
export const DEVICE_PROPERTIES = 'deviceProperties';

/** GPUs as JSON in Kineto's form: unknown values are left out. */
export function devicePropertiesJson(gpus: readonly GpuInfo[]): string {
  return JSON.stringify(gpus.map(propertiesOf));
}

function propertiesOf(gpu: GpuInfo): Readonly<Record<string, number | string>> {
  const [major, minor] = gpu.computeCapability.split('.').map(Number);
  const properties: Record<string, number | string> = { id: gpu.device, name: gpu.name };
  if (gpu.uuid) properties.uuid = gpu.uuid;
  if (gpu.computeCapability !== '') {
    Object.assign(properties, { computeMajor: major, computeMinor: minor });
  }
  for (const [fact, key] of Object.entries(KEYS) as [keyof typeof KEYS, string][]) {
    if (gpu[fact] > 0) properties[key] = gpu[fact];
  }
  return properties;
}

/** The reserved shared memory of a block from 8.0 on, if a trace does not state it. */
const RESERVED_BYTES = 1024;

/** The GPUs that a trace describes; entries that make no sense are left out. */
export function gpusOfProperties(value: unknown): readonly GpuInfo[] {
  if (!Array.isArray(value)) return [];
  const gpus = value.map(gpuOf).filter(gpu => gpu !== null);
  return gpus.filter((gpu, at) => gpus.findIndex(({ device }) => device === gpu.device) === at);
}

function gpuOf(properties: unknown): GpuInfo | null {
  if (!isRecord(properties)) return null;
  const numberOf = (key: string): number => {
    const number = properties[key];
    return typeof number === 'number' && number >= 0 && Number.isFinite(number) ? number : 0;
  };
  const { id, name, uuid } = properties;
  if (!Number.isSafeInteger(id) || numberOf('id') !== id) return null;
  const major = numberOf('computeMajor');
  const known = Object.fromEntries(
    Object.entries(KEYS).map(([fact, key]) => [fact, numberOf(key)])
  ) as Record<keyof typeof KEYS, number>;
  return {
    ...known,
    ...(typeof uuid === 'string' && { uuid }),
    name: typeof name === 'string' ? name : '',
    computeCapability: major > 0 ? `${major}.${numberOf('computeMinor')}` : '',
    reservedSharedBytesPerBlock:
      known.reservedSharedBytesPerBlock || (major >= 8 ? RESERVED_BYTES : 0)
  };
}
