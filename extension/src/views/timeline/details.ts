import type { TranslationBundle } from '../../shared/content/application';
import { button, element } from 'kernelscope/web';
import { type AggregateRow, type TimeWindow, aggregate } from 'kernelscope/analysis';
import { CALL_STACK_CATEGORY, type Profile } from 'kernelscope/model';
import type { NumberFormats } from '../../shared/content/format';
import type { Description } from '../../shared/content/description';

/** The dependencies of {@link TimelineDetails}. */
export interface DetailsOptions {
  readonly trans: TranslationBundle;
  readonly formats: NumberFormats;
  readonly onZoom: () => void;
  readonly onClear: () => void;
  readonly onPick: (row: RangeRow) => void;
}

/** Below the timeline: the selected slice in full, or what happened in the marked range. */
export class TimelineDetails {
  readonly node: HTMLElement;

  constructor(private readonly options: DetailsOptions) {
    const label = options.trans.__('Selection in the timeline');
    this.node = element('div', {
      part: 'timelineDetails',
      attributes: { role: 'region', 'aria-label': label, hidden: '' }
    });
  }

  /** Its first line; empty if it shows nothing. */
  get title(): string {
    return this.node.querySelector('.jp-Kernelscope-timelineDetailsTitle')?.textContent ?? '';
  }

  clear(): void {
    this.node.hidden = true;
    this.node.replaceChildren();
  }

  showSlice({ title, facts }: Description): void {
    const pairs = facts.map(({ label, value }) =>
      element('div', { part: 'timelineFact' }, [
        element('dt', { part: 'timelineFactLabel', text: label }),
        element('dd', { part: 'timelineFactValue', text: value, attributes: { dir: 'auto' } })
      ])
    );
    const { trans, onZoom, onClear } = this.options;
    this.#show(title, [button(trans.__('Zoom to it'), onZoom), button(trans.__('Clear'), onClear)]);
    this.node.append(element('dl', { part: 'timelineFacts' }, pairs));
  }

  showRange(summary: RangeSummary): void {
    const { trans, formats, onZoom, onClear } = this.options;
    const { range, count, names, rows } = summary;
    const duration = formats.duration(range.toNs - range.fromNs);
    const title = trans.__('%1 marked: %2 slices', duration, formats.count(count));
    this.#show(title, [button(trans.__('Zoom to it'), onZoom), button(trans.__('Clear'), onClear)]);
    if (rows.length === 0) return;
    this.node.append(this.#table(rows));
    if (names > rows.length) {
      const text = trans.__('%1 more names with less time', formats.count(names - rows.length));
      this.node.append(element('p', { part: 'timelineMore', text }));
    }
  }

  #show(title: string, buttons: readonly HTMLElement[]): void {
    this.node.hidden = false;
    this.node.replaceChildren(
      element('div', { part: 'timelineDetailsHead' }, [
        element('p', { part: 'timelineDetailsTitle', text: title, attributes: { dir: 'auto' } }),
        ...buttons
      ])
    );
  }

  #table(rows: readonly RangeRow[]): HTMLElement {
    const { trans, formats } = this.options;
    const heads = [trans.__('Name'), trans.__('Count'), trans.__('Total'), trans.__('Self')];
    const head = heads.map(text => element('th', { text, attributes: { scope: 'col' } }));
    const body = rows.map(row => {
      const numbers = [
        formats.count(row.count),
        formats.duration(row.total),
        formats.duration(row.self)
      ];
      const name = element('button', {
        part: 'timelineRangeName',
        text: row.name,
        attributes: { type: 'button', title: row.name }
      });
      name.addEventListener('click', () => this.options.onPick(row));
      return element('tr', {}, [
        element('th', { attributes: { scope: 'row' } }, [name]),
        ...numbers.map(text => element('td', { text }))
      ]);
    });
    return element('table', { part: 'timelineRange' }, [
      element('thead', {}, [element('tr', {}, head)]),
      element('tbody', {}, body)
    ]);
  }
}

/** The totals of a stretch of time, by name. */
interface RangeSummary {
  readonly range: TimeWindow;
  /** Slices that are at least partly within. */
  readonly count: number;
  readonly names: number;
  /** The names with most total time, first the greatest; slices are cut to the range. */
  readonly rows: readonly RangeRow[];
}

/** All slices of one name within a range. */
type RangeRow = Pick<AggregateRow, 'name' | 'count' | 'total' | 'self'> & {
  readonly category: string;
};

/** Names that a summary lists at most. */
const MAX_ROWS = 10;

/** Adds up the recorded slices of `profile` within `range`. */
export function summarizeRange(profile: Profile, range: TimeWindow): RangeSummary {
  const rows = aggregate(profile, { window: range })
    .filter(({ unit, category }) => unit === 'nanoseconds' && category !== CALL_STACK_CATEGORY)
    .flatMap(({ category, rows: each }) => each.map(row => ({ ...row, category })))
    .filter(row => row.total > 0 || row.count > 0)
    .sort((a, b) => b.total - a.total);
  return {
    range,
    count: rows.reduce((sum, row) => sum + row.count, 0),
    names: rows.length,
    rows: rows.slice(0, MAX_ROWS)
  };
}
