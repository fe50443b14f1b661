import type { NativeAddon } from '../../native/addon';
import { loadAddon } from '../../native/loader';
import { packageFiles } from '../../native/packageFiles';
import { libraryFolders, processEnvironment } from './libraryFolders';

/**
 * Loads the addon from its folder, undefined for its usual place, and tells it where NVIDIA's libraries
 * may be.
 *
 * @throws AddonUnavailableError
 */
export function loadCuda(addonFolder: string | undefined): NativeAddon {
  const addon = loadAddon(addonFolder);
  addon.gpu.addFolders(
    libraryFolders(processEnvironment(addonFolder ?? packageFiles().addonFolder))
  );
  return addon;
}
