import { formatCount } from '../../base/text';
import type { DeoptRow } from '../../model/profile/deopts';
import type { Profile } from '../../model/profile/profile';
import { deoptPlace } from '../../report/deoptsTable';
import { deoptMeaning } from '../../report/text/deoptReason';
import { clipText } from '../shared/text/clipText';
import type { Markup } from '../shared/text/markup';
import { markup, NO_MARKUP } from '../shared/text/markup';
import { caption, millisecondCell, nameCell, numberCell, tableHead, textCell } from './htmlTables';

const MAX_ROWS = 20;

const HEADINGS = ['Function', 'Place', 'Kind', 'Reason', 'Meaning', 'Count', 'First', 'Last'];

/** The most frequent deoptimizations; nothing without any. */
export function deoptTable({ meta }: Profile): Markup {
  const { deopts } = meta;
  if (!deopts || deopts.rows.length === 0) return NO_MARKUP;
  const hidden = deopts.rows.slice(MAX_ROWS).reduce((sum, { count }) => sum + count, deopts.more);
  return markup`<table class="kernelscope-table">
${caption('Deoptimizations by line, times in milliseconds')}
${tableHead(HEADINGS, HEADINGS.slice(0, 5))}
<tbody>
${deopts.rows.slice(0, MAX_ROWS).map(rowMarkup)}</tbody>
</table>
${hidden === 0 ? NO_MARKUP : markup`<ul class="kernelscope-notes"><li>${formatCount(hidden)} more are not shown.</li></ul>\n`}`;
}

function rowMarkup(row: DeoptRow): Markup {
  const { kind, reason, count, firstNs, lastNs } = row;
  const texts = [deoptPlace(row), kind, reason, deoptMeaning(reason)].map(text =>
    textCell(clipText(text))
  );
  const times = [firstNs, lastNs].map(millisecondCell);
  return markup`<tr>${nameCell(clipText(row.function, 80))}${texts}${numberCell(formatCount(count))}${times}</tr>\n`;
}
