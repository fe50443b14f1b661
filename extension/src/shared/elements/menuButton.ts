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
  /** Called whenever the menu opens; what it promises never fails. Without items no menu opens. */
  readonly getItems: () => readonly MenuItem[] | Promise<readonly MenuItem[]>;
}

/** A button that opens a menu, by click and by the arrow keys. */
export class MenuButton implements IDisposable {
  readonly node: HTMLButtonElement;
  readonly #options: MenuButtonOptions;
  #menu: MenuPopup | null = null;
  /** The items that the menu opens with once they are there; null where none are awaited. */
  #awaited: Promise<readonly MenuItem[]> | null = null;
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
    this.#awaited = null;
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
    this.close();
    const items = this.#options.getItems();
    if (items instanceof Promise) void this.#openLater(items, focus);
    else this.#show(items, focus);
  }

  async #openLater(
    awaited: Promise<readonly MenuItem[]>,
    focus: MenuPopupOptions['focus']
  ): Promise<void> {
    this.#awaited = awaited;
    const items = await awaited;
    if (this.#awaited !== awaited) return;
    this.#awaited = null;
    if (items.length > 0) this.#show(items, focus);
  }

  #show(items: readonly MenuItem[], focus: MenuPopupOptions['focus']): void {
    const menu = new MenuPopup({ label: this.#options.label, items, anchor: this.node, focus });
    menu.disposed.connect(() => {
      this.#menu = null;
      this.node.setAttribute('aria-expanded', 'false');
    });
    this.#menu = menu;
    this.node.setAttribute('aria-expanded', 'true');
    Widget.attach(menu, document.body);
  }
}
