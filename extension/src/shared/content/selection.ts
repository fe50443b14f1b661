import type { LineCostKind, SampleLabel, TimeWindow } from 'kernelscope/analysis';
import { type ISignal, Signal } from '@lumino/signaling';

/** The selection of a person in one view, which every view shows in its own way. */
export type Selection =
  | { readonly type: 'none' }
  /** All slices of one name. */
  | { readonly type: 'label'; readonly category: string; readonly name: string }
  /** One slice: its row in the profile that the views show at present. */
  | {
      readonly type: 'slice';
      readonly slice: number;
      readonly category: string;
      readonly name: string;
    }
  | LineSelection;

/** A line of a source file, one-based; `costs` is the kind of cost of it that is of interest. */
export interface LineSelection {
  readonly type: 'line';
  readonly file: string;
  readonly line: number;
  readonly costs?: LineCostKind;
}

/** The state that all views of one profile share. */
export interface SelectionState {
  /** The stretch of time on show, or null for all of it. */
  readonly window: TimeWindow | null;
  readonly selection: Selection;
  /** The label to which the profile on show is narrowed, or null for all that ran. */
  readonly label: SampleLabel | null;
}

const NOTHING: SelectionState = { window: null, selection: { type: 'none' }, label: null };

/**
 * The one place where the views of a profile meet: each sends what was picked here, and follows
 * what is here. State is replaced, never changed; setting what is there already says nothing.
 */
export class SelectionStore {
  readonly #changed = new Signal<this, SelectionState>(this);
  #state = NOTHING;

  /** Emitted with the new state. */
  get changed(): ISignal<this, SelectionState> {
    return this.#changed;
  }

  get state(): SelectionState {
    return this.#state;
  }

  select(selection: Selection): void {
    if (isSame(selection, this.#state.selection)) return;
    this.#set({ ...this.#state, selection });
  }

  /** Shows `window` everywhere, or all of the time for null. */
  zoom(window: TimeWindow | null): void {
    if (isSame(window, this.#state.window)) return;
    this.#set({ ...this.#state, window });
  }

  /** Shows only what ran with `label` everywhere, or all for null. A part has a time of its own: all of it is on show. */
  narrow(label: SampleLabel | null): void {
    if (isSame(label, this.#state.label)) return;
    const selection = withoutRow(this.#state.selection);
    this.#set({ selection, label, window: null });
  }

  /** A slice is picked by its row, and another profile has other rows: its name stays picked. */
  forgetRows(): void {
    this.select(withoutRow(this.#state.selection));
  }

  /** Forgets everything, as for another profile. */
  reset(): void {
    if (!isSame(this.#state, NOTHING)) this.#set(NOTHING);
  }

  #set(state: SelectionState): void {
    this.#state = state;
    this.#changed.emit(state);
  }
}

function withoutRow(selection: Selection): Selection {
  if (selection.type !== 'slice') return selection;
  const { category, name } = selection;
  return { type: 'label', category, name };
}

/** Whether two states are the same by content: they are small and plain. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
