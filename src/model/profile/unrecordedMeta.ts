import { NO_FACTS } from '../../facts/table';
import type { Profile, ProfileMeta } from './profile';

/** Known facts about a run that was not recorded here, such as one of an imported file. */
export type KnownMeta = Partial<ProfileMeta> & Pick<ProfileMeta, 'id' | 'name' | 'durationNs'>;

/** The facts of a profile that was made of something else than a recording; the others are unknown. */
export function unrecordedMeta(known: KnownMeta): ProfileMeta {
  return {
    status: 'complete',
    startedAtMs: 0,
    originNs: '0',
    cpuTimeNs: 0,
    host: '',
    pid: 0,
    runtime: '',
    options: {},
    cell: null,
    ...NO_FACTS,
    overheadNs: 0,
    dropped: { slices: 0, instants: 0, counterValues: 0, args: 0, flows: 0 },
    truncated: false,
    ...known
  };
}

/**
 * The CPU time or the overhead of a profile, or null where a 0 stands for nothing known: in one that was made
 * of something else than a recording, and for the overhead of one that did not end, since it is added up at the end.
 */
export function knownTime(
  { meta, sources }: Pick<Profile, 'meta' | 'sources'>,
  time: 'cpuTimeNs' | 'overheadNs'
): number | null {
  const isRecorded = meta.runtime !== '' && !sources.some(({ source }) => source === 'import');
  const isAddedUp = time === 'cpuTimeNs' || meta.status !== 'recovered';
  return (isRecorded && isAddedUp) || meta[time] > 0 ? meta[time] : null;
}
