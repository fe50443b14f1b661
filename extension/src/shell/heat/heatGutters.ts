import type { ICodeCellModel } from '@jupyterlab/cells';
import type { WantedCost } from './fileHeat';
import { heatGutter } from './heatGutter';
import type { HeatEditors } from './heatEditors';
import type { LineMark, MarkContext } from './lineMarks';
import type { CellHeat } from './notebookHeat';

/** The dependencies of {@link HeatGutters}. */
export interface HeatGuttersOptions {
  readonly editors: HeatEditors;
  readonly contextOf: (heat: CellHeat) => MarkContext;
  /** A person clicked the mark of a line. */
  readonly onOpen: (heat: CellHeat, mark: LineMark) => void;
}

/** The gutters that are on show; each is made anew only when it has other marks. */
export class HeatGutters {
  readonly #options: HeatGuttersOptions;
  #shown: ReadonlyMap<ICodeCellModel, { readonly heat: CellHeat; readonly kind: WantedCost }> =
    new Map();

  constructor(options: HeatGuttersOptions) {
    this.#options = options;
  }

  /** Shows these cells' heat, and no other. */
  show(heats: readonly CellHeat[], kind: WantedCost): void {
    const { editors } = this.#options;
    const before = this.#shown;
    this.#shown = new Map(heats.map(heat => [heat.cell, { heat, kind }] as const));
    for (const cell of before.keys()) if (!this.#shown.has(cell)) editors.show(cell, null);
    for (const heat of heats) {
      const known = before.get(heat.cell);
      if (known?.heat.heat === heat.heat && known.kind === kind) continue;
      editors.show(heat.cell, this.#gutterOf(heat));
    }
  }

  #gutterOf(heat: CellHeat) {
    const { contextOf, onOpen } = this.#options;
    const context = contextOf(heat);
    return heatGutter({ heat: heat.heat, context, onOpen: mark => onOpen(heat, mark) });
  }
}
