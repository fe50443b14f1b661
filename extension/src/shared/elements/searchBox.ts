import type { TranslationBundle } from '../content/application';
import { element } from 'kernelscope/web';

/** The events of {@link SearchBox}. */
export interface SearchIntents {
  search(text: string): void;
  /** To the next match, or the one before. */
  step(direction: 1 | -1): void;
}

/** How long typing rests before it is searched for, milliseconds. */
const REST_MS = 120;

/**
 * A box to search by name, with what was found. Enter goes to the next match, Shift + Enter to the
 * one before, Escape forgets the search.
 */
export class SearchBox {
  readonly node: HTMLElement;
  readonly #input: HTMLInputElement;
  readonly #count = element('span', { part: 'searchMatches', attributes: { role: 'status' } });
  readonly #steps: readonly HTMLButtonElement[];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #searched = '';

  constructor(
    label: string,
    trans: TranslationBundle,
    private readonly intents: SearchIntents
  ) {
    this.#input = element('input', {
      part: 'filter',
      attributes: { type: 'search', placeholder: label, 'aria-label': label, spellcheck: 'false' }
    });
    const button = (text: string, name: string, direction: 1 | -1): HTMLButtonElement => {
      const attributes = { type: 'button', 'aria-label': name, title: name };
      const node = element('button', { part: 'button', text, attributes });
      node.addEventListener('click', () => this.#step(direction));
      return node;
    };
    this.#steps = [
      button('↑', trans.__('Previous match'), -1),
      button('↓', trans.__('Next match'), 1)
    ];
    this.#input.addEventListener('input', () => this.#wait());
    this.#input.addEventListener('keydown', event => this.#onKey(event));
    this.node = element('div', { part: 'search' }, [this.#input, ...this.#steps, this.#count]);
    this.showMatches({ text: '', canStep: false });
  }

  /** The current search text. */
  get text(): string {
    return this.#input.value.trim();
  }

  /** Announces what was found. */
  showMatches({ text, canStep }: { readonly text: string; readonly canStep: boolean }): void {
    this.#count.textContent = text;
    for (const step of this.#steps) step.hidden = !canStep;
  }

  focus(): void {
    this.#input.focus();
    this.#input.select();
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#flush(), REST_MS);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    if (this.text === this.#searched) return;
    this.#searched = this.text;
    this.intents.search(this.text);
  }

  #step(direction: 1 | -1): void {
    this.#flush();
    this.intents.step(direction);
  }

  #onKey(event: KeyboardEvent): void {
    event.stopPropagation();
    if (event.key === 'Enter') this.#step(event.shiftKey ? -1 : 1);
    if (event.key !== 'Escape') return;
    this.#input.value = '';
    this.#flush();
  }
}
