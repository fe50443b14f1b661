import type { TranslationBundle } from '@jupyterlab/translation';
import { ORIGIN_COLORS } from 'kernelscope/formats';
import { element } from '../../shared/elements/dom';

/** The meaning of the colours of call stacks. */
export function legendNode(trans: TranslationBundle): HTMLElement {
  const item = (color: string, text: string): HTMLElement => {
    const attributes = { 'aria-hidden': 'true' };
    const mark = element('span', { part: 'timelineLegendMark', attributes });
    mark.style.backgroundColor = color;
    return element('li', {}, [mark, element('span', { text })]);
  };
  return element('ul', { part: 'timelineLegend' }, [
    element('li', { text: trans.__('Call stacks: your functions have a colour by name') }),
    item(ORIGIN_COLORS.library, trans.__('libraries')),
    item(ORIGIN_COLORS.system, trans.__('Node.js and native code'))
  ]);
}
