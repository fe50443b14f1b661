/** Where a choice outlives the page. */
export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** The storage of the browser, or null where it keeps it from pages. */
export function browserStorage(): BrowserStorage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
