import type { RepeatedFigure } from './figure';
import { spreadOf } from './spread';
import { type FigureName, TARGETS, type Target } from './targets';

/** A figure as `--json` writes it, as far as it is compared. */
export interface SavedFigure {
  readonly name: FigureName;
  readonly node: string;
  readonly values: readonly number[];
}

/** How a figure has changed since a saved run. */
export interface FigureChange {
  readonly name: FigureName;
  readonly node: string;
  readonly before: number;
  readonly after: number;
  readonly verdict: 'same' | 'worse' | 'better';
}

/** Changes below this share of the value before are none, whatever the spreads are. */
const LEAST_CHANGE = 0.1;

/**
 * Compares figures with those of the same name and the same Node. One is worse when its median is at
 * least a tenth greater and none of its values lies among those before, and better likewise.
 */
export function compareFigures(
  before: readonly SavedFigure[],
  after: readonly (RepeatedFigure & { readonly node: string })[]
): readonly FigureChange[] {
  return after.flatMap(figure => {
    const { name, node } = figure;
    const known = before.find(each => each.name === name && each.node === node);
    if (known === undefined || known.values.length === 0) return [];
    const old = spreadOf(known.values);
    return {
      name,
      node,
      before: old.median,
      after: figure.median,
      verdict: verdictOf(old, figure)
    };
  });
}

type Bounds = Pick<RepeatedFigure, 'median' | 'low' | 'high'>;

function verdictOf(before: Bounds, after: Bounds): FigureChange['verdict'] {
  const least = LEAST_CHANGE * Math.abs(before.median);
  if (Math.abs(after.median - before.median) < least) return 'same';
  if (after.low > before.high) return 'worse';
  return after.high < before.low ? 'better' : 'same';
}

/** `NAME [NODE] BEFORE → AFTER UNIT VERDICT`. */
export function formatChange({ name, node, before, after, verdict }: FigureChange): string {
  const { unit, digits }: Target = TARGETS[name];
  const values = `${before.toFixed(digits)} → ${after.toFixed(digits)} ${unit}`;
  return `${name} [${node}] ${values} ${verdict}`;
}
