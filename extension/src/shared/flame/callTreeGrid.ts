import type { CallTree } from 'kernelscope/analysis';
import { TreeGrid, type TreeGridRow } from '../grid/treeGrid';
import { type TreeLine, treeLines } from './treeLines';

/** The dependencies of {@link CallTreeGrid}. */
export interface CallTreeGridOptions {
  /** Names the grid for a screen reader. */
  readonly label: string;
  /** One for each cell of a row. */
  readonly heads: readonly string[];
  /** CSS of the widths of the columns behind the first. */
  readonly widths: string;
  /** The text on the line for rows that are left out. */
  readonly moreText: (count: number) => string;
  readonly cellsOf: (row: number) => readonly string[];
  readonly isSelected: (row: number) => boolean;
  /** A row was clicked, or Enter or Space pressed on it. */
  readonly onPick: (row: number) => void;
}

/** The rows of a call tree as a list: opened and closed, walked and picked by key as by pointer. */
export class CallTreeGrid {
  readonly node: HTMLElement;
  readonly #options: CallTreeGridOptions;
  readonly #grid: TreeGrid;
  readonly #expanded = new Set<number>();
  #tree: CallTree | null = null;
  #lines: readonly TreeLine[] = [];

  constructor(options: CallTreeGridOptions) {
    const { label, heads, widths } = options;
    this.#options = options;
    this.#grid = new TreeGrid({
      ...{ label, heads, widths },
      onUse: at => this.#use(at),
      onToggle: at => this.#toggle(at)
    });
    this.node = this.#grid.node;
  }

  /** Lists another tree, with the rows of `open` open; nothing for null. */
  setTree(tree: CallTree | null, open: readonly number[]): void {
    this.#tree = tree;
    this.#expanded.clear();
    for (const row of open) this.#expanded.add(row);
    this.#grid.clear();
    this.refresh();
  }

  /** Opens what is around a row. */
  reveal(row: number): void {
    const tree = this.#tree;
    for (let at = tree && row >= 0 ? tree.parent[row] : -1; tree && at >= 0; at = tree.parent[at]) {
      this.#expanded.add(at);
    }
    this.refresh();
  }

  /** Lists the same rows with what is to be said of them now. */
  refresh(): void {
    if (this.#tree === null) return;
    this.#lines = treeLines(this.#tree, this.#expanded);
    this.#grid.setRows(this.#lines.map(line => this.#rowOf(line)));
  }

  #rowOf(line: TreeLine): TreeGridRow {
    const { heads, moreText, cellsOf, isSelected } = this.#options;
    if (line.type === 'more') {
      return { ...line, cells: heads.map((_, at) => (at === 0 ? moreText(line.value) : '')) };
    }
    return { ...line, cells: cellsOf(line.value), isSelected: isSelected(line.value) };
  }

  #use(at: number): void {
    const { type, value } = this.#lines[at];
    if (type === 'row') this.#options.onPick(value);
  }

  #toggle(at: number): void {
    const { value } = this.#lines[at];
    if (!this.#expanded.delete(value)) this.#expanded.add(value);
    this.refresh();
  }
}
