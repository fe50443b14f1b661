import type { TranslationBundle } from '../../shared/host/translation';
import type { GrownConstructor, HeapGrowth, RetainersPath } from 'kernelscope/model';
import type { NumberFormats } from '../../shared/content/format';
import { clipText, element } from '../../shared/elements/dom';

/** The options of {@link heapGrowthTable}. */
export interface HeapGrowthTableOptions {
  readonly growth: HeapGrowth | undefined;
  readonly formats: NumberFormats;
  readonly trans: TranslationBundle;
}

/** The growth of the heap during the run, and what holds it; nothing without heap snapshots. */
export function heapGrowthTable({ growth, formats, trans }: HeapGrowthTableOptions): HTMLElement[] {
  if (!growth) return [];
  const headings = [
    trans.__('Constructor'),
    trans.__('Added'),
    trans.__('Freed'),
    trans.__('Size'),
    trans.__('Retained size')
  ].map(text => element('th', { text, attributes: { scope: 'col' } }));
  const heldBy = { part: 'retainers', text: trans.__('Held by'), attributes: { scope: 'col' } };
  const options = { formats, trans };
  const table = element('table', { part: 'figures' }, [
    element('caption', {}, [
      element('strong', { part: 'figuresTitle', text: trans.__('Heap growth by constructor') }),
      element('span', { text: trans.__('Heap snapshots from before and after the run') })
    ]),
    element('thead', {}, [element('tr', {}, [...headings, element('th', heldBy)])]),
    element(
      'tbody',
      {},
      growth.rows.map(row => growthRow(row, options))
    )
  ]);
  const notes = notesOf(growth, options);
  return [table, ...notes.map(text => element('p', { part: 'chartNote', text }))];
}

type Words = Pick<HeapGrowthTableOptions, 'formats' | 'trans'>;

function growthRow(row: GrownConstructor, { formats, trans }: Words): HTMLElement {
  const { name, added, freed, bytes, retainedBytes, paths } = row;
  const size = (value: number): string =>
    value < 0 ? `−${formats.value('bytes', -value)}` : formats.value('bytes', value);
  const figures = [formats.count(added), formats.count(freed), size(bytes), size(retainedBytes)];
  return element('tr', {}, [
    element('th', { text: name, attributes: { scope: 'row', dir: 'auto', title: clipText(name) } }),
    ...figures.map(text => element('td', { text })),
    element(
      'td',
      { part: 'retainers' },
      paths.map(path => pathLine(path, { formats, trans }))
    )
  ]);
}

/** One way; how many objects it holds matters only beside others. */
function pathLine({ path, objects }: RetainersPath, { formats, trans }: Words): HTMLElement {
  const count = trans._n('%2 object', '%2 objects', objects, formats.count(objects));
  return element('div', { attributes: { title: `${count}: ${path}` } }, [
    element('code', { text: path, attributes: { dir: 'auto' } })
  ]);
}

function notesOf({ rows, takenNs }: HeapGrowth, { formats, trans }: Words): string[] {
  const notes = [
    trans.__(
      'The snapshots took %1, outside the recorded time. The retained size is what would be free without the objects; the path is the shortest way from a root to some of them.',
      formats.duration(takenNs)
    )
  ];
  if (rows.length === 0) notes.unshift(trans.__('Nothing on the heap grew.'));
  return notes;
}
