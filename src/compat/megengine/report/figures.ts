import { fixedPoint } from '../../../base/notation/pythonNumbers';
import type { Shapes, OperatorRecord } from '../../../analysis/operators/operatorRecord';
import type { Shape } from '../../../model/profile/operatorFacts';
import { type Roof, type RooflinePoint, roofline } from '../../../analysis/operators/roofline';
import { NS_PER_S } from '../../../base/time';

/** The text for an unknown number. */
export const UNKNOWN = 'N/A';

/** Decimals as in Python's `{:.2f}`; `N/A` for unknown values. */
export function decimals(value: number | null, digits: number): string {
  return value === null ? UNKNOWN : fixedPoint(value, digits);
}

/** The scale of a figure: 1000 or 1024, and its unit without and with a prefix. */
export interface ScaledFigure {
  readonly base: number;
  readonly unit: string;
  readonly prefixedUnit: string;
}

export const COMPUTATION: ScaledFigure = { base: 1000, unit: 'FLO', prefixedUnit: 'FLO' };
export const FLOPS: ScaledFigure = { base: 1000, unit: 'FLOPS', prefixedUnit: 'FLOPS' };
export const MEMORY: ScaledFigure = { base: 1024, unit: 'byte', prefixedUnit: 'iB' };
export const BANDWIDTH: ScaledFigure = { base: 1024, unit: 'byte/s', prefixedUnit: 'iB/s' };

const PREFIXES = ['', 'K', 'M', 'G', 'T', 'P', 'E'];

/** A number and, on a separate line, its unit: `5.13`, `GFLOPS`. */
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

/** One text per shape, `{2,8}`, with its strides below it if it has some. */
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

/** Text that fits on one line of a terminal: its only control characters are tabs. */
export function withoutControls(text: string): string {
  return text.replace(/[\n\v\f\r]/g, ' ').replace(CONTROL, '\ufffd');
}

const CONTROL = /(?!\t)\p{Cc}/gu;

/** The position of a record below a roof: its time, computation and bytes, as one run. */
export function rooflineOf(record: OperatorRecord, roof: Roof): RooflinePoint {
  const { time, computation, memory } = record;
  return roofline({ durationNs: time * NS_PER_S, flops: computation, bytes: memory }, roof);
}
