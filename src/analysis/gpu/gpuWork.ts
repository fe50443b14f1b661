import { oncePer } from '../../base/oncePer';
import {
  GPU_COPY_CATEGORY,
  GPU_FILL_CATEGORY,
  GPU_GRAPH_CATEGORY,
  KERNEL_CATEGORY
} from '../../model/profile/categories';
import type { Profile, Track } from '../../model/profile/profile';
import { numberOfGpuTrack } from '../../facts/gpus';

/** The kind of GPU work, from the category of its slice; 0 is not GPU work. */
export const WorkKind = { none: 0, kernel: 1, copy: 2, fill: 3, graph: 4 } as const;

const KINDS: ReadonlyMap<string, number> = new Map([
  [KERNEL_CATEGORY, WorkKind.kernel],
  [GPU_COPY_CATEGORY, WorkKind.copy],
  [GPU_FILL_CATEGORY, WorkKind.fill],
  [GPU_GRAPH_CATEGORY, WorkKind.graph]
]);

/** The GPU work of a profile. */
export interface GpuWork {
  /** Rows of its slices, in order of start. */
  readonly rows: Uint32Array;
  /** One of {@link WorkKind} for each label of the profile. */
  readonly kindOfLabel: Uint8Array;
  /** The devices that worked, in order of their tracks. */
  readonly devices: readonly WorkingDevice[];
  /** For each track the index into `devices`, or -1. */
  readonly deviceOfTrack: Int16Array;
}

/** A device that did something. */
export interface WorkingDevice {
  /** `TrackIndex` of the device, or of its stream if the stream has no device track. */
  readonly track: number;
  /** CUDA's number. */
  readonly number: number;
}

/** Kernels, copies, fills and graphs on the tracks of GPUs. */
export const gpuWork = oncePer(findGpuWork);

function findGpuWork({ slices, labels, strings, tracks }: Profile): GpuWork {
  const isGpu = Uint8Array.from(tracks, ({ kind }) =>
    Number(kind === 'cudaStream' || kind === 'device')
  );
  const kindOfLabel = Uint8Array.from(
    labels.category,
    category => KINDS.get(strings[category]) ?? WorkKind.none
  );
  const rows = rowsOf(slices, kindOfLabel, isGpu);
  const hasWork = new Uint8Array(tracks.length);
  for (const row of rows) hasWork[slices.track[row]] = 1;
  const deviceOfTrack = new Int16Array(tracks.length).fill(-1);
  const devices: WorkingDevice[] = [];
  const known = new Map<number, number>();
  for (let at = 0; at < tracks.length; at++) {
    if (hasWork[at] === 0) continue;
    const track = deviceTrack(tracks, at);
    const device =
      known.get(track) ?? devices.push({ track, number: deviceNumber(tracks, at) }) - 1;
    known.set(track, device);
    deviceOfTrack[at] = device;
  }
  return { rows, kindOfLabel, devices, deviceOfTrack };
}

// hot
function rowsOf(
  { length, label, track }: Profile['slices'],
  kindOfLabel: Uint8Array,
  isGpu: Uint8Array
): Uint32Array {
  if (!isGpu.includes(1)) return new Uint32Array(0);
  const rows = new Uint32Array(length);
  let used = 0;
  for (let row = 0; row < length; row++) {
    if (isGpu[track[row]] === 1 && kindOfLabel[label[row]] !== WorkKind.none) rows[used++] = row;
  }
  return rows.slice(0, used);
}

function deviceTrack(tracks: Profile['tracks'], stream: number): number {
  let track = stream;
  while (track >= 0 && tracks[track].kind !== 'device') track = tracks[track].parent;
  return track < 0 ? stream : track;
}

/**
 * The number of the GPU of a stream: from the name of the track around it, `GPU 1`, else the number of
 * that track; 0 if there is none.
 */
export function deviceNumber(tracks: readonly Track[], stream: number): number {
  let track: Track | undefined = tracks[stream];
  while (track && track.kind !== 'device') track = tracks[track.parent];
  return track ? numberOfGpuTrack(track) : 0;
}

/** Number of a device that has none. */
const NO_DEVICE_ID = -1;

/** The location of memory. */
interface DevicePlace {
  readonly isGpu: boolean;
  /** Number of the GPU; -1 for the memory of the process. */
  readonly id: number;
}

/** The place of a device: `gpu/0` and `cuda/0` are GPUs, all others are in the memory of the process. */
export function devicePlace(device: string): DevicePlace {
  const gpu = /^(?:gpu|cuda)[/:](\d+)$/.exec(device);
  return gpu ? { isGpu: true, id: Number(gpu[1]) } : { isGpu: false, id: NO_DEVICE_ID };
}

/** Directions of copies by CUPTI's number from 1 on, as Kineto writes them. */
const DIRECTIONS = 'HtoD DtoH HtoA AtoH AtoA AtoD DtoA DtoD HtoH PtoP'.split(' ');

/** The direction of a copy by CUPTI's number, such as `HtoD`; `null` for an unknown one. */
export function copyDirection(kind: number | null): string | null {
  return DIRECTIONS[(kind ?? 0) - 1] ?? null;
}

/** The number of blocks in a grid or threads in a block, from `[x, y, z]`; 0 if unknown. */
export function launchSize(extent: string): number {
  const sizes = extent.match(/\d+/g) ?? [0];
  return sizes.reduce<number>((product, size) => product * Number(size), 1);
}
