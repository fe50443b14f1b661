import type { TranslationBundle } from '@jupyterlab/translation';
import type { BundleSection } from 'kernelscope/model';
import type { Message } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';
import { element } from '../shared/dom';
import type { NumberFormats } from '../shared/format';
import type { CellPosition } from './cellFocus';
import { HEADER_LINE, moveFocus } from './cellFocus';
import type { GridContext } from './gridNodes';
import { headerRow, lineNode } from './gridNodes';
import type { SortState, TableKind, TableLine } from './model';
import { COLUMNS, INITIAL_SORT, linesOf, nextSort } from './model';
import type { LineRange } from './visibleLines';
import { LINE_HEIGHT_PX, visibleLines } from './visibleLines';

/** What a {@link TableView} needs besides its rows. */
export interface TableViewOptions {
  readonly kind: TableKind;
  /** Names the grid for a screen reader. */
  readonly label: string;
  readonly formats: NumberFormats;
  readonly trans: TranslationBundle;
}

/** What a {@link TableView} shows. */
export interface TableContent {
  readonly sections: readonly BundleSection[];
  /** Wall time of the run, nanoseconds. */
  readonly wallNs: number;
}

/** Height that is drawn while the page has not laid the grid out yet, pixels. */
const ASSUMED_HEIGHT_PX = 420;

/**
 * The sections of a profile as an ARIA grid: sorted by click or by Enter and Space on a column
 * header, walked with the arrow keys. Only the lines in sight are in the document.
 */
export class TableView extends Widget {
  readonly #options: TableViewOptions;
  readonly #header = element('div', { part: 'gridHeader', attributes: { role: 'rowgroup' } });
  readonly #body = element('div', { part: 'gridBody', attributes: { role: 'rowgroup' } });
  #content: TableContent = { sections: [], wallNs: 0 };
  #sort: SortState = INITIAL_SORT;
  #filter = '';
  #lines: readonly TableLine[] = [];
  #drawn: LineRange = { from: 0, to: 0 };
  #active: CellPosition = { line: HEADER_LINE, column: 0 };

