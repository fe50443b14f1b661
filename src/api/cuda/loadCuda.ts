import { loadAddon } from '../../native/loader';
import { libraryFolders, processSurroundings } from '../../sources/cuda/libraryFolders';
import type { CudaParts } from './cudaRuntime';

/**
 * The addon from its folder, undefined for its usual place, told where NVIDIA's libraries may be.
 *
 * @throws AddonUnavailableError
 */
export function loadCuda(addonFolder: string | undefined): CudaParts {
  const addon = loadAddon(addonFolder);
  addon.gpu.addFolders(libraryFolders(processSurroundings(addonFolder ?? __dirname)));
  return addon;
}
