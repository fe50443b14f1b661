import path from 'node:path';
import type { ProfilerConfig } from './config';

/**
 * The configuration of one rank: its files are where this process would write them, such as
 * `rank0_profile.json` for `profile.json`. Paths are absolute, since a rank may run in another folder.
 */
export function configOfRank(config: ProfilerConfig, rank: number): ProfilerConfig {
  const { filename, gpuMemoryProfileFilenamePrefix } = config;
  return {
    ...config,
    profileProcess: 'worker',
    filename: fileOfRank(filename, rank),
    gpuMemoryProfileFilenamePrefix: fileOfRank(gpuMemoryProfileFilenamePrefix, rank)
  };
}

/** The same configuration for a process that may be in another folder, or get it later. */
export function withAbsolutePaths(config: ProfilerConfig): ProfilerConfig {
  return {
    ...config,
    filename: path.resolve(config.filename),
    gpuMemoryProfileFilenamePrefix: path.resolve(config.gpuMemoryProfileFilenamePrefix)
  };
}

function fileOfRank(file: string, rank: number): string {
  const { dir, base } = path.parse(path.resolve(file));
  return path.join(dir, `rank${rank}_${base}`);
}
