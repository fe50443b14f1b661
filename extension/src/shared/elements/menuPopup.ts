import type { Message } from '@lumino/messaging';
import { AnchoredPopup, type PopupPlace } from './anchoredPopup';
import { element } from 'kernelscope/web';

/** One line of a {@link MenuPopup}. */
export interface MenuItem {
  readonly label: string;
  /** A short mark behind the label, such as the ending of a file name. */
  readonly mark?: string;
  /** One sentence below the label. */
  readonly description?: string;
  /** One sentence for who wants to know more. */
  readonly note?: string;
  /** Makes the item a check box: picking it leaves the menu open. */
  readonly isChecked?: () => boolean;
  readonly onPick: () => void;
}

/** The contents of a {@link MenuPopup}, and its place. */
export interface MenuPopupOptions extends PopupPlace {
  readonly items: readonly MenuItem[];
}

/**
 * The menu of a menu button, by the pattern of the ARIA authoring practices: arrows, Home, End,
 * first letters, Enter, Space, Escape.
 */
export class MenuPopup extends AnchoredPopup {
  readonly #options: MenuPopupOptions;
  readonly #items: readonly HTMLElement[];

  constructor(options: MenuPopupOptions) {
    const attributes = { role: 'menu', 'aria-label': options.label, tabindex: -1 };
    const events = ['keydown', 'click', 'pointermove'];
    super(element('div', { part: 'menu', attributes }), options, events);
    this.#options = options;
    this.#items = options.items.map(itemNode);
    this.node.append(...this.#items);
    this.#check();
  }

  protected override act(event: Event): void {
    if (event.type === 'keydown') this.#onKey(event as KeyboardEvent);
    else if (event.type === 'click') this.#pick(this.#indexOf(event.target));
    else this.#items[this.#indexOf(event.target)]?.focus();
  }

  protected override onAfterAttach(message: Message): void {
    super.onAfterAttach(message);
    if (this.#options.focus === 'none') this.node.focus();
    else this.#focus(this.#options.focus === 'first' ? 0 : -1);
  }

  #onKey(event: KeyboardEvent): void {
    const handled = this.#act(event.key);
    event.stopPropagation();
    if (handled) event.preventDefault();
  }

  /** Does what `key` stands for; false when the browser is to go on with it. */
  #act(key: string): boolean {
    const current = this.#indexOf(document.activeElement);
    if (key === 'ArrowDown') this.#focus(current + 1);
    else if (key === 'ArrowUp') this.#focus(Math.max(current, 0) - 1);
    else if (key === 'Home') this.#focus(0);
    else if (key === 'End') this.#focus(-1);
    else if (key === 'Enter' || key === ' ') this.#pick(current);
    else if (key === 'Escape' || key === 'Tab') this.closeToAnchor();
    else return this.#focusByLetter(key, current);
    return key !== 'Tab';
  }

  /** Moves to the next item, after `current` and around, that begins with `key`. */
  #focusByLetter(key: string, current: number): boolean {
    const count = this.#items.length;
    const order = this.#items.map((_, step) => (current + 1 + step) % count);
    const found = order.find(index =>
      this.#options.items[index].label.toLowerCase().startsWith(key.toLowerCase())
    );
    if (found !== undefined) this.#focus(found);
    return found !== undefined;
  }

  #pick(index: number): void {
    if (index < 0) return;
    const { isChecked, onPick } = this.#options.items[index];
    if (isChecked === undefined) this.closeToAnchor();
    onPick();
    this.#check();
  }

  /** Picking one check box may change others. */
  #check(): void {
    for (const [index, { isChecked }] of this.#options.items.entries()) {
      if (isChecked) this.#items[index].setAttribute('aria-checked', String(isChecked()));
    }
  }

  #focus(index: number): void {
    this.#items.at(index % this.#items.length)?.focus();
  }

  #indexOf(target: EventTarget | null): number {
    return this.#items.findIndex(item => target instanceof Node && item.contains(target));
  }
}

function itemNode({ label, mark, description, note, isChecked }: MenuItem): HTMLElement {
  const head = element('span', { part: 'menuHead' }, [
    element('span', { part: 'menuLabel', text: label }),
    ...(mark === undefined ? [] : [element('span', { part: 'menuMark', text: mark })])
  ]);
  const attributes = {
    role: isChecked ? 'menuitemcheckbox' : 'menuitem',
    tabindex: -1,
    ...(note === undefined ? {} : { title: note })
  };
  return element('div', { part: 'menuItem', attributes }, [
    head,
    ...(description === undefined
      ? []
      : [element('span', { part: 'menuDescription', text: description })])
  ]);
}
