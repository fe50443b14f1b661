import { Compartment, type Extension } from '@codemirror/state';
import { type EditorView, ViewPlugin } from '@codemirror/view';

const NOTHING: Extension = [];

/**
 * Puts gutters into the editors of cells. Notebooks make and drop editors as cells are scrolled in
 * and out of sight: each new one of a cell has what the cell was last given. A cell is known by its model.
 */
export class HeatEditors {
  readonly #compartment = new Compartment();
  readonly #shown = new WeakMap<object, Extension>();
  readonly #views = new WeakMap<object, Set<EditorView>>();

  /** The place for a gutter in an editor of a cell. */
  slot(model: object): Extension {
    const plugin = ViewPlugin.define(view => {
      const views = this.#views.get(model) ?? new Set();
      this.#views.set(model, views.add(view));
      queueMicrotask(() => this.#fill(model, view));
      return { destroy: () => void views.delete(view) };
    });
    return [this.#compartment.of(NOTHING), plugin];
  }

  /** Shows a gutter in all editors of a cell, or none for null. */
  show(model: object, shown: Extension | null): void {
    this.#shown.set(model, shown ?? NOTHING);
    for (const view of this.#views.get(model) ?? []) this.#fill(model, view);
  }

  #fill(model: object, view: EditorView): void {
    const shown = this.#shown.get(model) ?? NOTHING;
    const isOpen = this.#views.get(model)?.has(view) ?? false;
    if (!isOpen || this.#compartment.get(view.state) === shown) return;
    view.dispatch({ effects: this.#compartment.reconfigure(shown) });
  }
}
