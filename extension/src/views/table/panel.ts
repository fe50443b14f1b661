import type { TimeWindow } from 'kernelscope/analysis';
import type { ProfileBundle } from 'kernelscope/model';
import type { Message } from '@lumino/messaging';
import { Panel, Widget } from '@lumino/widgets';
import { element } from 'kernelscope/web';
import type { MenuItem } from '../../shared/elements/menuPopup';
import type { IconTabOptions, ProfileContent, ProfileTab } from '../../shared/content/profileTab';
import type { Selection } from '../../shared/content/selection';
import { ColumnChoice } from './columnChoice';
import type { RowFilter } from './filter';
import { functionOf } from './functionTotals';
import { GridLayout } from './gridLayout';
import {
  type ColumnKey,
  type LabelKey,
  type TableKind,
  type TableLine,
  INITIAL_SORT,
  isSameLabel,
  rowCountOf,
  sharedBy,
  sectionsOfKind
} from './model';
import { copyText, csvOf, markdownOf, tsvOf } from './rowText';
import { type ShownTotals, wholeTotals, windowSentence, windowTotals } from './shownTotals';
import { TableToolbar } from './toolbar';
import { TableView } from './view';
import { untimedNode } from '../../shared/elements/messageNodes';
import { type TranslationBundle, browserStorage } from '../../shared/content/application';
import { headingOf } from './headings';

const KINDS: readonly TableKind[] = ['time', 'counter'];

/** How long a time window has to rest before its totals are worked out, milliseconds. */
const SETTLE_MS = 120;

/**
 * The tables of a profile: times, with functions where the code names nothing, then counters; or a sentence
 * when there is nothing in them. The totals of the whole run come from the bundle, those of functions
 * and of a time window from the profile at hand.
 */
