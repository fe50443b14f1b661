import {
  type BundleComparison,
  type ComparedRow,
  type ComparedRun,
  type ComparedSource,
  type ComparedTree,
  MAX_COMPARED_ROWS
} from '../../model/output/comparison';
import { inThousandths } from '../shared/text/jsonWriter';
import { clipText } from '../shared/text/clipText';
import { jsonBytes } from './bundleSections';

/** Longest text of a line of code, UTF-16 units. */
const MAX_LINE = 200;

/** How much of its parts a comparison keeps at each further try. */
const NEXT_TRY = 0.7;

/**
 * `comparison` with texts cut at 300 characters, times in thousandths, and as many of its rows, lines and
 * calls as fit in about `maxBytes` of JSON.
 */
export function boundComparison(comparison: BundleComparison, maxBytes: number): BundleComparison {
  const clipped = clippedComparison(comparison);
  for (let share = 1; share > 0.01; share *= NEXT_TRY) {
    const part = share === 1 ? clipped : partOf(clipped, share);
    if (jsonBytes(part) <= maxBytes) return part;
  }
  return partOf(clipped, 0);
}

/** A change with its times in thousandths of a nanosecond at most. */
function inThousandthsOf<Change extends { readonly beforeNs: number; readonly afterNs: number }>(
  change: Change
): Change {
  const { beforeNs, afterNs } = change;
  return { ...change, beforeNs: inThousandths(beforeNs), afterNs: inThousandths(afterNs) };
}

function clippedComparison(comparison: BundleComparison): BundleComparison {
  const { before, after, source, tree, whole } = comparison;
  const rows = comparison.rows.slice(0, MAX_COMPARED_ROWS);
  const counters = comparison.counters.slice(0, MAX_COMPARED_ROWS);
  const left = comparison.rows.length + comparison.counters.length - rows.length - counters.length;
  return {
    ...comparison,
    before: clippedRun(before),
    after: clippedRun(after),
    whole: {
      ...inThousandthsOf(whole),
      ...(whole.running && { running: inThousandthsOf(whole.running) })
    },
    rows: rows.map(clippedRow),
    counters: counters.map(clippedRow),
    hiddenRows: comparison.hiddenRows + left,
    source: source && {
      ...source,
      lines: source.lines.map(line => ({ ...line, text: clipText(line.text, MAX_LINE) }))
    },
    tree: tree && {
      ...tree,
      functions: tree.functions.map(({ name, file }) => ({
        name: clipText(name),
        file: clipText(file)
      }))
    }
  };
}

function clippedRun(run: ComparedRun): ComparedRun {
  const { name, cellFile } = run;
  return { ...run, name: clipText(name), cellFile: cellFile && clipText(cellFile) };
}

function clippedRow(row: ComparedRow): ComparedRow {
  const { category, name, before, after, low, high } = row;
  const short = (value: number | null): number | null => value && inThousandths(value);
  return {
    ...row,
    category: clipText(category),
    name: clipText(name),
    before: short(before),
    after: short(after),
    low: short(low),
    high: short(high)
  };
}

/** The first `share` of each part; what is left out is counted. */
function partOf(comparison: BundleComparison, share: number): BundleComparison {
  const { rows, counters, source, tree } = comparison;
  const kept = { rows: firstOf(rows, share), counters: firstOf(counters, share) };
  const left = rows.length + counters.length - kept.rows.length - kept.counters.length;
  return {
    ...comparison,
    ...kept,
    hiddenRows: comparison.hiddenRows + left,
    source: source && partOfSource(source, share),
    tree: tree && partOfTree(tree, share)
  };
}

function firstOf<T>(list: readonly T[], share: number): readonly T[] {
  return list.slice(0, Math.floor(share * list.length));
}

/** Lines that changed are kept before others, and of those the ones that took the most time. */
function partOfSource({ lines, hiddenLines }: ComparedSource, share: number): ComparedSource {
  const weightOf = ({ before, after, beforeNs, afterNs }: (typeof lines)[number]): number =>
    before === null || after === null ? Number.MAX_VALUE : beforeNs + afterNs;
  const kept = new Set(
    firstOf(
      [...lines].sort((a, b) => weightOf(b) - weightOf(a)),
      share
    )
  );
  const shown = lines.filter(line => kept.has(line));
  return { lines: shown, hiddenLines: hiddenLines + lines.length - shown.length };
}

/** The rows with the most time; each has no less than those below it, and comes before them. */
function partOfTree(tree: ComparedTree, share: number): ComparedTree {
  const { parent, functions, totalBefore, totalAfter } = tree;
  const weightOf = (row: number): number => totalBefore[row] + totalAfter[row];
  const order = parent.map((_, row) => row).sort((a, b) => weightOf(b) - weightOf(a) || a - b);
  const kept = [...firstOf(order, share)].sort((a, b) => a - b);
  const placeOf = new Map(kept.map((row, place) => [row, place]));
  const used = [...new Set(kept.map(row => tree.function[row]))];
  const functionOf = new Map(used.map((each, place) => [each, place]));
  const column = (values: readonly number[]): readonly number[] => kept.map(row => values[row]);
  return {
    parent: kept.map(row => placeOf.get(parent[row]) ?? -1),
    function: kept.map(row => functionOf.get(tree.function[row]) ?? 0),
    functions: used.map(each => functions[each]),
    selfBefore: column(tree.selfBefore),
    selfAfter: column(tree.selfAfter),
    totalBefore: column(totalBefore),
    totalAfter: column(totalAfter),
    hiddenRows: tree.hiddenRows + parent.length - kept.length
  };
}
