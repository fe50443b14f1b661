/** The events of {@link PageWatch}. */
export interface PageIntents {
  resized(): void;
  rethemed(): void;
}

/** Watches the size of a node, and the theme of the page, between start and stop. */
export class PageWatch {
  readonly #sizes: ResizeObserver | null;
  #stopThemes: (() => void) | null = null;

  constructor(
    private readonly node: Element,
    private readonly intents: PageIntents
  ) {
    const canObserve = typeof ResizeObserver !== 'undefined';
    this.#sizes = canObserve ? new ResizeObserver(() => intents.resized()) : null;
  }

  start(): void {
    this.#sizes?.observe(this.node);
    this.#stopThemes ??= watchTheme(() => this.intents.rethemed());
  }

  stop(): void {
    this.#sizes?.disconnect();
    this.#stopThemes?.();
    this.#stopThemes = null;
  }

  dispose(): void {
    this.stop();
  }
}

/**
 * Calls `onChange` after each switch of the theme, until the returned function is called: JupyterLab names
 * its theme on the body, VS Code sets its colours on the root.
 */
function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  const attributeFilter = ['data-jp-theme-light', 'data-jp-theme-name'];
  observer.observe(document.body, { attributes: true, attributeFilter });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style'] });
  return () => observer.disconnect();
}
