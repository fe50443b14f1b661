import type { Profile, Track } from '../../../model/profile/profile';

/**
 * What a trace calls the process of a track: the profile and its runtime, such as
 * `train · node v20.20.2`, where it is the process that recorded, else the name of the track.
 */
export function processName({ meta }: Profile, { kind, pid, name }: Track): string {
  if (kind !== 'process' || pid !== meta.pid) return name;
  const parts = [meta.name, meta.runtime === '' ? '' : `node ${meta.runtime}`];
  return parts.filter(part => part !== '').join(' · ') || name;
}
