import type { TranslationBundle } from '@jupyterlab/translation';
import { element } from '../shared/dom';

/** What the controls above a timeline ask for. */
export interface ToolbarIntents {
  search(text: string): void;
  /** To the next match, or the one before. */
  step(direction: 1 | -1): void;
  zoom(factor: number): void;
  fit(): void;
}

/** How long typing rests before it is searched for, milliseconds. */
const REST_MS = 120;

/** Search box and zoom buttons. Enter goes to the next match, Shift + Enter to the one before. */
export class TimelineToolbar {
  readonly node: HTMLElement;
  readonly #search: HTMLInputElement;
  readonly #count = element('span', { part: 'timelineMatches', attributes: { role: 'status' } });
  readonly #steps: readonly HTMLButtonElement[];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #searched = '';

  constructor(
    trans: TranslationBundle,
    private readonly intents: ToolbarIntents
  ) {
    this.#search = element('input', {
      part: 'filter',
      attributes: {
        type: 'search',
        placeholder: trans.__('Find slices by name'),
        'aria-label': trans.__('Find slices by name'),
        spellcheck: 'false'
      }
    });
    const button = (text: string, label: string, onClick: () => void): HTMLButtonElement => {
      const attributes = { type: 'button', 'aria-label': label, title: label };
      const node = element('button', { part: 'button', text, attributes });
      node.addEventListener('click', onClick);
      return node;
    };
    this.#steps = [
      button('↑', trans.__('Previous match'), () => this.#step(-1)),
      button('↓', trans.__('Next match'), () => this.#step(1))
    ];
    this.#search.addEventListener('input', () => this.#wait());
    this.#search.addEventListener('keydown', event => this.#onKey(event));
    this.node = element('div', { part: 'timelineToolbar' }, [
      element('div', { part: 'timelineSearch' }, [this.#search, ...this.#steps, this.#count]),
      element('div', { part: 'timelineZoom' }, [
        button('−', trans.__('Zoom out'), () => intents.zoom(2)),
        button('+', trans.__('Zoom in'), () => intents.zoom(0.5)),
        button(trans.__('Fit'), trans.__('Show all of the time'), () => intents.fit())
      ])
    ]);
    this.showMatches({ text: '', canStep: false });
  }

  /** What is searched for at present. */
  get text(): string {
    return this.#search.value.trim();
  }

  /** Says how many matches there are. */
  showMatches({ text, canStep }: { readonly text: string; readonly canStep: boolean }): void {
    this.#count.textContent = text;
    for (const step of this.#steps) step.hidden = !canStep;
  }

  focusSearch(): void {
    this.#search.focus();
    this.#search.select();
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
    this.#search.value = '';
    this.#flush();
  }
}
