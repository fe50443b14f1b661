import type { Profile, Track } from '../../../model/profile/profile';

/**
 * The title of a single track: streams of several GPUs have the same names, so the name of their GPU
 * comes first, `GPU 0 (NVIDIA H200) · stream 7`.
 */
export function trackTitle(tracks: readonly Track[], track: number): string {
  const { kind, name, parent } = tracks[track];
  return kind === 'cudaStream' && parent >= 0 ? `${tracks[parent].name} · ${name}` : name;
}

/** The same in few words, if there is more than one GPU: `GPU 0 · stream 7`; else its name. */
export function shortTrackTitle(tracks: readonly Track[], track: number): string {
  const gpus = tracks.filter(({ kind }) => kind === 'device').length;
  if (gpus < 2) return tracks[track].name;
  return trackTitle(tracks, track).replace(/^(GPU \d+) \(.*\) · /, '$1 · ');
}

/**
 * The name of a track's process in a trace: the profile and its runtime, such as
 * `train · node v20.20.2`, for the recording process, else the name of the track.
 */
export function processName({ meta }: Profile, { kind, pid, name }: Track): string {
  if (kind !== 'process' || pid !== meta.pid) return name;
  const parts = [meta.name, meta.runtime === '' ? '' : `node ${meta.runtime}`];
  return parts.filter(part => part !== '').join(' · ') || name;
}
