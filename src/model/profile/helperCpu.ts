import type { ProfileMeta } from './profile';

/** CPU time of threads that only record, if known. */
export type HelperCpu = Pick<ProfileMeta, 'helperCpuNs'>;

/** The sum over those for which it is known; without the property where that is none. */
export function sumHelperCpu(all: readonly HelperCpu[]): HelperCpu {
  const known = all.flatMap(({ helperCpuNs }) => helperCpuNs ?? []);
  return known.length === 0 ? {} : { helperCpuNs: known.reduce((sum, each) => sum + each) };
}
