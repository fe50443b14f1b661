import { type CallTree, childRows } from 'kernelscope/analysis';
import type { TreePlace } from '../grid/treeGrid';

/** A line of a tree as it is listed: a row of it, or what is not listed. */
export interface TreeLine extends TreePlace {
  readonly type: 'row' | 'more';
  /** The row of the tree, or how many are left out. */
  readonly value: number;
}

/** Rows that are listed under one row, and in all, at most; lines say how many are left out. */
const MAX_CHILDREN = 100;
const MAX_ROWS = 1500;

/** The rows of a tree that are seen when those in `expanded` are open, heaviest first. */
export function treeLines(tree: CallTree, expanded: ReadonlySet<number>): TreeLine[] {
  const lines: TreeLine[] = [];
  const add = (parent: number, level: number): void => {
    const rows = childRows(tree, parent);
    const setSize = rows.length;
    let position = 1;
    for (const row of rows.slice(0, MAX_CHILDREN)) {
      if (lines.length >= MAX_ROWS) break;
      const isExpandable = tree.end[row] > row + 1;
      const isExpanded = isExpandable && expanded.has(row);
      const place = { level, position: position++, setSize };
      lines.push({ type: 'row', value: row, isExpandable, isExpanded, ...place });
      if (isExpanded) add(row, level + 1);
    }
    const left = setSize - position + 1;
    if (left === 0) return;
    const place = { level, position, setSize };
    lines.push({ type: 'more', value: left, isExpandable: false, isExpanded: false, ...place });
  };
  add(-1, 1);
  return lines;
}

/** Rows that {@link heaviestBelow} gives at most. */
const MAX_OPEN = 20;

/** `row` and what is below it along the heaviest calls, as long as those have half of its weight. */
export function heaviestBelow(tree: CallTree, row: number): number[] {
  const rows: number[] = [];
  for (let at = row; at < tree.length && rows.length < MAX_OPEN; at++) {
    if (rows.length > 0 && tree.parent[at] !== rows[rows.length - 1]) break;
    if (tree.total[at] < tree.total[row] / 2) break;
    rows.push(at);
  }
  return rows;
}
