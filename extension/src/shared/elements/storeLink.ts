import type { TimeWindow } from 'kernelscope/analysis';
import {
  isSame,
  type Selection,
  type SelectionState,
  type SelectionStore
} from '../content/selection';

/** How long the window must rest before other views are told, milliseconds. */
const REST_MS = 200;

/** The events of {@link StoreLink}. */
export interface StoreIntents {
  /** Another view chose a window, or all of the time. */
  zoomed(window: TimeWindow | null): void;
  selected(selection: Selection): void;
  /** The window that this view sent came to rest. */
  rested(): void;
}

/**
 * Ties one view to the store that all views of a profile share. What this view sends does not come
 * back to it; a window is sent when it rests, because other views count anew for each.
 */
export class StoreLink {
  #window: TimeWindow | null;
  #selection: Selection;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly store: SelectionStore,
    private readonly intents: StoreIntents
  ) {
    this.#window = store.state.window;
    this.#selection = store.state.selection;
    store.changed.connect(this.#onChanged, this);
  }

  get state(): SelectionState {
    return this.store.state;
  }

  /** Sends a window once it rests. */
  sendWindow(window: TimeWindow | null): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#window = window;
      this.store.zoom(window);
      this.intents.rested();
    }, REST_MS);
  }

  sendSelection(selection: Selection): void {
    this.#selection = selection;
    this.store.select(selection);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.store.changed.disconnect(this.#onChanged, this);
  }

  #onChanged(_: SelectionStore, { window, selection }: SelectionState): void {
    if (!isSame(window, this.#window)) {
      clearTimeout(this.#timer);
      this.#window = window;
      this.intents.zoomed(window);
    }
    if (isSame(selection, this.#selection)) return;
    this.#selection = selection;
    this.intents.selected(selection);
  }
}
