import { element } from '../elements/dom';

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
  /** A row was clicked, or Enter or Space pressed on it. */
  readonly onUse: (row: number) => void;
  /** A row is to be expanded, or not any more. */
  readonly onToggle: (row: number) => void;
}

/** Levels beyond this one are indented no further. */
const MAX_INDENT = 12;

/** Rows of an ARIA treegrid, walked and opened with the keys of its pattern. */
export class TreeGrid {
  readonly node: HTMLElement;
  #rows: readonly TreeGridRow[] = [];
  #active = 0;

  constructor(private readonly options: TreeGridOptions) {
    this.node = element('div', {
      part: 'treeGrid',
      attributes: { role: 'treegrid', 'aria-label': options.label }
    });
    this.node.style.setProperty(
      '--jp-kernelscope-columns',
      `minmax(160px, 1fr) repeat(${options.heads.length - 1}, 88px)`
    );
    this.node.addEventListener('click', event => this.#onClick(event));
    this.node.addEventListener('keydown', event => this.#onKey(event));
  }

  /** Shows other rows; the active one keeps its place, and the focus if it had it. */
  setRows(rows: readonly TreeGridRow[]): void {
    const hadFocus = this.node.contains(document.activeElement);
    this.#rows = rows;
    this.#active = this.#clamped(this.#active);
    this.node.replaceChildren(this.#headNode(), ...rows.map((row, at) => this.#rowNode(row, at)));
    if (hadFocus) this.activate(this.#active);
  }

  /** Takes all rows away; the first one is active next. */
  clear(): void {
    this.#rows = [];
    this.#active = 0;
    this.node.replaceChildren();
  }

  /** Moves the focus to a row. */
  activate(at: number): void {
    this.#nodeAt(this.#active)?.setAttribute('tabindex', '-1');
    this.#active = this.#clamped(at);
    const node = this.#nodeAt(this.#active);
    node?.setAttribute('tabindex', '0');
    node?.focus();
  }

  #clamped(at: number): number {
    return Math.max(0, Math.min(this.#rows.length - 1, at));
  }

  #onClick({ target }: Event): void {
    const node = target instanceof Element ? target.closest('[data-row]') : null;
    if (!(node instanceof HTMLElement) || !(target instanceof Element)) return;
    const at = Number(node.dataset.row);
    this.activate(at);
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
    const row = this.#rows[this.#active];
    if (row === undefined) return false;
    switch (key) {
      case 'ArrowDown':
        this.activate(this.#active + 1);
        return true;
      case 'ArrowUp':
        this.activate(this.#active - 1);
        return true;
      case 'Home':
        this.activate(0);
        return true;
      case 'End':
        this.activate(this.#rows.length - 1);
        return true;
      case 'ArrowRight':
        if (row.isExpandable && !row.isExpanded) this.options.onToggle(this.#active);
        else if (row.isExpanded) this.activate(this.#active + 1);
        return true;
      case 'ArrowLeft':
        if (row.isExpanded) this.options.onToggle(this.#active);
        else this.activate(this.#parentOf(row));
        return true;
      case 'Enter':
      case ' ':
        this.options.onUse(this.#active);
        return true;
      default:
        return false;
    }
  }

  #parentOf({ level }: TreeGridRow): number {
    let at = this.#active;
    while (at > 0 && this.#rows[at].level >= level) at--;
    return at;
  }

  #nodeAt(at: number): HTMLElement | null {
    return this.node.querySelector<HTMLElement>(`[data-row="${at}"]`);
  }

  #headNode(): HTMLElement {
    return element(
      'div',
      { part: 'treeGridHead', attributes: { role: 'row' } },
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
      tabindex: at === this.#active ? 0 : -1,
      'aria-level': level,
      'aria-posinset': position,
      'aria-setsize': setSize,
      ...(isExpandable ? { 'aria-expanded': String(isExpanded) } : {}),
      ...(isSelected === undefined ? {} : { 'aria-selected': String(isSelected) })
    };
  }
}
