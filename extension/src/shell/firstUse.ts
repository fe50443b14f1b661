import type { BrowserStorage } from '../shared/content/application';

/** Name of the number of pages with the hint, in the storage of the browser. */
const STORAGE_KEY = 'kernelscope:hintPages';

/** Pages that have the hint, unless a person dismisses it before. */
const MAX_PAGES = 3;

/**
 * Whether a person is new to profiles in this browser. The first profile of a page has the hint, on a
 * few pages; without a storage, on no page.
 */
export class FirstUse {
  readonly #storage: BrowserStorage | null;
  #isTaken = false;

  constructor(storage: BrowserStorage | null) {
    this.#storage = storage;
  }

  /** True for the one profile of this page that shows the hint. */
  take(): boolean {
    if (this.#isTaken) return false;
    this.#isTaken = true;
    const pages = this.#pages();
    return pages < MAX_PAGES && this.#store(pages + 1);
  }

  /** No page has the hint any more. */
  dismiss(): void {
    this.#store(MAX_PAGES);
  }

  /** Anything but a number that was stored here counts as all. */
  #pages(): number {
    try {
      const stored = this.#storage?.getItem(STORAGE_KEY) ?? '0';
      return /^\d$/.test(stored) ? Number(stored) : MAX_PAGES;
    } catch {
      return MAX_PAGES;
    }
  }

  #store(pages: number): boolean {
    try {
      this.#storage?.setItem(STORAGE_KEY, String(pages));
      return this.#storage !== null;
    } catch {
      return false;
    }
  }
}
