import { type GpuReport, type IdleGap, type TimeWindow, gpuReport } from 'kernelscope/analysis';
import { GPU_CATEGORIES, type GpuInfo, type Profile, type SourceReport } from 'kernelscope/model';
import { columnOf, type ReportTable } from 'kernelscope/report';
import type { ProfileContent } from '../../shared/content/profileTab';
import { type GpuWords, causeWords } from './words';

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

/** A gap, and the device that had nothing to do in it. */
export interface DeviceGap extends IdleGap {
  readonly device: number;
}

/** The stretches in which a device was idle; which device it was where there is more than one. */
export function gapsTable(
  gaps: readonly DeviceGap[],
  hasDevices: boolean,
  { trans }: GpuWords
): ReportTable {
  const time = { align: 'right', unit: 'nanoseconds' } as const;
  const device = columnOf(trans.__('GPU'), trans.__('Number of the idle device'), {
    align: 'right'
  });
  return {
    title: trans.__('Idle gaps'),
    columns: [
      columnOf(trans.__('Start'), trans.__('When the work before it ended'), time),
      columnOf(trans.__('Length'), trans.__('How long nothing ran on any stream'), {
        ...time,
        hasBar: true
      }),
      ...(hasDevices ? [device] : []),
      columnOf(trans.__('Cause'), trans.__('Why the GPU had nothing to do'), { align: 'left' }),
      columnOf(trans.__('Meanwhile on the host'), trans.__('What the host did for most of it'), {
        align: 'left'
      })
    ],
    rows: gaps.map(gap => {
      const { label, explanation } = causeWords(gap.cause, trans);
      return [
        ...[gap.startNs, gap.durationNs, ...(hasDevices ? [gap.device] : [])],
        [{ text: label, count: 1, title: explanation }],
        gap.host || null
      ];
    }),
    hidden: 0,
    sort: { column: 1, direction: 'descending' },
    none: trans.__('The GPU was never idle.')
  };
}
