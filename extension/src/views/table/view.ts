import type { TranslationBundle } from '../../shared/content/application';
import type { Message } from '@lumino/messaging';
import { type ISignal, Signal } from '@lumino/signaling';
import { Widget } from '@lumino/widgets';
import { element } from 'kernelscope/web';
import type { NumberFormats } from '../../shared/content/format';
import { HEADER_ROW } from '../../shared/grid/virtualRows';
import { type CellPosition, moveFocus } from './cellFocus';
import { ColumnResizer, edgeAt } from './columnResizer';
import { chosenWidth } from './columnWidths';
import { type RowFilter, matchesFilter } from './filter';
import type { GridLayout, TableContent } from './gridLayout';
import { type GridPicture, GridSurface } from './gridSurface';
import {
  type ColumnKey,
  INITIAL_SORT,
  type LabelKey,
  type ShareOf,
  type SortState,
  type TableKind,
  type TableLine,
  columnsFor,
  isLabelOf,
  linesOf,
  nextSort,
  shareOf,
  sharedBy
} from './model';

/** The dependencies of {@link TableView} besides its rows. */
export interface TableViewOptions {
  readonly kind: TableKind;
  /** Names the grid for a screen reader. */
  readonly label: string;
  readonly formats: NumberFormats;
  readonly trans: TranslationBundle;
  /** The columns that are on show, and their widths. */
  readonly layout: GridLayout;
}

/**
 * The sections of a profile as an ARIA grid: sorted by click or by Enter and Space on a column
 * header, walked with the arrow keys, rows picked likewise. Columns are as wide as a person makes them.
 * Only the lines in sight are in the document.
 */
export class TableView extends Widget {
  readonly #options: TableViewOptions;
  readonly #surface: GridSurface;
  readonly #picked = new Signal<this, LabelKey>(this);
  readonly #copyWanted = new Signal<this, readonly TableLine[]>(this);
  readonly #resizer: ColumnResizer;
  readonly #sizes: ResizeObserver | null;
  #content: TableContent = { sections: [], wallNs: 0 };
  #columns: readonly ColumnKey[];
  /** The tracks of the grid that the columns are in, the first one 1. */
  #places: readonly number[] = [];
  #sort: SortState = INITIAL_SORT;
  #filter: RowFilter = [];
  #isGrouped = true;
  #lines: readonly TableLine[] = [];
  #selected: LabelKey | null = null;

  constructor(options: TableViewOptions) {
    super({ node: gridNode(options) });
    this.#options = options;
    this.#columns = columnsFor(options.kind, []);
    this.#surface = new GridSurface(this.node, this.#picture);
    this.#resizer = new ColumnResizer({
      grid: this.node,
      onResize: (column, px) => options.layout.resize(this.#columns[column], chosenWidth(px)),
      onFit: column => options.layout.fit(this.#columns[column])
    });
    const canObserve = typeof ResizeObserver !== 'undefined';
    this.#sizes = canObserve
      ? new ResizeObserver(() => options.layout.setRoom(this.node.clientWidth))
      : null;
    options.layout.changed.connect(this.#onLayout, this);
  }

  /** Emitted with the row that a person clicked, or pressed Enter or Space on. */
  get picked(): ISignal<this, LabelKey> {
    return this.#picked;
  }

  /** Emitted on Ctrl+C with what to copy: the selected row if it is on show, else all lines. */
  get copyWanted(): ISignal<this, readonly TableLine[]> {
    return this.#copyWanted;
  }

  /** The columns on show, from left to right. */
  get columns(): readonly ColumnKey[] {
    return this.#columns;
  }

  /** The total that the shares on show are parts of. */
  get share(): ShareOf {
    const { sections, wallNs } = this.#content;
    return shareOf(sharedBy(this.#sort), sections, wallNs);
  }

  /** All lines on show, in their order. */
  get lines(): readonly TableLine[] {
    return this.#lines;
  }

  /** Shows other content; order, filter, selection and the active cell stay. */
  setContent(content: TableContent): void {
    this.#content = content;
    this.#options.layout.setContent(this.#options.kind, content);
    this.#refresh();
  }

  /** Shows only the rows that `filter` lets pass. */
  setFilter(filter: RowFilter): void {
    this.#filter = filter;
    this.node.scrollTop = 0;
    this.#refresh();
  }

  /** Shows the rows of each category below its name, or all in one order. */
  setGrouped(isGrouped: boolean): void {
    this.#isGrouped = isGrouped;
    this.node.classList.toggle('jp-mod-flat', !isGrouped);
    this.node.scrollTop = 0;
    this.#refresh();
  }

  /** Marks the row of `label`, or none. The focus stays where it is. */
  select(label: LabelKey | null): void {
    this.#selected = label;
    this.#surface.draw(this.#picture);
  }

  /** Scrolls the selected row into sight, if there is one. */
  revealSelection(): void {
    const line = this.#selectedLine;
    if (line >= 0) this.#surface.reveal(line);
  }

  /** Called by the browser; public only because `addEventListener` wants an object. */
  handleEvent(event: Event): void {
    if (event.type === 'scroll') this.#surface.drawVisible();
    else if (event instanceof KeyboardEvent) this.#onKeydown(event);
    else this.#onClick(event);
  }

  protected override onBeforeAttach(message: Message): void {
    super.onBeforeAttach(message);
    for (const type of EVENTS) this.node.addEventListener(type, this);
    this.#resizer.attach();
  }

  protected override onAfterAttach(message: Message): void {
    super.onAfterAttach(message);
    this.#sizes?.observe(this.node);
    this.#surface.drawVisible();
  }

  protected override onAfterShow(message: Message): void {
    super.onAfterShow(message);
    this.#surface.drawVisible();
  }

  protected override onResize(message: Widget.ResizeMessage): void {
    super.onResize(message);
    this.#surface.drawVisible();
  }

  protected override onAfterDetach(message: Message): void {
    for (const type of EVENTS) this.node.removeEventListener(type, this);
    this.#resizer.detach();
    this.#sizes?.disconnect();
    super.onAfterDetach(message);
  }

  /** Shows other columns, or the same ones with other widths: the heading that is dragged stays. */
  #onLayout(layout: GridLayout): void {
    const columns = layout.columnsOf(this.#options.kind);
    const places = columns.map(column => layout.columns.indexOf(column) + 1);
    const isSame = columns.join() === this.#columns.join() && places.join() === this.#places.join();
    this.#columns = columns;
    this.#places = places;
    this.node.setAttribute('aria-colcount', String(columns.length));
    this.node.style.setProperty('--jp-kernelscope-columns', layout.widths.columns);
    this.node.style.setProperty('--jp-kernelscope-width', layout.widths.least);
    if (!isSame) this.#surface.draw(this.#picture);
  }

  #refresh(): void {
    const { sections, wallNs } = this.#content;
    const { share } = this;
    this.#lines = linesOf(sections, {
      sort: this.#sort,
      isGrouped: this.#isGrouped,
      isShown: (row, section) => matchesFilter(this.#filter, row, { section, wallNs, share })
    });
    this.#surface.draw(this.#picture);
  }

  #onKeydown(event: KeyboardEvent): void {
    if (event.altKey) return;
    const withControl = event.ctrlKey || event.metaKey;
    if (event.shiftKey && this.#resizes(event.key)) event.preventDefault();
    else if (withControl && event.key.toLowerCase() === 'c') this.#onCopyKey(event);
    else if (event.key === 'Enter' || event.key === ' ') this.#onPressKey(event);
    else this.#onMoveKey(event, withControl);
  }

  /** True if the key changed the width of the column whose heading is active. */
  #resizes(key: string): boolean {
    const { line, column } = this.#surface.active;
    return line === HEADER_ROW && this.#resizer.press(key, column);
  }

