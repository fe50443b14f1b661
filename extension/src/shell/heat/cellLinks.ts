import { CodeCell } from '@jupyterlab/cells';
import { NotebookPanel } from '@jupyterlab/notebook';
import type { TranslationBundle } from '../../shared/host/translation';
import type { Widget } from '@lumino/widgets';
import type { CellLink, ICellLinks } from '../../shared/content/cellLink';
import type { ILazyHeat } from './lazyHeat';
import { executionCountOf } from './matchCell';

/** Links that find the notebook when they are followed: outputs are made before they have a place. */
export class CellLinks implements ICellLinks {
  constructor(
    private readonly heat: ILazyHeat,
    private readonly trans: TranslationBundle
  ) {}

  of(widget: Widget): CellLink {
    return {
      has: file => executionCountOf(file) !== null,
      show: (file, line) => void this.#show(widget, file, line)
    };
  }

  async #show(widget: Widget, file: string, line: number): Promise<void> {
    const around = parentsOf(widget);
    const cell = around.find(each => each instanceof CodeCell);
    const panel = around.find(each => each instanceof NotebookPanel);
    if (cell && panel) {
      const heat = await this.heat.load();
      await heat.reveal(panel, { origin: cell.model, file, line });
      return;
    }
    const { refuse } = await import('../profileCell');
    refuse(this.trans.__('Cells can only be shown from the outputs of their open notebook.'));
  }
}

function parentsOf({ parent }: Widget): Widget[] {
  return parent ? [parent, ...parentsOf(parent)] : [];
}
