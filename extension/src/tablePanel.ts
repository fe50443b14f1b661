import type { TranslationBundle } from '@jupyterlab/translation';
import type { ProfileBundle } from 'kernelscope/model';
import { Panel, Widget } from '@lumino/widgets';
import type { NumberFormats } from './shared/format';
import { noMatchNode, untimedNode } from './statusNodes';
import type { TableKind } from './table/model';
import { sectionsOfKind } from './table/model';
import { TableView } from './table/view';

const KINDS: readonly TableKind[] = ['time', 'counter'];

/** The tables of a profile: times, then counters; or a sentence when there is nothing in them. */
export class TablePanel extends Panel {
  readonly #trans: TranslationBundle;
  readonly #tables: ReadonlyMap<TableKind, TableView>;
  readonly #message = new Widget();
  #hasRows = false;
  #hasTimes = false;

  constructor({ trans, formats }: { trans: TranslationBundle; formats: NumberFormats }) {
    super();
    this.#trans = trans;
    this.addClass('jp-Kernelscope-tables');
    const labels = { time: trans.__('Times by name'), counter: trans.__('Counters') };
    this.#tables = new Map(
      KINDS.map(kind => [kind, new TableView({ kind, label: labels[kind], formats, trans })])
    );
    for (const widget of [this.#message, ...this.#tables.values()]) this.addWidget(widget);
  }

  /** Shows the sections of a profile; order and filter stay as they were. */
  setBundle({ sections, summary }: ProfileBundle): void {
    for (const [kind, table] of this.#tables) {
      table.setContent({ sections: sectionsOfKind(sections, kind), wallNs: summary.wallNs });
    }
    this.#hasRows = sections.some(({ rows }) => rows.length > 0);
    this.#hasTimes = sectionsOfKind(sections, 'time').some(({ rows }) => rows.length > 0);
    this.#update();
  }

  /** Shows only names that contain `text`, and returns how many those are. */
  setFilter(text: string): number {
    for (const table of this.#tables.values()) table.setFilter(text);
    return this.#update();
  }

  /** Shows what has rows, or says why nothing has; returns the number of rows. */
  #update(): number {
    const counts = [...this.#tables.values()].map(table => {
      table.setHidden(table.rowCount === 0);
      return table.rowCount;
    });
    const rowCount = counts.reduce((sum, count) => sum + count, 0);
    const message = this.#messageFor(rowCount);
    this.#message.setHidden(message === null);
    this.#message.node.replaceChildren(...(message ? [message] : []));
    return rowCount;
  }

  #messageFor(rowCount: number): HTMLElement | null {
    if (rowCount === 0 && this.#hasRows) return noMatchNode(this.#trans);
    return this.#hasTimes ? null : untimedNode(this.#trans);
  }
}
