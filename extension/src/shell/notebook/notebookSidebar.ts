import type { NotebookPanel } from '@jupyterlab/notebook';
import type { TranslationBundle } from '../../shared/content/application';
import type { Message } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';
import type { NumberFormats } from '../../shared/content/format';
import { element } from 'kernelscope/web';
import { RowGrid } from '../../shared/grid/rowGrid';
import type { CellRuns } from './cellRuns';
import {
  COLUMN_NAMES,
  type CellSort,
  TOTALS_ROW,
  type TableCell,
  columnsOf,
  rowsOf,
  sortedCells,
  tableCell
} from './cellTable';
import type { EveryCell } from './everyCell';

export interface ShownNotebook {
  readonly panel: NotebookPanel;
  readonly runs: CellRuns;
}

/** The dependencies of {@link NotebookSidebar}. */
export interface NotebookSidebarOptions {
  readonly trans: TranslationBundle;
  readonly formats: NumberFormats;
  readonly everyCell: EveryCell;
  /** Brings a cell into sight and makes it the active one. */
  readonly onGoTo: (panel: NotebookPanel, index: number) => void;
}

/** The profiled cells of one notebook as a table, with what changed since their last runs. */
export class NotebookSidebar extends Widget {
  readonly #options: NotebookSidebarOptions;
  readonly #title = element('h2', { part: 'sidebarTitle' });
  readonly #message = element('p', { part: 'sidebarMessage', attributes: { role: 'status' } });
  readonly #toggle: HTMLButtonElement;
  readonly #grid: RowGrid;
  #shown: ShownNotebook | null = null;
  #sort: CellSort = { column: 'cell', direction: 'ascending' };
  #cells: readonly TableCell[] = [];
  #hasColumns = false;

  constructor(options: NotebookSidebarOptions) {
    super();
    const { trans, everyCell } = options;
    this.#options = options;
    this.addClass('jp-Kernelscope');
    this.addClass('jp-Kernelscope-sidebar');
    this.#toggle = element('button', {
      part: 'button',
      text: trans.__('Profile Every Cell'),
      attributes: { type: 'button' }
    });
    this.#toggle.addEventListener('click', () => void this.#toggleEveryCell());
    this.#grid = new RowGrid({
      label: trans.__('Profiled cells'),
      onPick: row => this.#pick(row),
      onSort: column => this.#sortBy(column)
    });
    this.node.append(this.#title, this.#toggle, this.#message, this.#grid.node);
    everyCell.changed.connect(this.#drawState, this);
    this.show();
    this.#draw();
  }

  /** Shows another notebook, or none for null. */
  setNotebook(shown: ShownNotebook | null): void {
    if (shown?.panel === this.#shown?.panel) return;
    this.#shown?.runs.changed.disconnect(this.#draw, this);
    this.#shown = shown;
    shown?.runs.changed.connect(this.#draw, this);
    this.#hasColumns = false;
    this.#draw();
  }

  protected override onAfterShow(message: Message): void {
    super.onAfterShow(message);
    this.#draw();
  }

  protected override onAfterAttach(message: Message): void {
    super.onAfterAttach(message);
    this.#draw();
  }

  override dispose(): void {
    this.#options.everyCell.changed.disconnect(this.#drawState, this);
    this.setNotebook(null);
    super.dispose();
  }

  #draw(): void {
    this.#drawState();
    const shown = this.#shown;
    const all = shown?.runs.list() ?? [];
    const places = new Map([...(shown?.panel.model?.cells ?? [])].map((cell, at) => [cell.id, at]));
    this.#cells = all.map(cell => tableCell(cell, places.get(cell.cell.id) ?? 0));
    this.#grid.node.hidden = this.#cells.length === 0;
    this.#message.hidden = this.#cells.length > 0;
    this.#message.textContent = this.#cells.length > 0 ? '' : this.#emptyText();
    if (this.#cells.length > 0) this.#drawRows();
  }

  #drawRows(): void {
    this.#cells = sortedCells(this.#cells, this.#sort);
    const rows = rowsOf(this.#cells, this.#options);
    if (this.#hasColumns) {
      this.#grid.updateRows(rows);
      return;
    }
    this.#hasColumns = true;
    this.#grid.setRows(columnsOf(this.#options, this.#sort), rows);
  }

  #drawState(): void {
    const panel = this.#shown?.panel ?? null;
    const { everyCell, trans } = this.#options;
    this.#title.textContent = panel?.title.label ?? trans.__('Profiled cells');
    this.#toggle.hidden = panel === null;
    const reason = everyCell.refusal(panel);
    this.#toggle.disabled = reason !== null;
    this.#toggle.title = reason ?? trans.__('Record every cell that runs, in one line each');
    this.#toggle.setAttribute('aria-pressed', String(panel !== null && everyCell.isOn(panel)));
  }

  #emptyText(): string {
    const { trans } = this.#options;
    if (this.#shown === null) return trans.__('Open a notebook to see what its cells take.');
    return trans.__(
      'No cell of this notebook has a profile yet. Run a cell with %1 on its first line, or profile every cell.',
      '%%profile'
    );
  }

  async #toggleEveryCell(): Promise<void> {
    const { panel } = this.#shown ?? {};
    if (panel) await this.#options.everyCell.toggle(panel);
  }

  #sortBy(column: number): void {
    const name = COLUMN_NAMES[column];
    const isSame = name === this.#sort.column;
    const first = name === 'cell' ? 'ascending' : 'descending';
    const other = this.#sort.direction === 'ascending' ? 'descending' : 'ascending';
    this.#sort = { column: name, direction: isSame ? other : first };
    this.#hasColumns = false;
    this.#drawRows();
  }

  #pick(row: number): void {
    const picked = this.#cells.at(row - 1);
    if (row === TOTALS_ROW || picked === undefined || this.#shown === null) return;
    this.#grid.select(row);
    this.#options.onGoTo(this.#shown.panel, picked.index);
  }
}
