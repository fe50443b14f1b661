import type { ButtonIcons, TranslationBundle } from '../../shared/content/application';
import { type ISignal, Signal } from '@lumino/signaling';
import { Panel, Widget } from '@lumino/widgets';
import { MenuButton } from '../../shared/elements/menuButton';
import type { MenuItem } from '../../shared/elements/menuPopup';
import { element } from 'kernelscope/web';
import type { RowFilter } from './filter';
import { FilterField } from './filterField';

/** Formats that the copy menu offers. */
export type CopyFormat = 'csv' | 'markdown';

/** The controls above the tables: filter, how many rows match it, and the menus of columns and copies. */
export class TableToolbar extends Panel {
  readonly #trans: TranslationBundle;
  readonly #filter: FilterField;
  readonly #menu: MenuButton;
  readonly #columns: MenuButton;
  readonly #group: HTMLButtonElement;
  readonly #groupingChanged = new Signal<this, boolean>(this);
  readonly #matches = element('span', { part: 'matches', attributes: { role: 'status' } });
  readonly #message = element('span', { part: 'copied', attributes: { role: 'status' } });
  readonly #copyWanted = new Signal<this, CopyFormat>(this);

  /** `getColumns` has the items of the menu of columns, whenever that opens. */
  constructor(
    trans: TranslationBundle,
    { caretDown: caret, columns, copy }: ButtonIcons,
    getColumns: () => readonly MenuItem[]
  ) {
    super();
    this.#trans = trans;
    this.#filter = new FilterField(trans);
    this.#group = element('button', {
      part: 'button',
      text: trans.__('Group by category'),
      attributes: {
        type: 'button',
        'aria-pressed': 'false',
        title: trans.__('Show the names of each category together')
      }
    });
    this.#columns = new MenuButton({
      label: trans.__('Columns'),
      ...{ icon: columns, caret },
      getItems: getColumns
    });
    this.#menu = new MenuButton({
      label: trans.__('Copy'),
      ...{ icon: copy, caret },
      getItems: () => this.#items()
    });
    this.addClass('jp-Kernelscope-tableToolbar');
    this.addWidget(this.#filter);
    this.#group.addEventListener('click', () => this.#toggleGroups());
    const menus = [this.#columns.node, this.#menu.node];
    for (const node of [this.#group, this.#matches, this.#message, ...menus]) {
      this.addWidget(new Widget({ node }));
    }
  }

  /** Emitted with each filter that makes sense. */
  get filterChanged(): ISignal<FilterField, RowFilter> {
    return this.#filter.changed;
  }

  /** Emitted with whether rows are to be grouped by category; at the beginning they are not. */
  get groupingChanged(): ISignal<this, boolean> {
    return this.#groupingChanged;
  }

  /** Emitted with the format in which a person wants what is on show. */
  get copyWanted(): ISignal<this, CopyFormat> {
    return this.#copyWanted;
  }

  /** Shows how many rows match the filter; nothing for an empty text. */
  setMatches(text: string): void {
    this.#matches.textContent = text;
    this.say('');
  }

  /** Announces the result of a copy. */
  say(text: string): void {
    this.#message.textContent = text;
  }

  override dispose(): void {
    this.#columns.dispose();
    this.#menu.dispose();
    super.dispose();
  }

  #toggleGroups(): void {
    const isGrouped = this.#group.getAttribute('aria-pressed') !== 'true';
    this.#group.setAttribute('aria-pressed', String(isGrouped));
    this.#groupingChanged.emit(isGrouped);
  }

  #items(): readonly MenuItem[] {
    const trans = this.#trans;
    return [
      {
        label: trans.__('Copy as CSV'),
        mark: '.csv',
        description: trans.__('All visible rows, with unrounded numbers'),
        onPick: () => this.#copyWanted.emit('csv')
      },
      {
        label: trans.__('Copy as Markdown'),
        mark: '.md',
        description: trans.__('All visible rows, as displayed'),
        onPick: () => this.#copyWanted.emit('markdown')
      }
    ];
  }
}