  /** Text that a person marked with the pointer is the browser's to copy. */
  #onCopyKey(event: KeyboardEvent): void {
    if (document.getSelection()?.isCollapsed === false) return;
    event.preventDefault();
    const line = this.#selectedLine;
    this.#copyWanted.emit(line < 0 ? this.#lines : [this.#lines[line]]);
  }

  #onPressKey(event: KeyboardEvent): void {
    event.preventDefault();
    this.#press(this.#surface.active);
  }

  #onMoveKey(event: KeyboardEvent, withControl: boolean): void {
    const { active, pageLines } = this.#surface;
    const size = { lines: this.#lines.length, columns: this.#columns.length, pageLines };
    const position = moveFocus(active, { key: event.key, withControl }, size);
    if (position === null) return;
    event.preventDefault();
    this.#surface.activate(position);
    this.#surface.followOnPage();
  }

  #onClick(event: Event): void {
    const position = edgeAt(event.target) ? null : positionOf(event.target);
    if (position === null) return;
    this.#surface.activate(position);
    this.#press(position);
  }

  /** Sorts by a column header, picks a row. */
  #press({ line, column }: CellPosition): void {
    if (line === HEADER_ROW) {
      this.#sort = nextSort(this.#sort, this.#columns[column]);
      this.#refresh();
      return;
    }
    const pressed = this.#lines[line];
    if (pressed.type !== 'row') return;
    this.#picked.emit({ category: pressed.section.category, name: pressed.row[0] });
  }

  get #selectedLine(): number {
    return this.#lines.findIndex(line => isLabelOf(line, this.#selected));
  }

  get #picture(): GridPicture {
    const { wallNs } = this.#content;
    const [columns, places] = [this.#columns, this.#places];
    const shown = { columns, places, wallNs, share: this.share, selected: this.#selected };
    return { lines: this.#lines, sort: this.#sort, context: { ...this.#options, ...shown } };
  }
}

const EVENTS = ['scroll', 'click', 'keydown'] as const;

function gridNode({ kind, label }: TableViewOptions): HTMLElement {
  return element('div', {
    part: `grid jp-mod-${kind}`,
    attributes: {
      role: 'grid',
      'aria-label': label,
      'aria-colcount': columnsFor(kind, []).length,
      'aria-readonly': 'true',
      'data-lm-suppress-shortcuts': 'true'
    }
  });
}

/** The cell that an event happened in. */
function positionOf(target: EventTarget | null): CellPosition | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  const row = cell?.closest<HTMLElement>('[data-line]');
  if (!cell || !row) return null;
  return { line: Number(row.dataset.line), column: Number(cell.dataset.column) };
}
