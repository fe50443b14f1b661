import type { NativeAddon } from '../../native/addon';
import { loadAddon } from '../../native/loader';
import { packageFiles } from '../../native/packageFiles';
import { mayHaveDriver, processDriverSearch } from './driverSearch';
import { libraryFolders, processEnvironment } from './libraryFolders';

/**
 * Loads the addon from its folder, undefined for its usual place, and tells it where NVIDIA's libraries
 * may be.
 *
 * @throws AddonUnavailableError
 */
export function loadCuda(addonFolder: string | undefined): NativeAddon {
  const addon = loadAddon(addonFolder);
  addon.gpu.addFolders(foldersFor(addonFolder));
  return addon;
}

/** Whether {@link loadCuda} could find a driver, from a search that loads nothing. */
export function mayLoadCuda(addonFolder: string | undefined): boolean {
  return mayHaveDriver(processDriverSearch(() => foldersFor(addonFolder)));
}

function foldersFor(addonFolder: string | undefined): string[] {
  return libraryFolders(processEnvironment(addonFolder ?? packageFiles().addonFolder));
}
