import type { CounterSeries, Profile } from 'kernelscope/model';

/** The name of a track where it stands alone: streams of several GPUs have the same names. */
export function trackName({ tracks }: Pick<Profile, 'tracks'>, track: number): string {
  const { kind, name, parent } = tracks[track];
  if (kind !== 'cudaStream' || parent < 0) return name;
  return `${shortDeviceName(tracks[parent].name)} · ${name}`;
}

/** The name of a counter; with several GPUs, that of the GPU as well. */
export function counterTitle(
  { tracks, counters }: Pick<Profile, 'tracks' | 'counters'>,
  { name, track }: CounterSeries
): string {
  const isOfDevice = (row: number): boolean => tracks[row].kind === 'device';
  const isAlone = counters.every(each => !isOfDevice(each.track) || each.track === track);
  return isOfDevice(track) && !isAlone ? `${shortDeviceName(tracks[track].name)} · ${name}` : name;
}

/** `GPU 0` of `GPU 0 (NVIDIA H200)`. */
function shortDeviceName(name: string): string {
  return name.replace(/ \(.*$/, '');
}
