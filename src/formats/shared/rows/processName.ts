import type { Profile, Track } from '../../../model/profile/profile';

/**
 * The name of a track's process in a trace: the profile and its runtime, such as
 * `train · node v20.20.2`, for the recording process, else the name of the track.
 */
export function processName({ meta }: Profile, { kind, pid, name }: Track): string {
  if (kind !== 'process' || pid !== meta.pid) return name;
  const parts = [meta.name, meta.runtime === '' ? '' : `node ${meta.runtime}`];
  return parts.filter(part => part !== '').join(' · ') || name;
}
