import type { TranslationBundle } from '../content/application';
import { element } from 'kernelscope/web';

/** The text shown in place of the table and the timeline if a run has timed nothing: the reason, and what to do. */
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
