import type { IDisposable } from '@lumino/disposable';
import { Widget } from '@lumino/widgets';
import type { ButtonIcon } from '../host/buttonIcons';
import { iconButton } from './iconButton';
import type { MenuItem, MenuPopupOptions } from './menuPopup';
import { MenuPopup } from './menuPopup';

/** The options of {@link MenuButton}. */
export interface MenuButtonOptions {
  readonly label: string;
  readonly icon: ButtonIcon;
  /** Says that there is a menu. */
  readonly caret: ButtonIcon;
  /** Called whenever the menu opens. */
  readonly getItems: () => readonly MenuItem[];
}

/** A button that opens a menu, by click and by the arrow keys. */
export class MenuButton implements IDisposable {
  readonly node: HTMLButtonElement;
  readonly #options: MenuButtonOptions;
  #menu: MenuPopup | null = null;
  #isDisposed = false;

  constructor(options: MenuButtonOptions) {
    this.#options = options;
    this.node = iconButton('button', options.label, [options.icon, options.caret]);
    this.node.setAttribute('aria-haspopup', 'menu');
    this.node.setAttribute('aria-expanded', 'false');
    this.node.addEventListener('click', this);
    this.node.addEventListener('keydown', this);
  }

  get isDisposed(): boolean {
    return this.#isDisposed;
  }

  /** Called by the browser; public only because `addEventListener` wants an object. */
  handleEvent(event: KeyboardEvent | MouseEvent): void {
    if (event instanceof KeyboardEvent) this.#onKey(event);
    else if (this.#menu) this.close();
    else this.#open(event.detail === 0 ? 'first' : 'none');
  }

  close(): void {
    this.#menu?.dispose();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.close();
    this.node.removeEventListener('click', this);
    this.node.removeEventListener('keydown', this);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    event.stopPropagation();
    this.#open(event.key === 'ArrowDown' ? 'first' : 'last');
  }

  #open(focus: MenuPopupOptions['focus']): void {
    const { label, getItems } = this.#options;
    this.close();
    const menu = new MenuPopup({ label, items: getItems(), anchor: this.node, focus });
    menu.disposed.connect(() => {
      this.#menu = null;
      this.node.setAttribute('aria-expanded', 'false');
    });
    this.#menu = menu;
    this.node.setAttribute('aria-expanded', 'true');
    Widget.attach(menu, document.body);
  }
}
