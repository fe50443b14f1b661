import { element } from 'kernelscope/web';

/** The section behind one tab of {@link SectionTabs}. */
export interface Section {
  readonly id: string;
  readonly label: string;
  /** How many rows it has, in words; empty where that says nothing. */
  readonly count: string;
}

/**
 * An ARIA tab list with one panel: the tabs are walked with the arrow keys, Home and End, which opens
 * them at once, as all that they show is there already.
 */
export class SectionTabs {
  readonly node: HTMLElement;
  /** The panel of the open section. */
  readonly panel = element('div', { part: 'sectionPanel', attributes: { role: 'tabpanel' } });
  readonly #onOpen: () => void;
  #sections: readonly Section[] = [];
  #open = '';

  /** `onOpen` is called when a person opened another section. */
  constructor(label: string, onOpen: () => void) {
    this.#onOpen = onOpen;
    const attributes = { role: 'tablist', 'aria-label': label };
    this.node = element('div', { part: 'sectionTabs', attributes });
    this.node.addEventListener('click', event => this.#onClick(event.target));
    this.node.addEventListener('keydown', event => this.#onKey(event));
  }

  /** The section that is open; empty when there is none. */
  get open(): string {
    return this.#open;
  }

  /** Offers other sections; the open one stays open if it is among them. */
  setSections(sections: readonly Section[]): void {
    this.#sections = sections;
    if (!sections.some(({ id }) => id === this.#open)) this.#open = sections[0]?.id ?? '';
    this.#draw();
  }

  #draw(): void {
    const hadFocus = this.node.contains(document.activeElement);
    this.node.replaceChildren(...this.#sections.map(section => this.#tabNode(section)));
    this.panel.setAttribute('aria-label', this.#sections[this.#at]?.label ?? '');
    if (hadFocus) this.node.querySelector<HTMLElement>('[aria-selected=true]')?.focus();
  }

  #tabNode({ id, label, count }: Section): HTMLElement {
    const isOpen = id === this.#open;
    const attributes = {
      type: 'button',
      role: 'tab',
      'aria-selected': String(isOpen),
      tabindex: isOpen ? 0 : -1,
      'data-section': id
    };
    const counted = count === '' ? [] : [element('span', { part: 'sectionCount', text: count })];
    return element('button', { part: 'sectionTab', attributes }, [
      element('span', { text: label }),
      ...counted
    ]);
  }

  #onClick(target: EventTarget | null): void {
    const tab = target instanceof Element ? target.closest<HTMLElement>('[data-section]') : null;
    if (tab) this.#show(this.#sections.findIndex(({ id }) => id === tab.dataset.section));
  }

  #onKey(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = tabAfter(event.key, this.#at, this.#sections.length);
    if (at === null) return;
    event.preventDefault();
    event.stopPropagation();
    this.#show(at);
  }

  #show(at: number): void {
    if (at < 0 || this.#sections[at].id === this.#open) return;
    this.#open = this.#sections[at].id;
    this.#draw();
    this.#onOpen();
  }

  get #at(): number {
    return this.#sections.findIndex(({ id }) => id === this.#open);
  }
}

/** The tab that a key leads to, around the ends; null for other keys. */
function tabAfter(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowLeft':
      return (at + count - 1) % count;
    case 'ArrowRight':
      return (at + 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