  constructor(options: TableViewOptions) {
    super({ node: gridNode(options) });
    this.#options = options;
    this.node.append(this.#header, this.#body);
    this.#refresh();
  }

  /** Shows other content; order, filter and the active cell stay. */
  setContent(content: TableContent): void {
    this.#content = content;
    this.#refresh();
  }

  /** Shows only the names that contain `text`. */
  setFilter(text: string): void {
    this.#filter = text;
    this.node.scrollTop = 0;
    this.#refresh();
  }

  /** Rows in all sections that pass the filter. */
  get rowCount(): number {
    return this.#lines.filter(({ type }) => type === 'row').length;
  }

  /** Called by the browser; public only because `addEventListener` wants an object. */
  handleEvent(event: Event): void {
    if (event.type === 'scroll') this.#drawBody();
    else if (event instanceof KeyboardEvent) this.#onKeydown(event);
    else this.#onPointer(event);
  }

  protected override onBeforeAttach(message: Message): void {
    super.onBeforeAttach(message);
    for (const type of EVENTS) this.node.addEventListener(type, this);
  }

  protected override onAfterAttach(message: Message): void {
    super.onAfterAttach(message);
    this.#drawBody();
  }

  protected override onResize(message: Widget.ResizeMessage): void {
    super.onResize(message);
    this.#drawBody();
  }

  protected override onAfterDetach(message: Message): void {
    for (const type of EVENTS) this.node.removeEventListener(type, this);
    super.onAfterDetach(message);
  }

  #refresh(): void {
    this.#lines = linesOf(this.#content.sections, this.#sort, this.#filter);
    this.node.setAttribute('aria-rowcount', String(this.#lines.length + 1));
    this.#body.style.height = `${this.#lines.length * LINE_HEIGHT_PX}px`;
    const line = Math.min(this.#active.line, this.#lines.length - 1);
    this.#active = { line, column: this.#active.column };
    this.#keepingFocus(() => {
      this.#header.replaceChildren(headerRow(this.#context, this.#sort));
      this.#replaceLines();
    });
  }

  /** Draws what came into sight; nothing, and no node changes, when all of it is there. */
  #drawBody(): void {
    const { from, to } = this.#linesInSight();
    if (from === this.#drawn.from && to === this.#drawn.to) return;
    this.#keepingFocus(() => this.#replaceLines());
  }

  #linesInSight(): LineRange {
    const heightPx = this.node.clientHeight || ASSUMED_HEIGHT_PX;
    return visibleLines(this.node.scrollTop, heightPx, this.#lines.length);
  }

  #replaceLines(): void {
    this.#drawn = this.#linesInSight();
    const { from, to } = this.#drawn;
    const nodes = this.#lines
      .slice(from, to)
      .map((line, index) => lineNode(line, from + index, this.#context));
    const { line } = this.#active;
    const activeIsOutside = line !== HEADER_LINE && (line < from || line >= to);
    if (activeIsOutside) nodes.push(lineNode(this.#lines[line], line, this.#context));
    this.#body.replaceChildren(...nodes);
  }

  /** Redraws, and gives the focus back to the active cell if the grid had it. */
  #keepingFocus(redraw: () => void): void {
    const hadFocus = this.node.contains(document.activeElement);
    redraw();
    const cell = this.#cellAt(this.#active);
    cell?.setAttribute('tabindex', '0');
    if (hadFocus) cell?.focus({ preventScroll: true });
  }

  #onKeydown(event: KeyboardEvent): void {
    if (event.altKey) return;
    const { line, column } = this.#active;
    if (line === HEADER_LINE && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      this.#sortBy(column);
      return;
    }
    const withControl = event.ctrlKey || event.metaKey;
    const pageLines = Math.max(1, Math.floor(this.node.clientHeight / LINE_HEIGHT_PX) - 2);
    const size = { lines: this.#lines.length, columns: this.#columns.length, pageLines };
    const position = moveFocus(this.#active, { key: event.key, withControl }, size);
    if (position === null) return;
    event.preventDefault();
    this.#activate(position);
  }

  #onPointer(event: Event): void {
    const position = positionOf(event.target);
    if (position === null) return;
    this.#activate(position);
    if (event.type === 'click' && position.line === HEADER_LINE) this.#sortBy(position.column);
  }

  #sortBy(column: number): void {
    this.#sort = nextSort(this.#sort, this.#columns[column]);
    this.#refresh();
  }

  #activate(position: CellPosition): void {
    this.#cellAt(this.#active)?.setAttribute('tabindex', '-1');
    this.#active = position;
    this.#scrollTo(position.line);
    this.#drawBody();
    const cell = this.#cellAt(position);
    cell?.setAttribute('tabindex', '0');
    cell?.focus({ preventScroll: true });
  }

  /** Brings a line of the body into sight, below the sticky header. */
  #scrollTo(line: number): void {
    if (line === HEADER_LINE) return;
    const top = line * LINE_HEIGHT_PX;
    const room = this.node.clientHeight - this.#header.offsetHeight - LINE_HEIGHT_PX;
    if (top < this.node.scrollTop) this.node.scrollTop = top;
    else if (top > this.node.scrollTop + room) this.node.scrollTop = top - Math.max(0, room);
  }

  #cellAt({ line, column }: CellPosition): HTMLElement | null {
    const row = this.node.querySelector(`[data-line="${line}"]`);
    const cell = row?.querySelector<HTMLElement>(`[data-column="${column}"]`);
    return cell ?? row?.querySelector<HTMLElement>('[data-column]') ?? null;
  }

  get #columns(): (typeof COLUMNS)[TableKind] {
    return COLUMNS[this.#options.kind];
  }

  get #context(): GridContext {
    return { ...this.#options, wallNs: this.#content.wallNs };
  }
}

const EVENTS = ['scroll', 'click', 'keydown'] as const;

function gridNode({ kind, label }: TableViewOptions): HTMLElement {
  return element('div', {
    part: `grid jp-mod-${kind}`,
    attributes: {
      role: 'grid',
      'aria-label': label,
      'aria-colcount': COLUMNS[kind].length,
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
