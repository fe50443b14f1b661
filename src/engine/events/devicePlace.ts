/** Number of a device that has none. */
const NO_DEVICE_ID = -1;

/** The location of memory. */
export interface DevicePlace {
  readonly isGpu: boolean;
  /** Number of the GPU; -1 for the memory of the process. */
  readonly id: number;
}

/** The place of a device: `gpu/0` and `cuda/0` are GPUs, all others are in the memory of the process. */
export function devicePlace(device: string): DevicePlace {
  const gpu = /^(?:gpu|cuda)[/:](\d+)$/.exec(device);
  return gpu ? { isGpu: true, id: Number(gpu[1]) } : { isGpu: false, id: NO_DEVICE_ID };
}
