import { type ISignal, Signal } from '@lumino/signaling';
import type { BrowserStorage } from '../../shared/content/application';
import type { ColumnKey } from './model';

/** Name of the choice in the storage of the browser. */
const STORAGE_KEY = 'kernelscope:hiddenColumns';

/** Name of the columns that stay where there is little room. */
const WANTED_KEY = 'kernelscope:wantedColumns';

/** Characters of a stored choice that are read at most: the storage belongs to all of the site. */
const MAX_STORED_LENGTH = 1000;

/**
 * The columns that a person does not want to see, in whatever table has them, and those that are to stay
 * however little room there is. The browser remembers both where it lets pages do so; names are always on
 * show.
 */
export class ColumnChoice {
  readonly #storage: BrowserStorage | null;
  readonly #changed = new Signal<this, void>(this);
  #hidden: ReadonlySet<string>;
  #wanted: ReadonlySet<string>;

  constructor(storage: BrowserStorage | null) {
    this.#storage = storage;
    this.#hidden = storedColumns(storage, STORAGE_KEY);
    this.#wanted = storedColumns(storage, WANTED_KEY);
  }

  /** Emitted when columns were hidden or shown. */
  get changed(): ISignal<this, void> {
    return this.#changed;
  }

  isShown(column: ColumnKey): boolean {
    return column === 'name' || !this.#hidden.has(column);
  }

  /** Whether a column is to stay where there is too little room for all. */
  isWanted(column: ColumnKey): boolean {
    return column === 'name' || this.#wanted.has(column);
  }

  hide(column: ColumnKey): void {
    const wanted = [...this.#wanted].filter(each => each !== column);
    this.#set(new Set(this.#hidden).add(column), new Set(wanted));
  }

  /** Shows columns, however little room there is. */
  show(columns: readonly ColumnKey[]): void {
    const shown = new Set<string>(columns);
    const hidden = [...this.#hidden].filter(each => !shown.has(each));
    this.#set(new Set(hidden), new Set([...this.#wanted, ...shown]));
  }

  #set(hidden: ReadonlySet<string>, wanted: ReadonlySet<string>): void {
    this.#hidden = hidden;
    this.#wanted = wanted;
    try {
      this.#storage?.setItem(STORAGE_KEY, JSON.stringify([...hidden]));
      this.#storage?.setItem(WANTED_KEY, JSON.stringify([...wanted]));
    } catch {
      // Storage is full or switched off: the choice holds for as long as the table does.
    }
    this.#changed.emit();
  }
}

function storedColumns(storage: BrowserStorage | null, key: string): ReadonlySet<string> {
  try {
    const text = storage?.getItem(key) ?? '';
    const stored: unknown = text.length > MAX_STORED_LENGTH ? [] : JSON.parse(text);
    return new Set(Array.isArray(stored) ? stored.filter(each => typeof each === 'string') : []);
  } catch {
    return new Set();
  }
}