export class TablePanel extends Panel implements ProfileTab {
  readonly #options: IconTabOptions;
  readonly #toolbar: TableToolbar;
  readonly #choice = new ColumnChoice(browserStorage());
  readonly #layout: GridLayout;
  readonly #tables: ReadonlyMap<TableKind, TableView>;
  readonly #scope: Widget;
  readonly #message = new Widget();
  #bundle: ProfileBundle | null = null;
  /** Null while only the totals of the whole run are there. */
  #content: ProfileContent | null = null;
  #filter: RowFilter = [];
  #totals: ShownTotals = { sections: [], functions: [], wallNs: 0 };
  #window: TimeWindow | null = null;
  #selected: LabelKey | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: IconTabOptions) {
    super();
    const { trans, formats, store, icons } = options;
    this.#options = options;
    this.#toolbar = new TableToolbar(trans, icons, () => this.#columnItems());
    this.addClass('jp-Kernelscope-tables');
    const choice = this.#choice;
    const layout = new GridLayout({ formats, choice });
    this.#layout = layout;
    const labels = { time: trans.__('Times by name'), counter: trans.__('Counters') };
    this.#tables = new Map(
      KINDS.map(kind => [
        kind,
        new TableView({ kind, label: labels[kind], formats, trans, layout })
      ])
    );
    this.#scope = new Widget({ node: scopeNode() });
    for (const widget of [this.#toolbar, this.#scope, this.#message, ...this.#tables.values()]) {
      this.addWidget(widget);
    }
    this.#tables.get('time')?.setGrouped(false);
    this.#connect();
    store.changed.connect(this.#onStoreChanged, this);
  }

  /** Shows the totals of the whole run, while the slices are not there. */
  setBundle(bundle: ProfileBundle): void {
    this.#bundle = bundle;
    this.#content = null;
    this.#showTotals();
  }

  /** Shows other content; order, filter and selection stay. */
  setContent(content: ProfileContent): void {
    this.#bundle = content.bundle;
    this.#content = content;
    this.#showTotals();
  }

  override dispose(): void {
    clearTimeout(this.#timer);
    super.dispose();
  }

  protected override onAfterShow(message: Message): void {
    super.onAfterShow(message);
    if (this.#window !== this.#options.store.state.window) this.#showTotals();
    this.#reveal();
  }

  #connect(): void {
    this.#toolbar.filterChanged.connect((_, filter) => this.#setFilter(filter));
    this.#toolbar.groupingChanged.connect((_, isGrouped) => {
      this.#tables.get('time')?.setGrouped(isGrouped);
    });
    this.#toolbar.copyWanted.connect((_, format) => {
      void this.#copy(this.#lines, format === 'csv' ? csvOf(this.#lines) : this.#markdown());
    });
    for (const table of this.#tables.values()) {
      table.picked.connect((_, label) => this.#toggle(label));
      table.copyWanted.connect((_, lines) => void this.#copy(lines, tsvOf(lines)));
    }
  }

  #columnItems(): readonly MenuItem[] {
    const layout = this.#layout;
    const offered = {
      columns: layout.offeredColumns,
      kindOf: (column: ColumnKey) => layout.kindOf(column),
      isShown: (column: ColumnKey) => layout.columns.includes(column)
    };
    return columnItems(offered, this.#choice, this.#options.trans);
  }

  /** A window that is being dragged changes with every frame; its totals wait until it rests. */
  #onStoreChanged(): void {
    const { window, selection } = this.#options.store.state;
    this.#select(this.#labelOf(selection));
    clearTimeout(this.#timer);
    if (window === this.#window) return;
    this.#timer = setTimeout(() => {
      if (this.isVisible) this.#showTotals();
    }, SETTLE_MS);
  }

  #showTotals(): void {
    if (!this.#bundle) return;
    clearTimeout(this.#timer);
    const content = this.#content;
    const { window, selection } = this.#options.store.state;
    this.#window = window;
    const ofWindow = window !== null && content !== null;
    const { trans } = this.#options;
    this.#totals = ofWindow
      ? windowTotals(content, window, trans)
      : wholeTotals(this.#bundle, content, trans);
    this.#scope.node.textContent = ofWindow ? windowSentence(window, content, this.#options) : '';
    const { sections, wallNs } = this.#totals;
    for (const [kind, table] of this.#tables) {
      table.setContent({ sections: sectionsOfKind(sections, kind), wallNs });
    }
    this.#update();
    this.#select(this.#labelOf(selection));
  }

  #setFilter(filter: RowFilter): void {
    this.#filter = filter;
    for (const table of this.#tables.values()) table.setFilter(filter);
    this.#update();
  }

  /** Shows what has rows, or says why nothing has; and how many rows pass the filter. */
  #update(): void {
    const { trans, formats } = this.#options;
    for (const table of this.#tables.values()) table.setHidden(table.lines.length === 0);
    const count = rowCountOf(this.#lines);
    const all = this.#totals.sections.reduce((sum, { rows }) => sum + rows.length, 0);
    const message = this.#messageFor(count, all);
    this.#message.setHidden(message === null);
    this.#message.node.replaceChildren(...(message ? [message] : []));
    const matches = trans.__('%1 of %2 rows', formats.count(count), formats.count(all));
    this.#toolbar.setMatches(this.#filter.length > 0 ? matches : '');
    this.#toolbar.setHidden(all === 0 && this.#filter.length === 0);
  }

  #messageFor(count: number, all: number): HTMLElement | null {
    const { trans } = this.#options;
    if (all > 0 && count === 0) return noMatchNode(trans);
    if (this.#window && this.#content) return all === 0 ? emptyWindowNode(trans) : null;
    const hasTimes = sectionsOfKind(this.#totals.sections, 'time').length > 0;
    return hasTimes ? null : untimedNode(trans);
  }

  /** Picks a label for all views, or none when it was picked already. */
  #toggle(label: LabelKey): void {
    const isPicked = isSameLabel(label, this.#selected);
    this.#options.store.select(isPicked ? { type: 'none' } : this.#selectionOf(label));
  }

  #selectionOf(label: LabelKey): Selection {
    const listed = functionOf(this.#totals.functions, label);
    if (!listed) return { type: 'label', ...label };
    const { file, line } = listed;
    return line > 0 ? { type: 'line', file, line, costs: 'cpu' } : { type: 'none' };
  }

  /** The name that a selection is about, if any. */
  #labelOf(selection: Selection): LabelKey | null {
    if (selection.type === 'line') {
      const { functions } = this.#totals;
      const { file, line } = selection;
      return functions.find(each => each.file === file && each.line === line)?.label ?? null;
    }
    if (selection.type === 'none') return null;
    const { category, name } = selection;
    return { category, name };
  }

  #select(label: LabelKey | null): void {
    if (isSameLabel(label, this.#selected)) return;
    this.#selected = label;
    for (const table of this.#tables.values()) table.select(label);
    if (this.isVisible) this.#reveal();
  }

  #reveal(): void {
    for (const table of this.#tables.values()) table.revealSelection();
  }

  get #lines(): readonly TableLine[] {
    return [...this.#tables.values()].flatMap(table => table.lines);
  }

  #markdown(): string {
    const options = { ...this.#options, wallNs: this.#totals.wallNs };
    return [...this.#tables]
      .map(([kind, { lines, columns, share }]) =>
        markdownOf(lines, { ...options, kind, columns, share })
      )
      .filter(text => text !== '')
      .join('\n');
  }

  async #copy(lines: readonly TableLine[], text: string): Promise<void> {
    const { trans, formats } = this.#options;
    const count = rowCountOf(lines);
    const isCopied = await copyText(text);
    if (this.isDisposed) return;
    this.#toolbar.say(
      isCopied
        ? trans._n('Copied %2 row.', 'Copied %2 rows.', count, formats.count(count))
        : trans.__('The browser did not allow the copy. Download the CSV instead.')
    );
  }
}

const scopeNode = (): HTMLElement =>
  element('p', { part: 'tableScope', attributes: { role: 'status' } });

/** The columns that a menu offers, and the kind of table whose headings name them. */
interface OfferedColumns {
  /** The kind of the table whose heading a column has. */
  readonly kindOf: (column: ColumnKey) => TableKind;
  readonly columns: readonly ColumnKey[];
  /** Whether a column is on show now: where room is short, some are not. */
  readonly isShown: (column: ColumnKey) => boolean;
}

/** A check box for each column but that of names, and one for all of them. */
function columnItems(
  { kindOf, columns, isShown }: OfferedColumns,
  choice: ColumnChoice,
  trans: TranslationBundle
): readonly MenuItem[] {
  const offered = columns.filter(column => column !== 'name');
  const all: MenuItem = {
    label: trans.__('All columns'),
    isChecked: () => offered.every(isShown),
    onPick: () => choice.show(offered)
  };
  const each = offered.map((column): MenuItem => {
    const { label, explanation } = headingOf(kindOf(column), column, trans, sharedBy(INITIAL_SORT));
    return {
      label,
      note: explanation,
      isChecked: () => isShown(column),
      onPick: () => (isShown(column) ? choice.hide(column) : choice.show([column]))
    };
  });
  return [all, ...each];
}

/** The replacement for tables when the time on show has neither slices nor values. */
function emptyWindowNode(trans: TranslationBundle): HTMLElement {
  return sentenceNode(trans.__('Nothing was recorded in the visible time range.'));
}

/** The replacement for tables when the filter leaves no row. */
function noMatchNode(trans: TranslationBundle): HTMLElement {
  return sentenceNode(trans.__('No row matches the filter.'));
}

const sentenceNode = (text: string): HTMLElement =>
  element('div', { part: 'empty' }, [element('p', { text })]);
