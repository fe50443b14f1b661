import type { TranslationBundle } from '../../shared/host/translation';
import { element } from '../../shared/elements/dom';

/** How to get around, in one line, and every key below it for those who open it. */
export function hintNode(trans: TranslationBundle): HTMLElement {
  const keys: readonly (readonly [keys: string, meaning: string])[] = [
    ['W S  + −', trans.__('zoom in, zoom out')],
    ['A D  ← →', trans.__('move through time')],
    ['↑ ↓  PgUp PgDn', trans.__('scroll the tracks')],
    ['0  Home', trans.__('show all of the time')],
    ['[ ]  Shift + ← →', trans.__('previous, next slice on the lane')],
    ['Shift + ↑ ↓', trans.__('slice around, first slice inside')],
    ['Enter', trans.__('zoom to the marked range or the selected slice')],
    ['C', trans.__('close or open the track of the selected slice')],
    ['/', trans.__('find slices by name')],
    ['Esc', trans.__('clear; once more: the whole run; once more: leave the timeline')]
  ];
  const list = keys.flatMap(([key, meaning]) => [
    element('dt', { part: 'timelineKey', text: key }),
    element('dd', { part: 'timelineMeaning', text: meaning })
  ]);
  const short = trans.__(
    'Ctrl + wheel or W/S zooms, drag pans, Shift + drag marks a range; click first to use the wheel alone.'
  );
  return element('details', { part: 'timelineHint' }, [
    element('summary', {}, [
      element('span', { text: short }),
      element('span', { part: 'timelineHintMore', text: trans.__('All keys') })
    ]),
    element('dl', { part: 'timelineKeys' }, list)
  ]);
}
