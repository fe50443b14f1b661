import { watchTheme } from './watchTheme';

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
