import type { TranslationBundle } from '../../shared/content/application';
import { type QueryBundle, type QueryCell, validateQueryBundle } from 'kernelscope/formats';
import type { Message } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';
import { type NumberFormats, createNumberFormats } from '../../shared/content/format';
import { element } from 'kernelscope/web';
import { isNumberColumn } from 'kernelscope/model';
import { failureBox, messageOf } from '../../shared/elements/messageNodes';
import { PageWatch } from '../../shared/elements/pageWatch';
import { SortableTable } from '../../shared/grid/sortableTable';
import type { TableColumn } from '../../shared/grid/tableColumns';

/** The dependencies of {@link QueryView}. */
export interface QueryViewOptions {
  readonly trans: TranslationBundle;
  /** BCP 47 tag of the interface language. */
  readonly language: string;
}

/**
 * The result of a query as a table that a person sorts. Data is checked first, and reaches the page as text
 * only.
 */
export class QueryView extends Widget {
  readonly #trans: TranslationBundle;
  readonly #formats: NumberFormats;
  readonly #watch: PageWatch;
  #table: SortableTable<QueryTableRow> | null = null;

  constructor({ trans, language }: QueryViewOptions) {
    super();
    this.#trans = trans;
    this.#formats = createNumberFormats(language);
    const draw = (): void => this.#draw();
    this.#watch = new PageWatch(this.node, { resized: draw, rethemed: draw });
    this.addClass('jp-Kernelscope-query');
  }

  /** Shows a bundle, or says why it cannot. */
  setData(data: unknown): void {
    const trans = this.#trans;
    try {
      this.#show(validateQueryBundle(data));
    } catch (error) {
      this.#table = null;
      const title = trans.__('This result of a query cannot be shown.');
      this.node.replaceChildren(failureBox(title, messageOf(error)));
    }
  }

  override dispose(): void {
    if (this.isDisposed) return;
    this.#watch.dispose();
    super.dispose();
  }

  protected override onAfterAttach(message: Message): void {
    super.onAfterAttach(message);
    this.#watch.start();
    this.#draw();
  }

  protected override onBeforeDetach(message: Message): void {
    this.#watch.stop();
    super.onBeforeDetach(message);
  }

  #show(bundle: QueryBundle): void {
    const trans = this.#trans;
    const table = new SortableTable<QueryTableRow>({
      label: trans.__('Result of the query'),
      sort: null,
      emptyText: trans.__('The query has no rows.'),
      onPick: () => undefined
    });
    table.setRows(queryColumns(bundle, trans), bundle.rows);
    this.#table = table;
    const count = element('p', { part: 'chartMessage', text: this.#countText(bundle) });
    this.node.replaceChildren(table.node, count);
    this.#draw();
  }

  #draw(): void {
    this.#table?.draw(() => false);
  }

  #countText({ rows, rowCount, isCut }: QueryBundle): string {
    const trans = this.#trans;
    const [shown, all] = [rows.length, rowCount].map(count => this.#formats.count(count));
    if (isCut) return trans.__('The first %1 of more than %2 rows.', shown, all);
    if (rows.length < rowCount) return trans.__('The first %1 of %2 rows.', shown, all);
    return trans._n('%1 row.', '%1 rows.', rowCount);
  }
}

type QueryTableRow = readonly QueryCell[];

/** Widths of columns, CSS pixels. */
const WIDTH = { number: 120, text: 160 } as const;

/** The columns of a result; those of numbers are ordered by their values. */
export function queryColumns(
  { columns }: QueryBundle,
  trans: TranslationBundle
): readonly TableColumn<QueryTableRow>[] {
  return columns.map((column, at) => {
    const isNumber = isNumberColumn(column);
    return {
      label: column.name,
      explanation: trans.__('%1, of type %2', column.name, column.type),
      kind: isNumber ? 'number' : 'name',
      widthPx: isNumber ? WIDTH.number : WIDTH.text,
      key: row => keyOf(row[at], isNumber),
      cell: row => {
        const text = row[at] === null ? 'NULL' : String(row[at]);
        return { text, title: text };
      }
    };
  });
}

/** Whole numbers that JSON cannot hold are texts; not-a-number has no place in the order. */
function keyOf(cell: QueryCell, isNumber: boolean): number | string | null {
  if (cell === null) return null;
  if (!isNumber) return String(cell);
  const number = Number(cell);
  return Number.isNaN(number) ? null : number;
}
