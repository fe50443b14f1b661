import { formatBytes, formatCount } from '../../base/text';
import type { GrownConstructor } from '../../model/profile/heapGrowth';
import type { Profile } from '../../model/profile/profile';
import { takenText } from '../../report/heapGrowthTable';
import { clipText } from '../shared/text/clipText';
import type { Markup } from '../shared/text/markup';
import { markup, NO_MARKUP } from '../shared/text/markup';
import { caption, nameCell, numberCell, tableHead, textCell } from './htmlTables';

const MAX_ROWS = 20;

/** The growth of the heap during the run, and what holds it; nothing without heap snapshots. */
export function heapGrowthTable({ meta }: Profile): Markup {
  if (!meta.heapGrowth) return NO_MARKUP;
  const { rows, takenNs } = meta.heapGrowth;
  return markup`<table class="kernelscope-table">
${caption('Heap growth by constructor, and what holds it')}
${tableHead(['Constructor', 'Added', 'Freed', 'Size', 'Retained size', 'Held by'], ['Constructor', 'Held by'])}
<tbody>
${rows.slice(0, MAX_ROWS).map(rowMarkup)}</tbody>
</table>
<ul class="kernelscope-notes"><li>${takenText(takenNs)}</li></ul>
`;
}

function rowMarkup({ name, added, freed, bytes, retainedBytes, paths }: GrownConstructor): Markup {
  const numbers = [formatCount(added), formatCount(freed), sizeOf(bytes), sizeOf(retainedBytes)];
  return markup`<tr>${nameCell(clipText(name, 80))}${numbers.map(text => numberCell(text))}${textCell(paths[0]?.path ?? '')}</tr>\n`;
}

/** A size that may be negative. */
function sizeOf(bytes: number): string {
  return bytes < 0 ? `−${formatBytes(-bytes)}` : formatBytes(bytes);
}
