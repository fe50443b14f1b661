import type { TranslationBundle } from '../../shared/content/application';
import { describeCall } from 'kernelscope/analysis';
import type { BundleSection } from 'kernelscope/model';
import { clipText, element } from 'kernelscope/web';
import type { NumberFormats } from '../../shared/content/format';
import { cellText } from './cellText';
import { headingOf } from './headings';
import {
  type ColumnKey,
  type LabelKey,
  type ShareOf,
  type SortState,
  type TableKind,
  type TableLine,
  isLabelOf,
  sharedBy
} from './model';

/** Height of every line of the table, CSS pixels; `table.css` uses the same number. */
export const LINE_HEIGHT_PX = 24;

/** The context that the nodes of one grid share. */
export interface GridContext {
  readonly kind: TableKind;
  readonly columns: readonly ColumnKey[];
  /** The track of the grid that each of them is in, the first one 1. */
  readonly places: readonly number[];
  readonly formats: NumberFormats;
  readonly trans: TranslationBundle;
  /** Wall time on show, nanoseconds. */
  readonly wallNs: number;
  readonly share: ShareOf;
  /** The row to mark, or null for none. */
  readonly selected: LabelKey | null;
}

/** The row of column headers; the one that orders the rows says so in `aria-sort`. */
export function headerRow(
  { kind, columns, places, trans }: GridContext,
  sort: SortState
): HTMLElement {
  const edgeTitle = trans.__('Drag, or press Shift with an arrow; a double click fits the column');
  const headers = columns.map((column, index) => {
    const { label, explanation } = headingOf(kind, column, trans, sharedBy(sort));
    const ruling = column === sort.column;
    return element(
      'div',
      {
        part: 'columnHeader',
        attributes: {
          role: 'columnheader',
          'aria-colindex': index + 1,
          'aria-sort': ruling ? sort.direction : 'none',
          'data-column': index,
          'aria-keyshortcuts': 'Shift+ArrowLeft Shift+ArrowRight Shift+Enter',
          title: explanation,
          tabindex: -1
        }
      },
      [
        element('span', { part: 'columnLabel', text: label }),
        element('span', {
          part: 'sortMark',
          text: ruling ? sortMark(sort) : '',
          attributes: { 'aria-hidden': 'true' }
        }),
        element('span', { part: 'columnEdge', attributes: { title: edgeTitle } })
      ]
    );
  });
  const attributes = { role: 'row', 'aria-rowindex': 1, 'data-line': -1 };
  return element('div', { part: 'headerRow', attributes }, inPlaces(headers, places));
}

/** The cells, where tracks between them belong to another grid. */
function inPlaces(
  cells: readonly HTMLElement[],
  places: readonly number[]
): readonly HTMLElement[] {
  cells.forEach((cell, index) => cell.style.setProperty('grid-column', String(places[index])));
  return cells;
}

const sortMark = ({ direction }: SortState): string => (direction === 'ascending' ? '▲' : '▼');

/** One line of the body; line 0 is the row after the column headers. */
export function lineNode(line: TableLine, index: number, context: GridContext): HTMLElement {
  const attributes = { role: 'row', 'aria-rowindex': index + 2, 'data-line': index };
  const node =
    line.type === 'section'
      ? element('div', { part: 'sectionRow', attributes }, [sectionCell(line, context)])
      : element(
          'div',
          { part: 'row', attributes },
          inPlaces(rowCells(line, context), context.places)
        );
  if (line.type === 'row') markSelected(node, isLabelOf(line, context.selected));
  return node;
}

/** Marks a row as the selected one, for those who see it and those who hear it. */
function markSelected(node: HTMLElement, isSelected: boolean): void {
  node.classList.toggle('jp-mod-selected', isSelected);
  node.setAttribute('aria-selected', String(isSelected));
}

function sectionCell(
  { section, rowCount }: Extract<TableLine, { type: 'section' }>,
  { columns, formats, trans }: GridContext
): HTMLElement {
  const count = trans._n('%2 name', '%2 names', rowCount, formats.count(rowCount));
  return element(
    'div',
    {
      part: 'sectionCell',
      attributes: {
        role: 'rowheader',
        'aria-colindex': 1,
        'aria-colspan': columns.length,
        'data-column': 0,
        tabindex: -1
      }
    },
    [
      element('span', { part: 'sectionTitle' }, [
        element('span', {
          part: 'sectionName',
          text: section.category,
          attributes: { dir: 'auto' }
        }),
        element('span', { part: 'sectionCount', text: count })
      ])
    ]
  );
}

function rowCells(
  { row, section }: Extract<TableLine, { type: 'row' }>,
  context: GridContext
): HTMLElement[] {
  return context.columns.map((column, index) => {
    const { text, bar, title } = cellText(row, column, section.unit, context);
    if (column === 'name') return nameCell(text, section, context);
    const node = element('div', {
      part: partOf(column),
      text,
      attributes: {
        role: 'gridcell',
        'aria-colindex': index + 1,
        'data-column': index,
        tabindex: -1,
        ...(title === undefined ? {} : { title })
      }
    });
    if (bar !== undefined) node.style.setProperty('--jp-kernelscope-share', String(bar));
    return node;
  });
}

/** The name of a row; a list of all categories shows that of the row as well. */
function nameCell(text: string, section: BundleSection, context: GridContext): HTMLElement {
  const attributes = {
    role: 'rowheader',
    'aria-colindex': 1,
    'data-column': 0,
    tabindex: -1,
    title: nameTitle(text, section, context)
  };
  return element('div', { part: 'nameCell', attributes }, [
    element('span', { part: 'name', text, attributes: { dir: 'auto' } }),
    element('span', {
      part: 'category',
      attributes: { 'data-category': clipText(section.category), 'aria-hidden': 'true' }
    })
  ]);
}

/** The whole name, what it does where the profiler knows that, and its category. */
function nameTitle(name: string, { category }: BundleSection, { trans }: GridContext): string {
  const text = describeCall(name, category, trans);
  return [clipText(name), text, clipText(category)].filter(line => line !== null).join('\n');
}

function partOf(column: ColumnKey): string {
  return column === 'share' ? 'shareCell' : 'numberCell';
}
