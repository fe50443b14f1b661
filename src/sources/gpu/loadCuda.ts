import type { NativeAddon } from '../../native/addon';
import { readGpuExperiments } from '../../native/gpuExperiments';
import { loadAddon } from '../../native/loader';
import { packageFiles } from '../../native/packageFiles';
import { mayHaveDriver, processDriverSearch } from './driverSearch';
import { libraryFolders, processEnvironment } from './libraryFolders';

/** Warnings that this thread has given. */
const warned = new Set<string>();

function warnOnce(problem: string): void {
  if (warned.has(problem)) return;
  warned.add(problem);
  process.emitWarning(problem, 'KernelscopeWarning');
}

/**
 * Loads the addon from its folder, undefined for its usual place, and tells it where NVIDIA's libraries
 * may be.
 *
 * @throws AddonUnavailableError
 */
export function loadCuda(addonFolder: string | undefined): NativeAddon {
  const addon = loadAddon(addonFolder);
  addon.gpu.addFolders(foldersFor(addonFolder));
  const { experiments, problems } = readGpuExperiments(process.env);
  problems.forEach(warnOnce);
  addon.gpu.setExperiments(experiments);
  return addon;
}

/** Whether {@link loadCuda} could find a driver, from a search that loads nothing. */
export function mayLoadCuda(addonFolder: string | undefined): boolean {
  return mayHaveDriver(processDriverSearch(() => foldersFor(addonFolder)));
}

function foldersFor(addonFolder: string | undefined): string[] {
  return libraryFolders(processEnvironment(addonFolder ?? packageFiles().addonFolder));
}
