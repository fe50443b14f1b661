import { sumHelperCpu } from '../../model/profile/helperCpu';
import type { BundleCell, BundleRun, ProfileBundle } from '../../model/output/bundle';
import { BUNDLE_LIMITS, MAX_CELL_SOURCE } from '../../model/output/bundle';
import type { GpuInfo } from '../../model/profile/gpuInfo';
import type { CellInfo, Profile, ProfileMeta } from '../../model/profile/profile';
import { jsonBytes } from './bundleSections';
import { clipText } from '../shared/text/clipText';
import { wellFormed } from '../shared/text/wellFormed';

/**
 * The facts of the run in a bundle, other than its summary. Texts are cut at 300 characters, and the
 * source of the cell at 64,000 and at `maxSourceBytes` of JSON.
 */
export function runOf({ meta }: Profile, maxSourceBytes: number): BundleRun {
  const { originNs, host, pid, runtime, dropped, cell, gpus } = meta;
  const options = Object.entries(meta.options)
    .slice(0, BUNDLE_LIMITS.options)
    .map(([name, value]) => [clipText(name), clipText(value)]);
  return {
    originNs,
    host: clipText(host),
    pid,
    runtime: clipText(runtime),
    options: Object.fromEntries(options) as BundleRun['options'],
    dropped,
    cell: cell && clipCell(cell, maxSourceBytes),
    gpus: gpus.map(clipGpu)
  };
}

function clipGpu(gpu: GpuInfo): GpuInfo {
  const { name, computeCapability } = gpu;
  return { ...gpu, name: clipText(name), computeCapability: clipText(computeCapability) };
}

function clipCell(cell: CellInfo, maxBytes: number): BundleCell {
  let source = wellFormed(cell.source.slice(0, MAX_CELL_SOURCE));
  while (jsonBytes(source) > maxBytes) source = source.slice(0, source.length >>> 1);
  const { file, executionCount } = cell;
  const isSourceClipped = source.length < cell.source.length;
  return { file: clipText(file), executionCount, source, isSourceClipped };
}

/** The facts of the run, as the profile had them. */
export function metaOf({ summary, run }: ProfileBundle): ProfileMeta {
  const { originNs, host, pid, runtime, options, dropped, cell, gpus } = run;
  return {
    id: summary.id,
    name: summary.name,
    status: summary.status,
    startedAtMs: summary.startedAtMs,
    originNs,
    durationNs: summary.wallNs,
    cpuTimeNs: summary.cpuNs ?? 0,
    host,
    pid,
    runtime,
    options,
    cell: cell && {
      file: cell.file,
      executionCount: cell.executionCount,
      source: cell.source
    },
    gpus,
    overheadNs: summary.overheadNs ?? 0,
    ...sumHelperCpu([summary]),
    dropped,
    truncated: summary.truncated
  };
}
