import { element } from 'kernelscope/web';
import { rowAfter, VirtualRows } from './virtualRows';

/** Where a row of a tree stands. */
export interface TreePlace {
  /** 1 for the outermost rows. */
  readonly level: number;
  readonly isExpandable: boolean;
  readonly isExpanded: boolean;
  /** One-based place among its siblings, and how many those are. */
  readonly position: number;
  readonly setSize: number;
}

/** A row of a {@link TreeGrid}. */
export interface TreeGridRow extends TreePlace {
  /** The name, and what stands in the other columns. */
  readonly cells: readonly string[];
  readonly isSelected?: boolean;
}

/** The dependencies of {@link TreeGrid}. */
export interface TreeGridOptions {
  /** Names the grid for a screen reader. */
  readonly label: string;
  /** One for each cell of a row. */
  readonly heads: readonly string[];
  /** CSS of the widths of the columns behind the first; 88px each unless stated. */
  readonly widths?: string;
  /** A row was clicked, or Enter or Space pressed on it. */
  readonly onUse: (row: number) => void;
  /** A row is to be expanded, or not any more. */
  readonly onToggle: (row: number) => void;
}

/** Levels beyond this one are indented no further. */
const MAX_INDENT = 12;

/** Height of every row, CSS pixels; `treeGrid.css` uses the same number. */
const ROW_HEIGHT_PX = 22;

/** Rows of an ARIA treegrid, walked and opened with the keys of its pattern. */
export class TreeGrid {
  readonly node: HTMLElement;
  readonly #head = element('div', { part: 'treeGridHeader', attributes: { role: 'rowgroup' } });
  readonly #body: VirtualRows;
  #rows: readonly TreeGridRow[] = [];

  constructor(private readonly options: TreeGridOptions) {
    this.node = element('div', {
      part: 'treeGrid',
      attributes: { role: 'treegrid', 'aria-label': options.label }
    });
    this.node.style.setProperty(
      '--jp-kernelscope-columns',
      `minmax(160px, 1fr) ${options.widths ?? `repeat(${options.heads.length - 1}, 88px)`}`
    );
    this.#body = new VirtualRows({
      grid: this.node,
      header: this.#head,
      part: 'treeGridBody',
      rowPx: ROW_HEIGHT_PX,
      nodeOf: row => this.#rowNode(this.#rows[row], row)
    });
    this.node.addEventListener('scroll', () => this.#body.drawVisible());
    this.node.addEventListener('click', event => this.#onClick(event));
    this.node.addEventListener('keydown', event => this.#onKey(event));
  }

  /** Shows other rows; the active one keeps its place, and the focus if it had it. */
  setRows(rows: readonly TreeGridRow[]): void {
    this.#rows = rows;
    this.#head.replaceChildren(this.#headNode());
    this.#body.draw(rows.length, Math.max(0, this.#body.active));
  }

  /** Takes all rows away; the first one is active next. */
  clear(): void {
    this.#rows = [];
    this.#head.replaceChildren();
    this.#body.draw(0, 0);
  }

  /** Moves the focus to a row. */
  #activate(at: number): void {
    this.#body.activate(at);
    this.#body.focus();
  }

  #onClick({ target }: Event): void {
    const node = target instanceof Element ? target.closest('[data-row]') : null;
    if (!(node instanceof HTMLElement) || !(target instanceof Element)) return;
    const at = Number(node.dataset.row);
    this.#activate(at);
    const isCaret = target.classList.contains('jp-Kernelscope-treeGridCaret');
    if (isCaret && this.#rows[at]?.isExpandable) this.options.onToggle(at);
    else this.options.onUse(at);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.#press(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Does what a key does by the pattern of ARIA treegrids; false for other keys. */
  #press(key: string): boolean {
    const at = this.#body.active;
    const row = this.#rows.at(at);
    if (row === undefined || at < 0) return false;
    switch (key) {
      case 'ArrowRight':
        if (row.isExpandable && !row.isExpanded) this.options.onToggle(at);
        else if (row.isExpanded) this.#activate(at + 1);
        return true;
      case 'ArrowLeft':
        if (row.isExpanded) this.options.onToggle(at);
        else this.#activate(this.#parentOf(at));
        return true;
      case 'Enter':
      case ' ':
        this.options.onUse(at);
        return true;
      default:
        return this.#move(rowAfter(key, at, this.#body));
    }
  }

  #move(to: number | null): boolean {
    if (to !== null) this.#activate(to);
    return to !== null;
  }

  #parentOf(row: number): number {
    const { level } = this.#rows[row];
    let at = row;
    while (at > 0 && this.#rows[at].level >= level) at--;
    return at;
  }

  #headNode(): HTMLElement {
    return element(
      'div',
      { part: 'treeGridHead', attributes: { role: 'row', 'aria-rowindex': 1 } },
      this.options.heads.map(text =>
        element('span', { text, attributes: { role: 'columnheader' } })
      )
    );
  }

  #rowNode(row: TreeGridRow, at: number): HTMLElement {
    const [name, ...others] = row.cells;
    const mark = row.isExpandable ? (row.isExpanded ? '▾' : '▸') : '';
    const head = element('span', { attributes: { role: 'rowheader', title: name } }, [
      element('span', { part: 'treeGridCaret', text: mark, attributes: { 'aria-hidden': 'true' } }),
      element('span', { text: name })
    ]);
    head.style.paddingLeft = `${8 + 14 * Math.min(MAX_INDENT, row.level - 1)}px`;
    return element('div', { part: 'treeGridRow', attributes: this.#attributesOf(row, at) }, [
      head,
      ...others.map(text => element('span', { text, attributes: { role: 'gridcell' } }))
    ]);
  }

  #attributesOf(row: TreeGridRow, at: number): Record<string, string | number> {
    const { level, position, setSize, isExpandable, isExpanded, isSelected } = row;
    return {
      role: 'row',
      'data-row': at,
      'aria-rowindex': at + 2,
      tabindex: -1,
      'aria-level': level,
      'aria-posinset': position,
      'aria-setsize': setSize,
      ...(isExpandable ? { 'aria-expanded': String(isExpanded) } : {}),
      ...(isSelected === undefined ? {} : { 'aria-selected': String(isSelected) })
    };
  }
}
