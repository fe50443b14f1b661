/** What a {@link PageWatch} tells. */
export interface PageIntents {
  resized(): void;
  rethemed(): void;
}

/** Attributes of the page's body that change with JupyterLab's theme. */
const THEME_ATTRIBUTES = ['data-jp-theme-light', 'data-jp-theme-name'];

/** Watches the size of a node, and the theme of the page, between start and stop. */
export class PageWatch {
  readonly #sizes: ResizeObserver | null;
  readonly #themes: MutationObserver;

  constructor(
    private readonly node: Element,
    intents: PageIntents
  ) {
    const canObserve = typeof ResizeObserver !== 'undefined';
    this.#sizes = canObserve ? new ResizeObserver(() => intents.resized()) : null;
    this.#themes = new MutationObserver(() => intents.rethemed());
  }

  start(): void {
    this.#sizes?.observe(this.node);
    this.#themes.observe(document.body, { attributes: true, attributeFilter: THEME_ATTRIBUTES });
  }

  stop(): void {
    this.#sizes?.disconnect();
    this.#themes.disconnect();
  }

  dispose(): void {
    this.stop();
  }
}
