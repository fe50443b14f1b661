import { memoryAt } from 'kernelscope/analysis';
import type { Profile } from 'kernelscope/model';
import type { ReportTable } from 'kernelscope/report';
import type { FiguresWords } from '../../shared/tables/reportFigures';

export interface CompositionOptions extends FiguresWords {
  readonly timeNs: number;
  /** True for the moment of the peak, false for one that a person picked. */
  readonly isPeak: boolean;
}

/** The parts of the resident memory at a moment; null if it was not sampled. */
export function compositionTable(
  profile: Profile,
  { timeNs, isPeak, formats, trans }: CompositionOptions
): ReportTable | null {
  const parts = memoryAt(profile, timeNs);
  if (!parts) return null;
  const at = formats.duration(timeNs);
  const rows: readonly (readonly [part: string, bytes: number])[] = [
    [trans.__('JavaScript heap'), parts.heapBytes],
    [trans.__('Array buffers'), parts.arrayBufferBytes],
    [trans.__('Other external memory'), parts.externalBytes],
    [trans.__('Rest: code, unused heap, native modules, threads'), parts.restBytes],
    [trans.__('Resident set (RSS)'), parts.rssBytes]
  ];
  return {
    title: trans.__('Resident set explained'),
    subtitle: isPeak ? trans.__('At the peak, %1', at) : trans.__('At %1', at),
    columns: [
      { heading: trans.__('Part'), align: 'left' },
      { heading: trans.__('Size'), align: 'right', unit: 'bytes' },
      { heading: trans.__('Share'), align: 'right', unit: 'share' }
    ],
    rows: rows.map(row => [...row, row[1] / Math.max(1, parts.rssBytes)]),
    hidden: 0,
    notes: [
      trans.__(
        'Click the chart to see another moment; on the focused chart Enter picks the middle, and Shift with an arrow key moves on.'
      )
    ]
  };
}
