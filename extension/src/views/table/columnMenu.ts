import type { TranslationBundle } from '../../shared/host/translation';
import type { MenuItem } from '../../shared/elements/menuPopup';
import type { ColumnChoice } from './columnChoice';
import { headingOf } from './headings';
import type { ColumnKey, TableKind } from './model';

/** The columns that a menu offers, and the kind of table whose headings name them. */
export interface OfferedColumns {
  /** The kind of the table whose heading a column has. */
  readonly kindOf: (column: ColumnKey) => TableKind;
  readonly columns: readonly ColumnKey[];
  /** Whether a column is on show now: where room is short, some are not. */
  readonly isShown: (column: ColumnKey) => boolean;
}

/** A check box for each column but that of names, and one for all of them. */
export function columnItems(
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
    const { label, explanation } = headingOf(kindOf(column), column, trans);
    return {
      label,
      note: explanation,
      isChecked: () => isShown(column),
      onPick: () => (isShown(column) ? choice.hide(column) : choice.show([column]))
    };
  });
  return [all, ...each];
}
