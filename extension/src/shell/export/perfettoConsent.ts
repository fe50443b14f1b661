import { type BrowserStorage, browserStorage } from '../../shared/content/application';

const STORAGE_KEY = 'kernelscope:perfetto-origins';

/** Remembers in this browser which sites a person agreed to hand traces to. */
export class PerfettoConsent {
  readonly #storage: BrowserStorage | null;
  readonly #origins: Set<string>;

  /** Without `storage`, which browsers can refuse, it remembers as long as it lives. */
  constructor(storage: BrowserStorage | null = browserStorage()) {
    this.#storage = storage;
    this.#origins = new Set(readOrigins(storage));
  }

  covers(origin: string): boolean {
    return this.#origins.has(origin) || readOrigins(this.#storage).includes(origin);
  }

  add(origin: string): void {
    for (const known of readOrigins(this.#storage)) this.#origins.add(known);
    this.#origins.add(origin);
    try {
      this.#storage?.setItem(STORAGE_KEY, JSON.stringify([...this.#origins]));
    } catch {
      // A full or forbidden storage: the person is asked again after a reload.
    }
  }
}

function readOrigins(storage: BrowserStorage | null): readonly string[] {
  try {
    const stored = JSON.parse(storage?.getItem(STORAGE_KEY) ?? '[]') as unknown;
    return Array.isArray(stored) ? stored.filter(one => typeof one === 'string') : [];
  } catch {
    return [];
  }
}
