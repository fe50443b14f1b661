import type { ISignal } from '@lumino/signaling';
import { Signal } from '@lumino/signaling';
import type { BrowserStorage } from '../../shared/elements/browserStorage';
import type { ColumnKey } from './model';

/** Name of the choice in the storage of the browser. */
const STORAGE_KEY = 'kernelscope:hiddenColumns';

/** Characters of a stored choice that are read at most: the storage belongs to all of the site. */
const MAX_STORED_LENGTH = 1000;

/**
 * The columns that a person does not want to see, in whatever table has them. The browser remembers
 * them where it lets pages do so; names are always on show.
 */
export class ColumnChoice {
  readonly #storage: BrowserStorage | null;
  readonly #changed = new Signal<this, void>(this);
  #hidden: ReadonlySet<string>;

  constructor(storage: BrowserStorage | null) {
    this.#storage = storage;
    this.#hidden = storedColumns(storage);
  }

  /** Emitted when columns were hidden or shown. */
  get changed(): ISignal<this, void> {
    return this.#changed;
  }

  isShown(column: ColumnKey): boolean {
    return column === 'name' || !this.#hidden.has(column);
  }

  /** Hides a column, or shows it again. */
  toggle(column: ColumnKey): void {
    const hidden = new Set(this.#hidden);
    if (!hidden.delete(column)) hidden.add(column);
    this.#set(hidden);
  }

  showAll(): void {
    this.#set(new Set());
  }

  #set(hidden: ReadonlySet<string>): void {
    this.#hidden = hidden;
    try {
      this.#storage?.setItem(STORAGE_KEY, JSON.stringify([...hidden]));
    } catch {
      // Storage is full or switched off: the choice holds for as long as the table does.
    }
    this.#changed.emit();
  }
}

function storedColumns(storage: BrowserStorage | null): ReadonlySet<string> {
  try {
    const text = storage?.getItem(STORAGE_KEY) ?? '';
    const stored: unknown = text.length > MAX_STORED_LENGTH ? [] : JSON.parse(text);
    return new Set(Array.isArray(stored) ? stored.filter(each => typeof each === 'string') : []);
  } catch {
    return new Set();
  }
}
