/** The dependencies of {@link ColumnResizer}. */
export interface ColumnResizerOptions {
  /** The grid whose headings have the edges. */
  readonly grid: HTMLElement;
  /** Called with what a person wants a column to be wide, CSS pixels. */
  readonly onResize: (column: number, widthPx: number) => void;
  /** Called when a column is to be as wide as what is in it. */
  readonly onFit: (column: number) => void;
}

/** What a key press changes the width of a column by, CSS pixels. */
const STEP_PX = 16;

const EVENTS = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'dblclick'] as const;

/**
 * Lets a person change the widths of columns: by dragging the edge of a heading, or with Shift and an
 * arrow on a heading; a double click on the edge, or Shift+Enter, fits the column.
 */
export class ColumnResizer {
  readonly #options: ColumnResizerOptions;
  #drag: { readonly column: number; readonly offsetPx: number } | null = null;

  constructor(options: ColumnResizerOptions) {
    this.#options = options;
  }

  attach(): void {
    for (const type of EVENTS) this.#options.grid.addEventListener(type, this);
  }

  detach(): void {
    this.#drag = null;
    for (const type of EVENTS) this.#options.grid.removeEventListener(type, this);
  }

  /** Called by the browser; public only because `addEventListener` wants an object. */
  handleEvent(event: Event): void {
    if (!(event instanceof MouseEvent)) return;
    if (event.type === 'pointermove') this.#move(event.clientX);
    else if (event.type === 'dblclick') this.#fit(event.target);
    else if (event.type === 'pointerdown') this.#begin(event);
    else this.#drag = null;
  }

  /** Does what a key with Shift on the heading of `column` stands for; false for other keys. */
  press(key: string, column: number): boolean {
    const { onFit, onResize } = this.#options;
    const widthPx = this.#headingOf(column)?.offsetWidth ?? 0;
    if (key === 'ArrowLeft') onResize(column, widthPx - STEP_PX);
    else if (key === 'ArrowRight') onResize(column, widthPx + STEP_PX);
    else if (key === 'Enter') onFit(column);
    else return false;
    return true;
  }

  #begin(event: MouseEvent): void {
    const edge = edgeAt(event.target);
    const column = columnOf(edge);
    const heading = column === null ? null : this.#headingOf(column);
    if (event.button !== 0 || !edge || !heading || column === null) return;
    event.preventDefault();
    if (event instanceof PointerEvent) edge.setPointerCapture(event.pointerId);
    this.#drag = { column, offsetPx: heading.offsetWidth - event.clientX };
  }

  #move(clientX: number): void {
    if (!this.#drag) return;
    const { column, offsetPx } = this.#drag;
    this.#options.onResize(column, offsetPx + clientX);
  }

  #fit(target: EventTarget | null): void {
    const column = columnOf(edgeAt(target));
    if (column !== null) this.#options.onFit(column);
  }

  #headingOf(column: number): HTMLElement | null {
    return this.#options.grid.querySelector(`[role=columnheader][data-column="${column}"]`);
  }
}

/** The edge of a heading that an event happened on, if it did. */
export function edgeAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element
    ? target.closest<HTMLElement>('.jp-Kernelscope-columnEdge')
    : null;
}

function columnOf(edge: HTMLElement | null): number | null {
  const column = edge?.closest<HTMLElement>('[data-column]')?.dataset.column;
  return column === undefined ? null : Number(column);
}
