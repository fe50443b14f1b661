import type { TableOfContents } from '@jupyterlab/toc';
import type { NumberFormats } from '../../shared/content/format';

/** A heading of a notebook: where it is, and how deep. */
export interface HeadingPlace {
  /** The place of its cell among all cells. */
  readonly index: number;
  /** 1 for the highest. */
  readonly level: number;
}

/** The wall time of a profiled cell. */
export interface CellTime {
  readonly index: number;
  readonly wallNs: number;
}

/**
 * For each heading the share, 0 … 1, of the time of all profiled cells that was spent below it: up to
 * the next heading of its level or a higher one. Null for all if there is no time.
 */
export function headingShares(
  headings: readonly HeadingPlace[],
  cells: readonly CellTime[]
): readonly (number | null)[] {
  const totalNs = cells.reduce((sum, { wallNs }) => sum + wallNs, 0);
  return headings.map(({ index, level }, at) => {
    if (totalNs <= 0) return null;
    const end = headings.slice(at + 1).find(next => next.level <= level)?.index ?? Infinity;
    const below = cells.filter(cell => cell.index >= index && cell.index < end);
    return below.reduce((sum, { wallNs }) => sum + wallNs, 0) / totalNs;
  });
}

/** Steps of the bar beside a heading. */
const STEPS = 5;

/** The names of the attributes that `notebook.css` shows. */
const SHARE = 'data-kernelscope-share';
const BAR = 'data-kernelscope-bar';

/**
 * `heading` with its share in the attributes that the table of contents puts on its item, or without
 * where it has none; true if that changed anything.
 */
export function markHeading(
  heading: TableOfContents.IHeading,
  share: number | null,
  formats: Pick<NumberFormats, 'percent'>
): boolean {
  const { [SHARE]: before, [BAR]: _, ...rest } = heading.dataset ?? {};
  const text = share === null || share === 0 ? undefined : formats.percent(share);
  if (text === before) return false;
  const filled = Math.min(STEPS, Math.max(1, Math.ceil((share ?? 0) * STEPS)));
  const bar = '▰'.repeat(filled) + '▱'.repeat(STEPS - filled);
  heading.dataset = text === undefined ? rest : { ...rest, [SHARE]: text, [BAR]: bar };
  return true;
}
