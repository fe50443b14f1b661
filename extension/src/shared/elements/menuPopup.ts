import type { Message } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';
import { element } from './dom';

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
export interface MenuPopupOptions {
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** The button that opened it, below which it stands; it gets the focus back. */
  readonly anchor: HTMLElement;
  /** The item that has the focus at first; none when it was opened with a pointer. */
  readonly focus: 'first' | 'last' | 'none';
}

/** The events that close a menu, wherever they happen on the page. */
const DISMISSING = ['pointerdown', 'scroll', 'resize', 'blur'] as const;

/** Space between the menu and the edge of the page, pixels. */
const MARGIN_PX = 4;

/**
 * The menu of a menu button, by the pattern of the ARIA authoring practices: arrows, Home, End,
 * first letters, Enter, Space, Escape. It lies on the page itself, where no output clips it and no
 * shortcut of the notebook hears its keys. It is disposed of when it closes.
 */
export class MenuPopup extends Widget {
  readonly #options: MenuPopupOptions;
  readonly #items: readonly HTMLElement[];

  constructor(options: MenuPopupOptions) {
    const attributes = { role: 'menu', 'aria-label': options.label, tabindex: -1 };
    super({ node: element('div', { part: 'menu', attributes }) });
    this.#options = options;
    this.#items = options.items.map(itemNode);
    this.node.append(...this.#items);
    this.#check();
  }

  /** Called by the browser; public only because `addEventListener` wants an object. */
  handleEvent(event: Event): void {
    if (event.type === 'keydown') this.#onKey(event as KeyboardEvent);
    else if (event.type === 'click') this.#pick(this.#indexOf(event.target));
    else if (event.type === 'pointermove') this.#items[this.#indexOf(event.target)]?.focus();
    else if (this.#dismisses(event)) this.dispose();
  }

  protected override onAfterAttach(message: Message): void {
    super.onAfterAttach(message);
    for (const type of ['keydown', 'click', 'pointermove']) this.node.addEventListener(type, this);
    for (const type of DISMISSING) window.addEventListener(type, this, true);
    this.#place();
    if (this.#options.focus === 'none') this.node.focus();
    else this.#focus(this.#options.focus === 'first' ? 0 : -1);
  }

  protected override onBeforeDetach(message: Message): void {
    for (const type of ['keydown', 'click', 'pointermove']) {
      this.node.removeEventListener(type, this);
    }
    for (const type of DISMISSING) window.removeEventListener(type, this, true);
    super.onBeforeDetach(message);
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
    else if (key === 'Escape' || key === 'Tab') this.#closeToAnchor();
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
    if (isChecked === undefined) this.#closeToAnchor();
    onPick();
    this.#check();
  }

  /** Picking one check box may change others. */
  #check(): void {
    for (const [index, { isChecked }] of this.#options.items.entries()) {
      if (isChecked) this.#items[index].setAttribute('aria-checked', String(isChecked()));
    }
  }

  #closeToAnchor(): void {
    this.dispose();
    this.#options.anchor.focus();
  }

  #focus(index: number): void {
    this.#items.at(index % this.#items.length)?.focus();
  }

  #indexOf(target: EventTarget | null): number {
    return this.#items.findIndex(item => target instanceof Node && item.contains(target));
  }

  /** Whether an event on the page closes the menu: of scrolling, what moves the button. */
  #dismisses({ type, target }: Event): boolean {
    if (type !== 'scroll') return !this.#isInside(target);
    return target instanceof Node && target.contains(this.#options.anchor);
  }

  /** The button counts as inside: pressing it again closes the menu by itself. */
  #isInside(target: EventTarget | null): boolean {
    const nodes = [this.node, this.#options.anchor];
    return target instanceof Node && nodes.some(node => node.contains(target));
  }

  /** Below the button and flush with its left edge, or above it where there is more room. */
  #place(): void {
    const anchor = this.#options.anchor.getBoundingClientRect();
    const { width, height } = this.node.getBoundingClientRect();
    const page = document.documentElement;
    const left = Math.min(anchor.left, page.clientWidth - width - MARGIN_PX);
    const below = anchor.bottom + MARGIN_PX / 2;
    const fitsBelow = below + height <= page.clientHeight;
    const top = fitsBelow ? below : anchor.top - height - MARGIN_PX / 2;
    this.node.style.left = `${Math.max(MARGIN_PX, left)}px`;
    this.node.style.top = `${Math.max(MARGIN_PX, top)}px`;
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
