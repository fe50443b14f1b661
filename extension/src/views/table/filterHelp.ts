import type { TranslationBundle } from '../../shared/host/translation';
import { element } from '../../shared/elements/dom';

/** The help of the filter: examples with their results, then the rules. */
export function filterHelpNode(id: string, trans: TranslationBundle): HTMLElement {
  const examples = examplesIn(trans).flatMap(([example, meaning]) => [
    element('dt', { part: 'filterExample' }, [element('code', { text: example })]),
    element('dd', { text: meaning })
  ]);
  const node = element(
    'div',
    {
      part: 'filterHelp',
      attributes: { id, role: 'region', 'aria-label': trans.__('How to filter') }
    },
    [
      element('dl', { part: 'filterExamples' }, examples),
      ...rulesIn(trans).map(text => element('p', { text }))
    ]
  );
  node.hidden = true;
  return node;
}

const examplesIn = (trans: TranslationBundle): readonly (readonly [string, string])[] => [
  ['conv', trans.__('names that contain “conv”')],
  ['-conv "a b"', trans.__('names without “conv” and with “a b”')],
  ['conv|relu', trans.__('names that contain “conv” or “relu”; also: conv or relu')],
  ['total>1ms', trans.__('more than a millisecond in all')],
  ['self>=5%', trans.__('at least 5 % of the wall time shown')],
  ['count>10 avg<2us', trans.__('many short runs')],
  ['category=operator', trans.__('one section; category~op looks for a part of its name')],
  ['max>100MB', trans.__('counters that reach 100 megabytes')]
];

const rulesIn = (trans: TranslationBundle): readonly string[] => [
  trans.__('All terms must match; a minus in front of a term negates it. Case does not matter.'),
  trans.__(
    'Columns: %1. A time without a unit is in milliseconds.',
    'name, category, count, total, self, share, min, max, avg, p50, p95, p99, mean, interval, waiting'
  )
];
