import { formatCount } from '../../base/text';
import type { Translator } from '../../base/translator';
import type { ReportTable } from '../../report/text/reportTable';
import { element } from '../elements/element';

/** A table of a report. */
export function tableNode(
  { title, columns, rows, hidden }: ReportTable,
  trans: Translator
): HTMLElement {
  const align = (at: number): string =>
    columns[at].align === 'right' ? 'ranksCell jp-mod-number' : 'ranksCell';
  const head = columns.map(({ heading }, at) =>
    element('th', { part: align(at), text: heading, attributes: { scope: 'col' } })
  );
  const lines = rows.map(cells =>
    element(
      'tr',
      {},
      cells.map((text, at) =>
        at === 0
          ? element('th', { part: align(at), text, attributes: { scope: 'row' } })
          : element('td', { part: align(at), text })
      )
    )
  );
  const table = element('table', { part: 'ranksTable' }, [
    element('caption', { part: 'ranksCaption', text: title }),
    element('thead', {}, [element('tr', {}, head)]),
    element('tbody', {}, lines)
  ]);
  const more = trans.__('%1 more in the files.', formatCount(hidden));
  const rest = hidden > 0 ? [element('p', { part: 'ranksNote', text: more })] : [];
  return element('div', { part: 'ranksTableBox' }, [table, ...rest]);
}
