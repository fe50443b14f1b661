import type { TranslationBundle } from '../../shared/host/translation';
import { ORIGIN_COLORS } from 'kernelscope/formats';
import { element } from '../../shared/elements/dom';
import { ORIGIN_OPACITY } from './state/metrics';

/** The meaning of the colours of call stacks, and the switch that folds what is not the user's own. */
export class Legend {
  readonly node: HTMLElement;
  readonly #switch: HTMLInputElement;

  constructor(trans: TranslationBundle, onFold: (isFolded: boolean) => void) {
    this.#switch = element('input', { attributes: { type: 'checkbox' } });
    this.#switch.addEventListener('change', () => onFold(this.isFolded));
    const fold = element('label', { part: 'timelineFold' }, [
      this.#switch,
      element('span', { text: trans.__('Fold libraries and Node.js') })
    ]);
    this.node = element('ul', { part: 'timelineLegend' }, [
      element('li', { text: trans.__('Call stacks: your functions have a colour by name') }),
      itemNode(ORIGIN_COLORS.library, trans.__('libraries')),
      itemNode(ORIGIN_COLORS.system, trans.__('Node.js and native code')),
      element('li', {}, [fold])
    ]);
  }

  /** Whether functions in one another that are not the user's own are to be one slice. */
  get isFolded(): boolean {
    return this.#switch.checked;
  }
}

function itemNode(color: string, text: string): HTMLElement {
  const attributes = { 'aria-hidden': 'true' };
  const mark = element('span', { part: 'timelineLegendMark', attributes });
  mark.style.backgroundColor = color;
  mark.style.opacity = String(ORIGIN_OPACITY);
  return element('li', {}, [mark, element('span', { text })]);
}
