import { functionWeights } from '../../analysis/stacks/hotFunctions';
import type { FunctionWeight } from '../../analysis/stacks/hotFunctions';
import { threadWhole } from '../../analysis/stacks/threadWhole';
import { heapStacks, sampleStacks } from '../../analysis/stacks/stackWeights';
import { formatBytes, formatCount } from '../../base/text';
import { heapAmounts } from '../../model/profile/heapAmount';
import type { Profile } from '../../model/profile/profile';
import { clipText } from '../shared/text/clipText';
import { lineTables } from './htmlLines';
import {
  caption,
  millisecondCell,
  nameCell,
  numberCell,
  shareCells,
  tableHead,
  textCell
} from './htmlTables';
import type { Markup } from '../shared/text/markup';
import { markup, NO_MARKUP } from '../shared/text/markup';

const MAX_FUNCTIONS = 10;

/** Tables from the CPU samples: the hottest lines, those of the cell and the hottest functions; often none. */
export function sampleTables(profile: Profile): Markup {
  const { samples, lineTicks, lineTotals } = profile;
  if (samples.length + lineTicks.length + lineTotals.length === 0) return NO_MARKUP;
  return markup`${lineTables(profile)}${hottestTable(profile)}`;
}

/** The functions that allocated most on the heap; nothing when that was not recorded. */
export function heapTable(profile: Profile): Markup {
  return functionTable(functionWeights(profile, heapStacks(profile)), {
    least: 0,
    title: isOfAlive(profile)
      ? 'Functions by what they allocated on the heap and is still alive, estimated from samples'
      : 'Functions by what they allocated on the heap, estimated from samples',
    cellOf: size => numberCell(formatBytes(size), `${formatCount(Math.round(size))} B`)
  });
}

function isOfAlive(profile: Profile): boolean {
  return heapAmounts(profile)[0] === 'alive';
}

function hottestTable(profile: Profile): Markup {
  return functionTable(functionWeights(profile, sampleStacks(profile)), {
    least: threadWhole(profile),
    title: 'Hottest functions by CPU samples, milliseconds',
    cellOf: millisecondCell
  });
}

interface FunctionTableOptions {
  readonly title: string;
  /** Shares are of this, or of all weights if they are more. */
  readonly least: number;
  readonly cellOf: (weight: number) => Markup;
}

function functionTable(
  weights: readonly FunctionWeight[],
  { title, least, cellOf }: FunctionTableOptions
): Markup {
  const functions = weights.filter(({ self }) => self > 0);
  if (functions.length === 0) return NO_MARKUP;
  const all = Math.max(
    least,
    functions.reduce((sum, { self }) => sum + self, 0)
  );
  const rows = functions.slice(0, MAX_FUNCTIONS).map(({ name, file, line, self, total }) => {
    const place = line > 0 ? `${clipText(file, 60)}:${line}` : clipText(file, 60);
    const numbers = [self, total].map(cellOf);
    const shown = name === '' ? '(anonymous)' : clipText(name, 60);
    return markup`<tr>${nameCell(markup`<code>${shown}</code>`)}${textCell(place)}${numbers}${shareCells(self / all)}</tr>\n`;
  });
  return markup`<table class="kernelscope-table">
${caption(title)}
${tableHead(['Function', 'Place', 'Self', 'Total', 'Self share', ''], ['Function', 'Place'])}
<tbody>
${rows}</tbody>
</table>
`;
}
