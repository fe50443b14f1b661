import type { Message } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';
import { element } from 'kernelscope/web';
import type { TabOptions } from '../shared/content/profileTab';
import type { SelectionState, SelectionStore } from '../shared/content/selection';
import { spanText } from '../shared/canvas/spanText';

/** Names the stretch of time that all views show, and leads back to all of it. */
export class WindowChip extends Widget {
  readonly #options: TabOptions;
  readonly #text = element('span', { part: 'chipText' });
  readonly #button: HTMLButtonElement;

  constructor(options: TabOptions) {
    super();
    this.#options = options;
    this.#button = element('button', { part: 'chip', attributes: { type: 'button' } }, [
      this.#text,
      element('span', { text: '×', attributes: { 'aria-hidden': 'true' } })
    ]);
    this.#button.title = options.trans.__('Show the whole run again (Esc)');
    this.node.append(this.#button);
    options.store.changed.connect(this.#update, this);
    this.#update(options.store, options.store.state);
  }

  /** Called by the browser; public only because `addEventListener` wants an object. */
  handleEvent(): void {
    this.#options.store.zoom(null);
  }

  protected override onBeforeAttach(message: Message): void {
    super.onBeforeAttach(message);
    this.#button.addEventListener('click', this);
  }

  protected override onAfterDetach(message: Message): void {
    this.#button.removeEventListener('click', this);
    super.onAfterDetach(message);
  }

  #update(_: SelectionStore, { window }: SelectionState): void {
    this.setHidden(window === null);
    if (!window) return;
    const { formats, trans } = this.#options;
    const span = spanText(window, formats, trans);
    this.#text.textContent = span;
    this.#button.setAttribute(
      'aria-label',
      trans.__('Only %1 is shown. Show the whole run.', span)
    );
  }
}
