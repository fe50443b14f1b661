import { type GpuReport, type IdleGap, type TimeWindow, gpuReport } from 'kernelscope/analysis';
import { GPU_CATEGORIES, type GpuInfo, type Profile, type SourceReport } from 'kernelscope/model';
import type { ProfileContent } from '../../shared/content/profileTab';
import type { DeviceGap } from './gapsTable';

/** The facts about the GPUs of a profile. */
export type GpuState =
  | {
      readonly type: 'work';
      readonly report: GpuReport;
      /** True where numbers are of the slices in the output alone. */
      readonly isOfPart: boolean;
      /** Rows with the least time that the output leaves out. */
      readonly hiddenRows: number;
    }
  /** They were recorded, and had nothing to do. */
  | { readonly type: 'idle'; readonly gpus: readonly GpuInfo[] }
  /** They were to be recorded; `reason` says why they were not, and what to do. */
  | { readonly type: 'unrecorded'; readonly reason: string }
  | { readonly type: 'unasked' };

/** The GPU facts of a content: exact wherever the whole profile or the output has them so. */
export function gpuStateOf({ bundle, profile, isWhole }: ProfileContent): GpuState {
  if (!isWhole && bundle.gpu !== null) {
    const { hiddenRows } = bundle.gpu;
    return { type: 'work', report: bundle.gpu, isOfPart: false, hiddenRows };
  }
  const report = gpuReport(profile);
  if (report !== null) return { type: 'work', report, isOfPart: !isWhole, hiddenRows: 0 };
  const source = cudaReportOf(profile);
  if (!source) return { type: 'unasked' };
  const isRecorded = source.status === 'ok' || source.status === 'partial';
  if (isRecorded) return { type: 'idle', gpus: profile.meta.gpus };
  return { type: 'unrecorded', reason: source.message };
}

/** The report of the GPU recording about itself. */
export function cudaReportOf({ sources }: Pick<Profile, 'sources'>): SourceReport | undefined {
  return sources.find(({ source }) => source === 'cuda');
}

/** The gaps of all devices, longest first. */
export function allGaps({ devices }: GpuReport): DeviceGap[] {
  return devices
    .flatMap(({ device, gaps }) => gaps.map(gap => ({ ...gap, device })))
    .sort((a, b) => b.durationNs - a.durationNs);
}

/** When a gap was. */
export function windowOfGap({ startNs, durationNs }: IdleGap): TimeWindow {
  return { fromNs: startNs, toNs: startNs + durationNs };
}

/**
 * The first of `categories` in which a profile has a label of that name, else another one of what the
 * host runs; null when it has none.
 */
export function categoryOfName(
  { labels, strings }: Pick<Profile, 'labels' | 'strings'>,
  name: string,
  categories: readonly string[]
): string | null {
  const found = new Set<string>();
  for (let label = 0; label < labels.length; label++) {
    if (strings[labels.name[label]] === name) found.add(strings[labels.category[label]]);
  }
  const isOfHost = (category: string): boolean => !GPU_CATEGORIES.includes(category);
  return categories.find(category => found.has(category)) ?? [...found].find(isOfHost) ?? null;
}
