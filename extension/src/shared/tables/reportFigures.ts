import { type Cell, type CellFormats, cellText, type ReportTable } from 'kernelscope/report';
import { clipText, element } from '../elements/dom';
import type { NumberFormats } from '../content/format';

/** A table of a report as a table of figures, with the sentences below it. */
export function reportFigures(table: ReportTable, formats: NumberFormats): HTMLElement[] {
  const { title, subtitle = '', columns, rows, notes = [] } = table;
  const headings = columns.map(({ heading, hasLines }) =>
    element('th', {
      text: heading,
      attributes: { scope: 'col' },
      ...(hasLines && { part: LINES })
    })
  );
  const lines = rows.map(cells => rowNode(cells, table, formats));
  const node = element('table', { part: 'figures' }, [
    element('caption', {}, [
      element('strong', { part: 'figuresTitle', text: title }),
      element('span', { text: subtitle })
    ]),
    element('thead', {}, [element('tr', {}, headings)]),
    element('tbody', {}, lines)
  ]);
  return [node, ...notes.map(text => element('p', { part: 'chartNote', text }))];
}

/** The class of cells of lines. */
const LINES = 'retainers';

function rowNode(
  cells: readonly Cell[],
  { columns }: ReportTable,
  formats: NumberFormats
): HTMLElement {
  const nodes = cells.map((cell, at) => {
    const column = columns[at];
    if (typeof cell === 'object') return element('td', { part: LINES }, cell.map(lineNode));
    const text = cellText(cell, column, cellFormats(formats));
    if (!column.isName) return element('td', { text });
    return element('th', {
      text,
      attributes: { scope: 'row', dir: 'auto', title: clipText(text) }
    });
  });
  return element('tr', {}, nodes);
}

/** What a line counts for matters only beside others: it is in the tooltip. */
function lineNode({ text, title }: { readonly text: string; readonly title: string }): HTMLElement {
  return element('div', { attributes: { title } }, [
    element('code', { text, attributes: { dir: 'auto' } })
  ]);
}

/** The numbers of a report, as views have them. */
export function cellFormats(formats: NumberFormats): CellFormats {
  return {
    count: value => formats.count(value),
    bytes: sizeBytes => formats.value('bytes', sizeBytes),
    duration: ns => formats.duration(ns)
  };
}
