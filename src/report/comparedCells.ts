import type { CellChange, CellFigures, Verdict } from '../analysis/comparison/verdict';
import { formatBytes, formatDuration, plural, signedText } from '../base/text';

/** A cell of a notebook, and what changed since a baseline. */
export interface ComparedCell {
  readonly figures: CellFigures;
  /** Null without a baseline, and for a cell that is not in it. */
  readonly before: CellFigures | null;
  /** Null likewise. */
  readonly change: CellChange | null;
}

/** The name by which a cell is shown: `Cell [5] train`. */
export function cellTitle({ place, name }: CellFigures): string {
  return name === null ? place : `${place} ${name}`;
}

/** The time of a run: `61.2 ms ± 1.30 ms`. */
export function timeText({ timeNs, halfWidthNs }: CellFigures): string {
  const time = formatDuration(timeNs);
  return halfWidthNs === null ? time : `${time} ± ${formatDuration(halfWidthNs)}`;
}

/** An amount of memory; empty where it is not known. */
export function memoryText({ peakRssBytes }: CellFigures): string {
  return peakRssBytes === null ? '' : formatBytes(peakRssBytes);
}

/** The time of GPUs; empty where none worked. */
export function gpuText({ gpuBusyNs }: CellFigures): string {
  return gpuBusyNs === null ? '' : formatDuration(gpuBusyNs);
}

/** The change of a time: `+12.0 %`; `new` for a cell that the baseline does not have. */
export function changeText({ change }: ComparedCell): string {
  if (change === null) return 'new';
  const { change: share } = change;
  if (share === null) return '';
  const percent = (size: number): string => `${(100 * size).toFixed(1)} %`;
  const text = percent(Math.abs(share));
  return text === '0.0 %' ? text : signedText(share, percent);
}

/** The change of the peak memory: `+12.0 MB`; empty where one of both is not known. */
export function memoryChangeText({ figures, before }: ComparedCell): string {
  return differenceText(before?.peakRssBytes, figures.peakRssBytes, formatBytes);
}

/** The change of the time of GPUs; empty where one of both is not known. */
export function gpuChangeText({ figures, before }: ComparedCell): string {
  return differenceText(before?.gpuBusyNs, figures.gpuBusyNs, formatDuration);
}

function differenceText(
  before: number | null | undefined,
  after: number | null,
  format: (value: number) => string
): string {
  if (before === null || before === undefined || after === null) return '';
  return signedText(after - before, format);
}

const VERDICTS: Readonly<Record<Verdict, string>> = {
  faster: 'faster',
  slower: 'slower',
  chance: 'may be chance',
  unknown: 'single run'
};

/** The verdict on a change, in a few words; empty without one. */
export function verdictText({ change }: ComparedCell): string {
  return change === null ? '' : VERDICTS[change.verdict];
}

/** The cells that are slower for sure, at 95 % confidence. */
export function slowerCells(cells: readonly ComparedCell[]): readonly ComparedCell[] {
  return cells.filter(({ change }) => change?.verdict === 'slower');
}

/** The sum of the cells, in one sentence. */
export function cellsSentence(cells: readonly ComparedCell[], baseline: string | null): string {
  const wholeNs = cells.reduce((sum, { figures }) => sum + figures.timeNs * figures.runs, 0);
  const whole = `${plural(cells.length, 'profiled cell')}, ${formatDuration(wholeNs)} in all`;
  if (baseline === null) return `${whole}.`;
  const count = (verdict: Verdict): number =>
    cells.filter(({ change }) => change?.verdict === verdict).length;
  const compared = `${count('slower')} slower, ${count('faster')} faster, ${count('chance')} may be chance`;
  const single = count('unknown');
  const runs = single === 0 ? '' : `, ${single} of a single run, which cannot tell`;
  return `${whole}. Since ${baseline}: ${compared}${runs}.`;
}
