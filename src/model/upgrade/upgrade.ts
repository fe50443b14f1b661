import { shown } from '../../base/text';
import type { Profile } from '../profile/profile';
import { PROFILE_VERSION } from '../profile/profile';
import { emptySampleParts } from '../build/profileBuilder';
import { ProfileVersionError } from '../profile/profileError';

/** A profile of some version, not yet validated. */
export interface StoredProfile {
  readonly version: number;
  readonly [part: string]: unknown;
}

/** Turns a profile of one version into the next one; its input is not yet validated. */
export type Upgrader = (older: StoredProfile) => StoredProfile;

/** The upgraders of this release, by the version they start from. */
const UPGRADERS: ReadonlyMap<number, Upgrader> = new Map([
  [1, addLines],
  [2, addAllocations],
  [3, addStacks],
  [4, addGpus]
]);

/** Version 2 added `lineTotals` and `sourceTexts`; older profiles have none. */
function addLines(older: StoredProfile): StoredProfile {
  return { ...older, lineTotals: emptySampleParts().lineTotals, sourceTexts: [] };
}

/** Version 3 added `allocations`, the scopes of instants and the kinds of counters. */
function addAllocations(older: StoredProfile): StoredProfile {
  const { allocations } = emptySampleParts();
  const { instants, counters } = older as Partial<Profile>;
  const time: unknown = instants?.time;
  const scope = new Uint8Array(time instanceof Float64Array ? time.length : 0);
  return {
    ...older,
    allocations,
    instants: { ...instants, scope },
    counters: Array.isArray(counters)
      ? counters.map((series: object) => ({ ...series, kind: 'sampled' }))
      : counters
  };
}

/** Version 4 added stacks of slices, samples of the heap and the lines in stacks. */
function addStacks(older: StoredProfile): StoredProfile {
  const { heapSamples, sliceStacks } = emptySampleParts();
  const { stacks } = older as Partial<Profile>;
  const frame: unknown = stacks?.frame;
  const line = new Uint32Array(frame instanceof Uint32Array ? frame.length : 0);
  return { ...older, heapSamples, sliceStacks, stacks: { ...stacks, line } };
}

/** Version 5 added facts about GPUs, and units of their counters. */
function addGpus(older: StoredProfile): StoredProfile {
  const { meta } = older as Partial<Profile>;
  return { ...older, meta: { ...meta, gpus: [] } };
}

/** To which version to upgrade, and by what steps. */
export interface UpgradePath {
  readonly upgraders: ReadonlyMap<number, Upgrader>;
  readonly version: number;
}

const CURRENT: UpgradePath = { upgraders: UPGRADERS, version: PROFILE_VERSION };

/**
 * The steps that lead from `version` to the current one, none when it is current.
 *
 * @throws ProfileVersionError when it is newer than this release, or no step leads on from it.
 */
export function upgradeSteps(version: number, path: UpgradePath = CURRENT): readonly Upgrader[] {
  if (version > path.version) {
    throw new ProfileVersionError(
      `The profile has version ${version}, this release of Kernelscope reads up to version ` +
        `${path.version}. Upgrade Kernelscope to open it.`
    );
  }
  const steps: Upgrader[] = [];
  for (let from = version; from !== path.version; from++) {
    const step = path.upgraders.get(from);
    if (!step) {
      throw new ProfileVersionError(
        `The profile has version ${shown(version)}, which this release of Kernelscope does not ` +
          'know. Open it with the release that wrote it.'
      );
    }
    steps.push(step);
  }
  return steps;
}

/**
 * `stored` brought to the current version step by step; one of that version comes back as it is.
 *
 * @throws ProfileVersionError as {@link upgradeSteps} does.
 */
export function upgradeProfile(stored: StoredProfile, path: UpgradePath = CURRENT): StoredProfile {
  return upgradeSteps(stored.version, path).reduce<StoredProfile>(
    (older, step) => ({ ...step(older), version: older.version + 1 }),
    stored
  );
}
