import { shown } from '../../base/errors';
import { ProfileVersionError } from '../../schema/schema';
import { BUNDLE_VERSION } from '../output/bundle';
import { PROFILE_VERSION, type StackTable } from '../profile/profile';

/** Data stored by some version, not yet validated. */
export interface StoredParts {
  readonly version: number;
  readonly [part: string]: unknown;
}

/** Converts the data of one version to that of the next; its input is not yet validated. */
export type Upgrader = (older: StoredParts) => StoredParts;

/** The steps that convert data of older versions to the current one. */
export interface UpgradePath {
  /** Subject of the sentences in errors, such as `The profile`. */
  readonly what: string;
  /** The current version. */
  readonly version: number;
  /** By the version that each starts from. */
  readonly upgraders: ReadonlyMap<number, Upgrader>;
}

/**
 * The steps from `version` to the current one; none if it is current.
 *
 * @throws ProfileVersionError if it is newer than this release, or a step is missing.
 */
export function upgradeSteps(version: number, path: UpgradePath): readonly Upgrader[] {
  if (version > path.version) {
    throw new ProfileVersionError(
      `${path.what} has version ${version}, this release of Kernelscope reads up to version ` +
        `${path.version}. Upgrade Kernelscope to open it.`
    );
  }
  const steps: Upgrader[] = [];
  for (let from = version; from !== path.version; from++) {
    const step = path.upgraders.get(from);
    if (!step) {
      throw new ProfileVersionError(
        `${path.what} has version ${shown(version)}, which this release of Kernelscope does not ` +
          'know. Open it with the release that wrote it.'
      );
    }
    steps.push(step);
  }
  return steps;
}

/**
 * `stored`, converted to the current version step by step; data of that version is returned as it is.
 *
 * @throws ProfileVersionError as {@link upgradeSteps} does.
 */
export function upgrade(stored: StoredParts, path: UpgradePath): StoredParts {
  return upgradeSteps(stored.version, path).reduce(
    (older, step) => ({ ...step(older), version: older.version + 1 }),
    stored
  );
}

/** The upgrade path of profiles in files. */
export const PROFILE_PATH: UpgradePath = {
  what: 'The profile',
  version: PROFILE_VERSION,
  upgraders: new Map([[1, withoutAwaited]])
};

/** Version 1 did not tell which functions were awaited: in it none was below those who did. */
function withoutAwaited(older: StoredParts): StoredParts {
  const stacks = older['stacks'] as Partial<StackTable> | undefined;
  const length = stacks?.length ?? 0;
  return { ...older, stacks: { ...stacks, isAwaited: new Uint8Array(length) } };
}

/** The upgrade path of outputs. The profile in them has its own path. */
export const BUNDLE_PATH: UpgradePath = {
  what: 'The profile in this output',
  version: BUNDLE_VERSION,
  // the profile in them changed
  upgraders: new Map([[1, older => older]])
};
