import type { TranslationBundle } from '@jupyterlab/translation';
import type { Description } from '../../shared/content/description';
import { element } from '../../shared/elements/dom';

/** The selection in words, and the actions on it. */
export class FlameDetails {
  readonly node = element('div', { part: 'flameDetails' });

  readonly #button: HTMLButtonElement;

  constructor(
    private readonly trans: TranslationBundle,
    onSandwich: () => void
  ) {
    const text = trans.__('Callers and callees');
    this.#button = element('button', { part: 'button', text, attributes: { type: 'button' } });
    this.#button.addEventListener('click', onSandwich);
    this.clear();
  }

  /** Shows a function; `isMiddle` when its callers and callees are on show already. */
  show({ title, facts }: Description, isMiddle = false): void {
    this.node.replaceChildren(
      element('span', { part: 'flameDetailsTitle', text: title }),
      ...facts.map(({ label, value }) =>
        element('span', { part: 'flameFact' }, [
          element('span', { part: 'tooltipLabel', text: label }),
          element('span', { text: value })
        ])
      ),
      ...(isMiddle ? [] : [this.#button])
    );
  }

  clear(): void {
    const text = this.trans.__(
      'Click zooms in, Esc goes back. Arrow keys move, Enter zooms, Backspace zooms out, S shows callers and callees.'
    );
    this.node.replaceChildren(element('span', { part: 'flameHint', text }));
  }
}
