import type { Translator } from '../base/translator';
import { button, element } from '../web/element';
import type { RankOrder } from './rankState';

/** The actions of the toolbar. */
export interface RankToolbarIntents {
  readonly order: (order: RankOrder) => void;
  /** Shows the rank of this number; false if there is none. */
  readonly find: (rank: number) => boolean;
  readonly zoom: (factor: number) => void;
  readonly fit: () => void;
}

/** The controls above the heat map. */
export function rankToolbar(trans: Translator, intents: RankToolbarIntents): HTMLElement {
  return element('div', { part: 'ranksToolbar' }, [
    orderField(trans, intents),
    findField(trans, intents),
    element('span', { part: 'ranksZoom' }, [
      button('+', () => intents.zoom(0.7), trans.__('Zoom in')),
      button('−', () => intents.zoom(1 / 0.7), trans.__('Zoom out')),
      button(trans.__('Show all'), () => intents.fit())
    ])
  ]);
}

function orderField(trans: Translator, { order }: RankToolbarIntents): HTMLElement {
  const orders: readonly (readonly [value: RankOrder, text: string])[] = [
    ['rank', trans.__('by number')],
    ['pace', trans.__('slowest first')]
  ];
  const select = element(
    'select',
    { part: 'ranksSelect', attributes: { 'aria-label': trans.__('Order of the ranks') } },
    orders.map(([value, text]) => element('option', { text, attributes: { value } }))
  );
  select.addEventListener('change', () => order(select.value === 'pace' ? 'pace' : 'rank'));
  return element('label', { part: 'ranksField' }, [
    element('span', { text: trans.__('Ranks') }),
    select
  ]);
}

function findField(trans: Translator, { find }: RankToolbarIntents): HTMLElement {
  const input = element('input', {
    part: 'ranksInput',
    attributes: { type: 'number', min: 0, step: 1, inputmode: 'numeric' }
  });
  const go = (): void => {
    const isKnown = input.value !== '' && find(Number(input.value));
    input.setCustomValidity(isKnown ? '' : trans.__('There is no such rank.'));
    if (!isKnown) input.reportValidity();
  };
  input.addEventListener('input', () => input.setCustomValidity(''));
  input.addEventListener('keydown', event => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    go();
  });
  return element('label', { part: 'ranksField' }, [
    element('span', { text: trans.__('Go to rank') }),
    input
  ]);
}

/** Keys and gestures, in one line and below it for those who open it. */
export function rankHint(trans: Translator): HTMLElement {
  const keys: readonly (readonly [keys: string, meaning: string])[] = [
    ['W S  + −', trans.__('zoom in, zoom out')],
    ['A D', trans.__('move through the steps')],
    ['PgUp PgDn', trans.__('move through the ranks')],
    ['← → ↑ ↓', trans.__('move the cursor from cell to cell')],
    ['Enter', trans.__('pick the rank of the cursor')],
    ['0  Home', trans.__('show all')],
    ['Esc', trans.__('take away the cursor, the picked rank, the zoom; once more: leave the map')]
  ];
  const list = keys.flatMap(([key, meaning]) => [
    element('dt', { part: 'ranksKey', text: key }),
    element('dd', { part: 'ranksMeaning', text: meaning })
  ]);
  const short = trans.__('Click a rank for its figures; drag moves, Ctrl + wheel or W/S zooms.');
  return element('details', { part: 'ranksHint' }, [
    element('summary', {}, [
      element('span', { text: short }),
      element('span', { part: 'ranksHintMore', text: trans.__('All keys') })
    ]),
    element('dl', { part: 'ranksKeys' }, list)
  ]);
}
