import type { IDisposable } from '@lumino/disposable';
import { Widget } from '@lumino/widgets';
import { element } from 'kernelscope/web';
import type { ButtonIcon } from '../content/application';
import type { AnchoredPopup, PopupPlace } from './anchoredPopup';
import { type MenuItem, MenuPopup } from './menuPopup';

/** The look of a {@link PopupButton}. */
interface ButtonLook {
  readonly label: string;
  readonly icon: ButtonIcon | null;
  /** Says that something opens. */
  readonly caret: ButtonIcon;
}

export interface MenuButtonOptions extends ButtonLook {
  /** Called whenever the menu opens; what it promises never fails. Without items no menu opens. */
  readonly getItems: () => readonly MenuItem[] | Promise<readonly MenuItem[]>;
}

type Opened = AnchoredPopup | null;

interface PopupButtonOptions extends ButtonLook {
  /** The role that `aria-haspopup` gives to what opens. */
  readonly kind: 'menu' | 'dialog';
  /** Called whenever it opens; nothing opens for null. What it promises never fails. */
  readonly open: (place: PopupPlace) => Opened | Promise<Opened>;
}

/** A button that opens something below it, by click and by the arrow keys. */
export class PopupButton implements IDisposable {
  readonly node: HTMLButtonElement;
  readonly #options: PopupButtonOptions;
  #popup: Opened = null;
  /** The popup that is still being made; null if none is. */
  #awaited: Promise<Opened> | null = null;
  #isDisposed = false;

  constructor(options: PopupButtonOptions) {
    this.#options = options;
    const { label, icon, caret, kind } = options;
    this.node = iconButton('button', label, [icon, caret]);
    this.node.setAttribute('aria-haspopup', kind);
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
    else if (this.#popup) this.close();
    else this.#open(event.detail === 0 ? 'first' : 'none');
  }

  close(): void {
    this.#awaited = null;
    this.#popup?.dispose();
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

  #open(focus: PopupPlace['focus']): void {
    const { label, open } = this.#options;
    this.close();
    const popup = open({ label, anchor: this.node, focus });
    if (popup instanceof Promise) void this.#openLater(popup);
    else this.#show(popup);
  }

  async #openLater(awaited: Promise<Opened>): Promise<void> {
    this.#awaited = awaited;
    const popup = await awaited;
    if (this.#awaited !== awaited) {
      popup?.dispose();
      return;
    }
    this.#awaited = null;
    this.#show(popup);
  }

  #show(popup: Opened): void {
    if (popup === null) return;
    popup.disposed.connect(() => {
      this.#popup = null;
      this.node.setAttribute('aria-expanded', 'false');
    });
    this.#popup = popup;
    this.node.setAttribute('aria-expanded', 'true');
    Widget.attach(popup, document.body);
  }
}

/** A button that opens a menu. */
export class MenuButton extends PopupButton {
  constructor({ getItems, ...look }: MenuButtonOptions) {
    const open = (place: PopupPlace): Opened | Promise<Opened> => {
      const show = (items: readonly MenuItem[]): Opened =>
        items.length === 0 ? null : new MenuPopup({ ...place, items });
      const items = getItems();
      return items instanceof Promise ? items.then(show) : show(items);
    };
    super({ ...look, kind: 'menu', open });
  }
}

/** A button whose text stands between its first icon, if there is one, and the others. */
export function iconButton(
  part: string,
  text: string,
  [first, ...rest]: readonly [ButtonIcon | null, ...ButtonIcon[]]
): HTMLButtonElement {
  const button = element('button', { part, attributes: { type: 'button' } });
  const iconNodes = rest.map(iconNode);
  button.append(
    ...(first ? [iconNode(first)] : []),
    element('span', { part: 'buttonText', text }),
    ...iconNodes
  );
  return button;
}

function iconNode(icon: ButtonIcon): HTMLElement {
  const node = icon.element({ tag: 'span', className: 'jp-Kernelscope-buttonIcon' });
  node.setAttribute('aria-hidden', 'true');
  return node;
}
