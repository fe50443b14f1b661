import type { TranslationBundle } from '../content/application';
import { element } from 'kernelscope/web';

/** The switch that folds functions that are not the user's own; on at first. */
export class FoldSwitch {
  readonly node: HTMLElement;
  readonly #input = element('input', { attributes: { type: 'checkbox' } });

  /** `onFold` is called when a person turns the switch. */
  constructor(trans: TranslationBundle, onFold: (isFolded: boolean) => void) {
    this.#input.checked = true;
    this.#input.addEventListener('change', () => onFold(this.isFolded));
    const text = element('span', { text: trans.__('Fold libraries and Node.js') });
    this.node = element('label', { part: 'foldSwitch' }, [this.#input, text]);
  }

  get isFolded(): boolean {
    return this.#input.checked;
  }

  /** Turns the switch without a word to anybody. */
  set isFolded(isFolded: boolean) {
    this.#input.checked = isFolded;
  }
}
