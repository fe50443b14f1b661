import { formatCount } from '../base/text';
import type { Translator } from '../base/translator';
import { PLAIN_FORMATS, type ReportTable, cellText, shownRows } from '../tables/reportTable';
import { element } from '../web/element';

export function tableNode(table: ReportTable, trans: Translator): HTMLElement {
  const { title, columns, rows, hidden } = table;
  const shown = shownRows(table);
  const align = (at: number): string =>
    columns[at].align === 'right' ? 'ranksCell jp-mod-number' : 'ranksCell';
  const head = columns.map(({ heading }, at) =>
    element('th', { part: align(at), text: heading, attributes: { scope: 'col' } })
  );
  const lines = shown.map(cells =>
    element(
      'tr',
      {},
      cells.map((cell, at) => {
        const text = cellText(cell, columns[at], PLAIN_FORMATS);
        return at === 0
          ? element('th', { part: align(at), text, attributes: { scope: 'row' } })
          : element('td', { part: align(at), text });
      })
    )
  );
  const node = element('table', { part: 'ranksTable' }, [
    element('caption', { part: 'ranksCaption', text: title }),
    element('thead', {}, [element('tr', {}, head)]),
    element('tbody', {}, lines)
  ]);
  const left = hidden + rows.length - shown.length;
  const more = trans.__('%1 more in the files.', formatCount(left));
  const rest = left > 0 ? [element('p', { part: 'ranksNote', text: more })] : [];
  return element('div', { part: 'ranksTableBox' }, [node, ...rest]);
}
