import { BUNDLE_LIMITS, MAX_CELL_SOURCE } from '../../model/output/bundle';
import type { GpuInfo } from '../../facts/gpus';
import type { CellInfo, Profile, ProfileMeta, SourceReport } from '../../model/profile/profile';
import type { SourceText } from '../../model/profile/sourceText';
import { clipText, wellFormed } from '../shared/text/clipText';
import { jsonBytes } from './bundleSections';

/** The maximum number of options of a run in a bundle. */
const MAX_OPTIONS = 1000;

/** A profile whose texts outside its tables fit a bundle. */
export interface BoundTexts {
  readonly profile: Profile;
  /** True if it has the sources of all cells, all options and all reports of its sources. */
  readonly isWhole: boolean;
}

/**
 * `profile` with the facts of its run cut at 300 characters each, and with the sources of cells that
 * fit in `maxBytes` of JSON: that of the profiled cell, cut at 64,000 characters, then the others, the
 * hottest first.
 */
export function boundTexts(profile: Profile, maxBytes: number): BoundTexts {
  const cell = profile.meta.cell && clipCell(profile.meta.cell, maxBytes);
  const sourceTexts = textsWithin(profile, maxBytes - jsonBytes(cell?.source ?? ''));
  const meta = { ...clipMeta(profile.meta), cell };
  const sources = boundReports(profile);
  const isWhole =
    cell?.source.length === profile.meta.cell?.source.length &&
    sourceTexts.length === profile.sourceTexts.length &&
    sources.length === profile.sources.length &&
    Object.keys(meta.options).length === Object.keys(profile.meta.options).length;
  return { profile: { ...profile, meta, sourceTexts, sources }, isWhole };
}

function clipMeta(meta: ProfileMeta): ProfileMeta {
  const options = Object.entries(meta.options)
    .slice(0, MAX_OPTIONS)
    .map(([name, value]) => [clipText(name), clipText(value)] as const);
  return {
    ...meta,
    name: clipText(meta.name),
    host: clipText(meta.host),
    runtime: clipText(meta.runtime),
    options: Object.fromEntries(options),
    gpus: meta.gpus.map(clipGpu)
  };
}

/** A GPU with its texts cut at 300 characters each. */
export function clipGpu(gpu: GpuInfo): GpuInfo {
  const { name, computeCapability, uuid } = gpu;
  const texts = { name: clipText(name), computeCapability: clipText(computeCapability) };
  return { ...gpu, ...texts, ...(uuid !== undefined && { uuid: clipText(uuid) }) };
}

function clipCell({ file, executionCount, ...cell }: CellInfo, maxBytes: number): CellInfo {
  let source = wellFormed(cell.source.slice(0, MAX_CELL_SOURCE));
  while (source !== '' && jsonBytes(source) > maxBytes) {
    source = source.slice(0, source.length >>> 1);
  }
  return { file: clipText(file), executionCount, source };
}

/** The reports of the sources, bounded to what a bundle carries. */
function boundReports({ sources }: Profile): readonly SourceReport[] {
  return sources
    .slice(0, BUNDLE_LIMITS.sources)
    .map(report => ({ ...report, message: clipText(report.message) }));
}

/** Texts of cells, each whole or not at all. If one is too long, a shorter one after it may still fit. */
function textsWithin({ sourceTexts }: Profile, maxBytes: number): SourceText[] {
  let left = maxBytes;
  const kept: SourceText[] = [];
  for (const source of sourceTexts) {
    const packed = {
      ...source,
      file: clipText(source.file),
      text: wellFormed(source.text)
    };
    const bytes = jsonBytes(packed) + 1;
    if (bytes > left) continue;
    left -= bytes;
    kept.push(packed);
  }
  return kept;
}
