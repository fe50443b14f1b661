import { aggregate } from '../../analysis/statistics/aggregate';
import type { AggregateSection } from '../../analysis/statistics/aggregateTypes';
import { summarize } from '../../analysis/statistics/overview';
import type { BundleSidecar, ProfileBundle } from '../../model/output/bundle';
import { BUNDLE_LIMITS, BUNDLE_VERSION, MAX_BUNDLE_BYTES } from '../../model/output/bundle';
import type { Profile } from '../../model/profile/profile';
import { runOf } from './bundleRun';
import { textsWithin } from './bundleTexts';
import { bundleGpu } from './bundleGpu';
import { boundSections, jsonBytes } from './bundleSections';
import { clipText } from '../shared/text/clipText';
import type { Deflate } from '../shared/bytes/compression';
import { fitOverview } from './fitOverview';

/** The options of {@link encodeBundle}. */
export interface EncodeBundleOptions {
  readonly deflate: Deflate;
  /** The maximum bytes of JSON; {@link MAX_BUNDLE_BYTES} by default, and never more. */
  readonly maxBytes?: number;
  /** The location of the whole profile, if it is stored. */
  readonly sidecar?: BundleSidecar | null;
  /** The result of `aggregate(profile)`, if the caller already has it. */
  readonly sections?: readonly AggregateSection[];
}

/** The shares of a bundle that the statistics, the sources of cells and the GPU report may take. */
const SECTION_SHARE = 0.4;
const SOURCE_SHARE = 0.2;
const GPU_SHARE = 0.08;

/**
 * The data of a notebook output for `profile`, within `maxBytes` of JSON: summary and totals, and the
 * whole profile if it fits, else a part of 256 kB (see {@link fitOverview}). Names are cut at 300
 * characters. Rows of statistics are bounded, and those left out are counted. The profiled cell comes
 * first in the room for sources, then the hottest of the others; a bundle that lacks one is partial. A
 * partial bundle also has the GPU report of the whole profile.
 */
export function encodeBundle(profile: Profile, options: EncodeBundleOptions): ProfileBundle {
  const { deflate, sidecar = null } = options;
  const maxBytes = Math.min(options.maxBytes ?? MAX_BUNDLE_BYTES, MAX_BUNDLE_BYTES);
  const bounded = boundSections(options.sections ?? aggregate(profile), SECTION_SHARE * maxBytes);
  const summary = summarize(profile);
  const sourceBytes = SOURCE_SHARE * maxBytes;
  const run = runOf(profile, sourceBytes);
  const sourceTexts = textsWithin(profile, sourceBytes - jsonBytes(run.cell?.source ?? ''));
  const fixed = {
    version: BUNDLE_VERSION,
    summary: {
      ...summary,
      name: clipText(summary.name),
      cellFile: summary.cellFile === null ? null : clipText(summary.cellFile)
    },
    run,
    sourceTexts,
    ...bounded,
    sources: profile.sources
      .slice(0, BUNDLE_LIMITS.sources)
      .map(report => ({ ...report, message: clipText(report.message) })),
    sidecar
  };
  const budget = maxBytes - jsonBytes(fixed) - '"overview":,"gpu":null,'.length;
  const hasAllSources =
    !run.cell?.isSourceClipped && sourceTexts.length === profile.sourceTexts.length;
  const isRunWhole = hasAllSources && hasFewParts(profile);
  const fit = { isRunWhole, deflate };
  const overview = fitOverview(profile, { ...fit, budget });
  if (!overview.partial) return { ...fixed, overview, gpu: null };
  const gpu = bundleGpu(profile, GPU_SHARE * maxBytes);
  const room = budget - jsonBytes(gpu);
  const fits = jsonBytes(overview) <= room;
  return {
    ...fixed,
    overview: fits ? overview : fitOverview(profile, { ...fit, budget: room }),
    gpu
  };
}

/** True if none of the lists outside the tables is longer than a bundle may carry. */
function hasFewParts({ meta, sources }: Profile): boolean {
  return (
    Object.keys(meta.options).length <= BUNDLE_LIMITS.options &&
    sources.length <= BUNDLE_LIMITS.sources
  );
}
