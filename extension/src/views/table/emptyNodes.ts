import type { TranslationBundle } from '../../shared/host/translation';
import { element } from '../../shared/elements/dom';

/** The replacement for a table of times without rows: why, and what to do. */
export function untimedNode(trans: TranslationBundle): HTMLElement {
  return element('div', { part: 'empty' }, [
    element('p', { part: 'emptyTitle', text: trans.__('Nothing was timed in this run.') }),
    element('p', {
      text: trans.__(
        'Put range("name", () => …) around a step, or run TensorFlow.js operators, to see them here.'
      )
    })
  ]);
}

/** The replacement for tables when the time on show has neither slices nor values. */
export function emptyWindowNode(trans: TranslationBundle): HTMLElement {
  return sentenceNode(trans.__('Nothing was recorded in the visible time range.'));
}

/** The replacement for tables when the filter leaves no row. */
export function noMatchNode(trans: TranslationBundle): HTMLElement {
  return sentenceNode(trans.__('No row matches the filter.'));
}

const sentenceNode = (text: string): HTMLElement =>
  element('div', { part: 'empty' }, [element('p', { text })]);
