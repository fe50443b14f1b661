import { type GpuInfo, numberOfGpuTrack } from '../../facts/gpus';
import type { Profile, Track } from '../../model/profile/profile';
import { devicePropertiesJson, gpusOfProperties } from '../shared/rows/deviceProperties';

/*
 * Perfetto's tracks have no fields for what a profile knows of GPUs. It is in the descriptions of their
 * tracks, as JSON: the process, and for a GPU its description in Kineto's form.
 */

/** A GPU as the description of its track has it. */
export interface DescribedGpu {
  readonly pid: number;
  /** Null for streams, and for a GPU of which nothing is known. */
  readonly gpu: GpuInfo | null;
}

/** Characters of a description that are read. */
const MAX_LENGTH = 4096;

const GPU_ROW = /^(?:GPU|stream) \d{1,9}\b/;

/** The description of a GPU; `pid` is 0 if it is of no process. */
export function gpuDescription(pid: number, gpu: GpuInfo | null): string {
  return `{"pid":${pid},"gpus":${devicePropertiesJson(gpu === null ? [] : [gpu])}}`;
}

/** The description of a track; empty if it is not of a GPU. */
export function trackDescription({ meta }: Profile, track: Track): string {
  if (track.kind === 'cudaStream') return gpuDescription(track.pid, null);
  if (track.kind !== 'device') return '';
  const number = numberOfGpuTrack(track);
  return gpuDescription(track.pid, meta.gpus.find(({ device }) => device === number) ?? null);
}

/** GPUs that are described and have no track. */
export function idleGpus({ meta, tracks }: Profile): readonly GpuInfo[] {
  const shown = new Set(tracks.filter(({ kind }) => kind === 'device').map(numberOfGpuTrack));
  return meta.gpus.filter(({ device }) => !shown.has(device));
}

/** Reads the description of a track with a name; null for any other text. */
export function readGpuDescription(name: string, text: string): DescribedGpu | null {
  if (!GPU_ROW.test(name) || !text.startsWith('{') || text.length > MAX_LENGTH) return null;
  const value = parsed(text);
  if (typeof value !== 'object' || value === null) return null;
  const { pid, gpus } = value as { readonly pid?: unknown; readonly gpus?: unknown };
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid < 0) return null;
  return { pid, gpu: gpusOfProperties(gpus).find(({ device }) => isOf(name, device)) ?? null };
}

function isOf(name: string, device: number): boolean {
  return name.startsWith('GPU ') && numberOfGpuTrack({ name, tid: -1 }) === device;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
