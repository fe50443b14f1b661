import type { TranslationBundle } from '../content/application';
import { type Cell, cellText, type ReportTable } from 'kernelscope/report';
import { clipText, element } from 'kernelscope/web';
import type { NumberFormats } from '../content/format';
import { shortText } from './reportGrid';

/** The language of a table, and how it writes numbers. */
export interface FiguresWords {
  readonly formats: NumberFormats;
  readonly trans: TranslationBundle;
}

/** A table of a report as a table of figures, with the sentences below it. */
export function reportFigures(table: ReportTable, { formats, trans }: FiguresWords): HTMLElement[] {
  const { title, subtitle = '', columns, rows, limit = 0, foot = [], none, notes = [] } = table;
  const headings = columns.map((column, at) =>
    element('th', { text: column.heading, attributes: { scope: 'col' }, ...partOf(table, at) })
  );
  const shown = limit > 0 ? rows.slice(0, limit) : rows;
  const node = element('table', { part: 'figures' }, [
    element('caption', {}, [
      element('strong', { part: 'figuresTitle', text: title }),
      element('span', { text: subtitle })
    ]),
    element('thead', {}, [element('tr', {}, headings)]),
    element(
      'tbody',
      {},
      shown.map(cells => rowNode(cells, table, formats))
    ),
    ...(foot.length > 0
      ? [
          element(
            'tfoot',
            {},
            foot.map(cells => rowNode(cells, table, formats))
          )
        ]
      : [])
  ]);
  const left = rows.length - shown.length;
  const sentences = [
    ...(rows.length === 0 && none !== undefined ? [none] : []),
    ...notes,
    ...(left > 0 ? [trans.__('%1 more are not shown.', formats.count(left))] : [])
  ];
  return [node, ...sentences.map(text => element('p', { part: 'chartNote', text }))];
}

/** The class of cells of lines, and of those of texts beside the first one. */
function partOf({ columns }: ReportTable, at: number): { readonly part?: string } {
  if (columns[at].hasLines) return { part: 'retainers' };
  return at > 0 && columns[at].align === 'left' ? { part: 'figuresText' } : {};
}

function rowNode(cells: readonly Cell[], table: ReportTable, formats: NumberFormats): HTMLElement {
  const nodes = cells.map((cell, at) => {
    const column = table.columns[at];
    const part = partOf(table, at);
    if (typeof cell === 'object' && cell !== null && column.hasLines) {
      return element('td', part, cell.map(lineNode));
    }
    const text = cellText(cell, column, formats);
    if (column.align === 'right') return element('td', { text });
    const shown = shortText(text, column.short);
    const attributes = { dir: 'auto', title: clipText(text) };
    return at === 0
      ? element('th', { text: shown, attributes: { scope: 'row', ...attributes } })
      : element('td', { ...part, text: shown, attributes });
  });
  return element('tr', {}, nodes);
}

/** What a line counts for matters only beside others: it is in the tooltip. */
function lineNode({ text, title }: { readonly text: string; readonly title: string }): HTMLElement {
  return element('div', { attributes: { title } }, [
    element('code', { text, attributes: { dir: 'auto' } })
  ]);
}
