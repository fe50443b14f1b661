import type { NativeAddon } from '../../native/addon';
import { readGpuExperiments } from '../../native/gpuExperiments';
import { loadAddon } from '../../native/loader';
import { packageFiles } from '../../native/packageFiles';
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
  addon.gpu.addFolders(
    libraryFolders(processEnvironment(addonFolder ?? packageFiles().addonFolder))
  );
  const { experiments, problems } = readGpuExperiments(process.env);
  problems.forEach(warnOnce);
  addon.gpu.setExperiments(experiments);
  return addon;
}
