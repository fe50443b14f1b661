import type { TranslationBundle } from '../content/application';
import type { CellLink } from '../content/cellLink';
import { button } from 'kernelscope/web';

/** The dependencies of {@link CellButton}. */
export interface CellButtonOptions {
  /** Null or absent where there is no notebook. */
  readonly cells?: CellLink | null;
  readonly trans: TranslationBundle;
}

export interface FileLine {
  readonly file: string;
  /** One-based; 0 where it is not known. */
  readonly line: number;
}

/** A button that leads to a line in the editor of its cell or file; hidden where that is in none. */
export class CellButton {
  readonly node: HTMLButtonElement;
  readonly #options: CellButtonOptions;
  #place: FileLine | null = null;

  constructor(options: CellButtonOptions) {
    const text = options.cells?.text ?? options.trans.__('Show in cell');
    this.#options = options;
    this.node = button(text, () => this.#follow());
    this.point(null);
  }

  /** Leads to another line from now on. */
  point(place: FileLine | null): void {
    const { cells, trans } = this.#options;
    const isInCell = place !== null && place.line > 0 && cells?.has(place.file) === true;
    this.#place = isInCell ? place : null;
    this.node.hidden = !isInCell;
    this.node.title = isInCell
      ? trans.__('Show line %1 of %2 in its editor', place.line, place.file)
      : '';
  }

  #follow(): void {
    if (this.#place) this.#options.cells?.show(this.#place.file, this.#place.line);
  }
}
