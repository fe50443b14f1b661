import type { TranslationBundle } from '../../shared/host/translation';
import type { HeapFunction } from 'kernelscope/analysis';
import { heapFunctions } from 'kernelscope/analysis';
import type { HeapAmount, Profile } from 'kernelscope/model';
import { heapAmounts } from 'kernelscope/model';
import { heapFigures } from 'kernelscope/report';
import type { NumberFormats } from '../../shared/content/format';
import { placeName } from '../../shared/content/placeName';
import { clipText, element } from '../../shared/elements/dom';

/** Rows that the table has at most. */
export const MAX_HEAP_FUNCTIONS = 50;

/** The options of {@link heapTable}. */
export interface HeapTableOptions {
  readonly profile: Profile;
  /** False where some stacks may be left out. */
  readonly hasAll: boolean;
  readonly formats: NumberFormats;
  readonly trans: TranslationBundle;
}

/** Which functions allocated on the heap, and what of it is still alive; nothing if not recorded. */
export function heapTable(options: HeapTableOptions): HTMLElement[] {
  const { profile, trans } = options;
  const amounts = heapAmounts(profile);
  if (amounts.length === 0) return [];
  const shown = [...amounts].reverse();
  const functions = heapFunctions(profile);
  const headings = [
    trans.__('Function'),
    ...shown.flatMap(amount => [amountTitle(amount, trans), trans.__('Uncertainty')]),
    trans.__('Place')
  ].map(text => element('th', { text, attributes: { scope: 'col' } }));
  const rows = functions
    .slice(0, MAX_HEAP_FUNCTIONS)
    .map(each => functionRow(each, shown, options));
  const table = element('table', { part: 'figures' }, [
    element('caption', {}, [
      element('strong', { part: 'figuresTitle', text: trans.__('Allocations by function') }),
      element('span', { text: trans.__('On the JavaScript heap, over the whole run') })
    ]),
    element('thead', {}, [element('tr', {}, headings)]),
    element('tbody', {}, rows)
  ]);
  const notes = notesOf(functions.length, amounts, options);
  return [table, ...notes.map(text => element('p', { part: 'chartNote', text }))];
}

function amountTitle(amount: HeapAmount, trans: TranslationBundle): string {
  return amount === 'alive' ? trans.__('Still alive') : trans.__('Allocated');
}

function functionRow(
  row: HeapFunction,
  shown: readonly HeapAmount[],
  { formats, trans }: HeapTableOptions
): HTMLElement {
  const name = row.name === '' ? trans.__('(anonymous)') : row.name;
  const titled = (text: string): Record<string, string> => ({ dir: 'auto', title: clipText(text) });
  const percent = (ratio: number): string => formats.percent(ratio);
  const figures = heapFigures(row, shown, { percent, trans });
  const texts = figures.flatMap(({ bytes, error }) => [formats.value('bytes', bytes), error]);
  return element('tr', {}, [
    element('th', { text: name, attributes: { scope: 'row', ...titled(name) } }),
    ...texts.map(text => element('td', { text })),
    element('td', { text: placeName(row.file, row.line), attributes: titled(row.file) })
  ]);
}

function notesOf(
  count: number,
  amounts: readonly HeapAmount[],
  { hasAll, formats, trans }: HeapTableOptions
): string[] {
  const notes = [
    trans.__(
      'Estimates from samples of the heap, with the 95 % confidence interval of the bytes; “rough” has too few samples. The contents of array buffers are outside this heap, and the place is where the function begins.'
    )
  ];
  if (!amounts.includes('alive')) {
    const option = '%%profile --retained';
    notes.push(trans.__('Collected objects count as well; %1 shows what is still alive.', option));
  } else if (!amounts.includes('allocated')) {
    const option = '%%profile --allocations';
    notes.push(
      trans.__(
        'Still alive: a full garbage collection at the end did not free it. %1 samples all that is allocated instead; V8 does one or the other.',
        option
      )
    );
  }
  if (count > MAX_HEAP_FUNCTIONS) {
    const shown = formats.count(MAX_HEAP_FUNCTIONS);
    notes.push(trans.__('The first %1 of %2 functions.', shown, formats.count(count)));
  }
  if (!hasAll) notes.push(trans.__('Of the largest stacks; the whole profile may have more.'));
  return notes;
}
