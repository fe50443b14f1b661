import { fixedPoint } from '../../../base/pythonNumbers';
import type { Shapes } from '../../../analysis/operators/records/profiledOperator';
import type { Shape } from '../../../model/profile/operatorFacts';

/** What stands for a number that is unknown. */
export const UNKNOWN = 'N/A';

/** Decimals as Python's `{:.2f}` writes them; `N/A` for what is unknown. */
export function decimals(value: number | null, digits: number): string {
  return value === null ? UNKNOWN : fixedPoint(value, digits);
}

/** How a figure is scaled: by 1000 or by 1024, and its unit without and with a prefix. */
export interface ScaledFigure {
  readonly base: number;
  readonly unit: string;
  readonly prefixedUnit: string;
}

/** Figures of records. */
export const COMPUTATION: ScaledFigure = { base: 1000, unit: 'FLO', prefixedUnit: 'FLO' };
export const FLOPS: ScaledFigure = { base: 1000, unit: 'FLOPS', prefixedUnit: 'FLOPS' };
export const MEMORY: ScaledFigure = { base: 1024, unit: 'byte', prefixedUnit: 'iB' };
export const BANDWIDTH: ScaledFigure = { base: 1024, unit: 'byte/s', prefixedUnit: 'iB/s' };

const PREFIXES = ['', 'K', 'M', 'G', 'T', 'P', 'E'];

/** A number and, on a line of its own, its unit: `5.13`, `GFLOPS`. */
export function scaledLines(value: number | null, figure: ScaledFigure): string[] {
  const { base, unit, prefixedUnit } = figure;
  let scaled = value;
  let prefix = 0;
  while (isAbove(scaled, base) && prefix < PREFIXES.length - 1) {
    scaled /= base;
    prefix++;
  }
  return [decimals(scaled, 2), prefix === 0 ? unit : `${PREFIXES[prefix]}${prefixedUnit}`];
}

function isAbove(value: number | null, base: number): value is number {
  return value !== null && Number.isFinite(value) && value >= base;
}

/** A shape a piece, `{2,8}`, with its strides below it where it has some. */
export function shapeTexts(
  shapes: Shapes,
  layouts: readonly (Shape | null)[] | null = null
): string[] {
  if (shapes === 'unknown') return [UNKNOWN];
  if (shapes === 'none') return ['None'];
  const shown = layouts === null ? shapes : shapes.slice(0, layouts.length);
  return shown.map((shape, at) => {
    const strides = layouts?.[at] ?? [];
    return `{${shape.join(',')}}${strides.length > 0 ? `\n -[${strides.join(',')}]` : ''}`;
  });
}

/** Text as it may stand in one line of a terminal: of control characters, it has tabs alone. */
export function withoutControls(text: string): string {
  return text.replace(/[\n\v\f\r]/g, ' ').replace(CONTROL, '\ufffd');
}

const CONTROL = /(?!\t)\p{Cc}/gu;
