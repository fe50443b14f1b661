import type { TranslationBundle } from '../../shared/content/application';
import type { Description } from '../../shared/content/description';
import { CellButton, type FileLine } from '../../shared/elements/cellButton';
import { button, element } from 'kernelscope/web';
import type { OfferedChange } from './changes';
import type { TabOptions } from '../../shared/content/profileTab';

/** The selection in words, and the actions on it. */
export class FlameDetails {
  readonly node = element('div', { part: 'flameDetails' });

  readonly #trans: TranslationBundle;
  readonly #button: HTMLButtonElement;
  readonly #cellButton: CellButton;

  constructor(
    options: Pick<TabOptions, 'trans' | 'cells'>,
    onSandwich: () => void,
    private readonly onChange: (offered: OfferedChange) => void
  ) {
    this.#trans = options.trans;
    this.#cellButton = new CellButton(options);
    this.#button = button(options.trans.__('Callers and callees'), onSandwich);
    this.clear();
  }

  /**
   * Shows a function at a place, and what can be changed with it; `isMiddle` when its callers and callees are on show
   * already.
   */
  show(
    { title, facts }: Description,
    place: FileLine,
    {
      isMiddle,
      changes
    }: { readonly isMiddle: boolean; readonly changes: readonly OfferedChange[] }
  ): void {
    this.#cellButton.point(place);
    this.node.replaceChildren(
      element('span', { part: 'flameDetailsTitle', text: title }),
      ...facts.map(({ label, value }) =>
        element('span', { part: 'flameFact' }, [
          element('span', { part: 'tooltipLabel', text: label }),
          element('span', { text: value })
        ])
      ),
      ...(isMiddle ? [] : [this.#button]),
      ...changes.map(each => this.#changeButton(each)),
      this.#cellButton.node
    );
  }

  #changeButton(offered: OfferedChange): HTMLButtonElement {
    const { text, title } = offered;
    const button = element('button', {
      part: 'button',
      text,
      attributes: { type: 'button', title }
    });
    button.addEventListener('click', () => this.onChange(offered));
    return button;
  }

  clear(): void {
    const text = this.#trans.__(
      'Click zooms in, Esc goes back. Arrow keys move, Enter zooms, Backspace zooms out, S shows callers and callees.'
    );
    this.node.replaceChildren(element('span', { part: 'flameHint', text }));
  }
}
