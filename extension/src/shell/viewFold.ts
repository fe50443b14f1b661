import type { TranslationBundle } from '../shared/content/application';
import { Widget } from '@lumino/widgets';
import { element } from 'kernelscope/web';
import type { ProfileTabs } from './tabs';

/**
 * The button that shows the views of a cell that failed, and hides them again. The error is below the
 * profile: without the views it is in sight.
 */
export class ViewFold extends Widget {
  readonly #tabs: ProfileTabs;
  readonly #button: HTMLButtonElement;

  /** Hides `tabs`. */
  constructor(tabs: ProfileTabs, trans: TranslationBundle) {
    super();
    this.#tabs = tabs;
    this.#button = element('button', {
      part: 'button',
      text: trans.__('Views of what ran before the error'),
      attributes: { type: 'button' }
    });
    this.#button.addEventListener('click', () => this.#setOpen(this.#tabs.isHidden));
    this.addClass('jp-Kernelscope-actions');
    this.node.append(this.#button);
    this.#setOpen(false);
  }

  open(): void {
    this.#setOpen(true);
  }

  #setOpen(isOpen: boolean): void {
    this.#button.setAttribute('aria-expanded', String(isOpen));
    this.#tabs.setHidden(!isOpen);
  }
}
