import { functionWeights } from '../../analysis/stacks/hotFunctions';
import { threadWhole } from '../../analysis/stacks/threadWhole';
import { sampleStacks } from '../../analysis/stacks/stackWeights';
import type { Profile } from '../../model/profile/profile';
import { lineTables } from './htmlLines';
import { caption, functionCells, millisecondCell, shareCells, tableHead } from './htmlTables';
import type { Markup } from '../shared/text/markup';
import { markup, NO_MARKUP } from '../shared/text/markup';

const MAX_FUNCTIONS = 10;

/** Tables from the CPU samples: the hottest lines, those of the cell and the hottest functions; often none. */
export function sampleTables(profile: Profile): Markup {
  const { samples, lineTicks, lineTotals } = profile;
  if (samples.length + lineTicks.length + lineTotals.length === 0) return NO_MARKUP;
  return markup`${lineTables(profile)}${hottestTable(profile)}`;
}

function hottestTable(profile: Profile): Markup {
  const weights = functionWeights(profile, sampleStacks(profile));
  const functions = weights.filter(({ self }) => self > 0);
  if (functions.length === 0) return NO_MARKUP;
  const all = Math.max(
    threadWhole(profile),
    functions.reduce((sum, { self }) => sum + self, 0)
  );
  const rows = functions.slice(0, MAX_FUNCTIONS).map(row => {
    const { self, total } = row;
    const numbers = [self, total].map(millisecondCell);
    return markup`<tr>${functionCells(row)}${numbers}${shareCells(self / all)}</tr>\n`;
  });
  return markup`<table class="kernelscope-table">
${caption('Hottest functions by CPU samples, milliseconds')}
${tableHead(['Function', 'Place', 'Self', 'Total', 'Self share', ''], ['Function', 'Place'])}
<tbody>
${rows}</tbody>
</table>
`;
}
