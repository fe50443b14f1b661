import { heapFunctions } from '../../analysis/statistics/heapFunctions';
import { formatBytes, formatCount } from '../../base/text';
import { heapAmounts } from '../../model/profile/heapAmount';
import type { Profile } from '../../model/profile/profile';
import { HEAP_HEADINGS, HEAP_NOTE, heapFigures } from '../../report/heapFunctionsTable';
import type { Markup } from '../shared/text/markup';
import { markup, NO_MARKUP } from '../shared/text/markup';
import { caption, functionCells, numberCell, tableHead } from './htmlTables';

const MAX_FUNCTIONS = 10;

/** The functions by what they allocated on the heap, with the uncertainty; nothing when that was not recorded. */
export function heapTable(profile: Profile): Markup {
  const amounts = heapAmounts(profile).reverse();
  if (amounts.length === 0) return NO_MARKUP;
  const functions = heapFunctions(profile);
  const headings = amounts.flatMap(amount => [HEAP_HEADINGS[amount], 'Uncertainty']);
  const rows = functions.slice(0, MAX_FUNCTIONS).map(row => {
    const cells = heapFigures(row, amounts).map(
      ({ bytes, error }) =>
        markup`${numberCell(formatBytes(bytes), `${formatCount(Math.round(bytes))} B`)}${numberCell(error)}`
    );
    return markup`<tr>${functionCells(row)}${cells}</tr>\n`;
  });
  return markup`<table class="kernelscope-table">
${caption(titleOf(functions.length))}
${tableHead(['Function', 'Place', ...headings], ['Function', 'Place'])}
<tbody>
${rows}</tbody>
</table>
<ul class="kernelscope-notes"><li>${HEAP_NOTE}</li></ul>
`;
}

function titleOf(functions: number): string {
  if (functions <= MAX_FUNCTIONS) return 'Allocations by function';
  return `Allocations by function, the first ${MAX_FUNCTIONS} of ${formatCount(functions)}`;
}
