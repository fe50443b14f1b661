import type { Track } from '../model/profile';

/**
 * What a track is called where it stands alone: streams of several GPUs have the same names, so that of
 * their GPU stands before theirs, `GPU 0 (NVIDIA H200) · stream 7`.
 */
export function trackTitle(tracks: readonly Track[], track: number): string {
  const { kind, name, parent } = tracks[track];
  return kind === 'cudaStream' && parent >= 0 ? `${tracks[parent].name} · ${name}` : name;
}
