import type { FigureName, Target } from './targets';
import { FLOOR_REFERENCE_NS, TARGETS } from './targets';

/** A figure that was measured. */
export interface MeasuredFigure {
  readonly name: FigureName;
  /** In the unit of its target. */
  readonly value: number;
  /** F of the same run, nanoseconds. */
  readonly floorNs: number;
  /** For figures in units of time: in the same unit, before it was scaled to the reference F. */
  readonly raw?: number;
}

/** A figure that cannot be measured here. */
export interface SkippedFigure {
  readonly name: FigureName;
  /** Why. */
  readonly skipped: string;
}

/** What a suite reports. */
export type Figure = MeasuredFigure | SkippedFigure;

/** What every module in `suites` exports as `measure`. */
export type MeasureSuite = () => Promise<readonly Figure[]>;

/** A figure in milliseconds, scaled by {@link FLOOR_REFERENCE_NS} ÷ F. */
export function millisecondFigure(
  name: FigureName,
  rawNs: number,
  floorNs: number
): MeasuredFigure {
  return scaled(name, rawNs / 1e6, floorNs);
}

/** A figure in nanoseconds, scaled as those in milliseconds. */
export function nanosecondFigure(name: FigureName, rawNs: number, floorNs: number): MeasuredFigure {
  return scaled(name, rawNs, floorNs);
}

function scaled(name: FigureName, raw: number, floorNs: number): MeasuredFigure {
  return { name, value: (raw * FLOOR_REFERENCE_NS) / floorNs, floorNs, raw };
}

/** True when the value, as it is printed, is within its limit. */
export function isWithinTarget({ name, value }: MeasuredFigure): boolean {
  const { limit, digits }: Target = TARGETS[name];
  return Number(value.toFixed(digits)) <= limit;
}

/** `NAME VALUE UNIT target OP LIMIT ok|MISS`, with the raw value of a scaled one. */
export function formatFigure(figure: Figure): string {
  if ('skipped' in figure) return `${figure.name} skipped: ${figure.skipped}`;
  const { unit, limit, digits }: Target = TARGETS[figure.name];
  const verdict = isWithinTarget(figure) ? 'ok' : 'MISS';
  const line = `${figure.name} ${figure.value.toFixed(digits)} ${unit} target ≤ ${limit} ${verdict}`;
  if (figure.raw === undefined) return line;
  return `${line} (raw ${figure.raw.toFixed(digits)} ${unit}, F ${figure.floorNs.toFixed(1)} ns)`;
}
