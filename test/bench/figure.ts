import { median } from './harness';
import { type Spread, spreadOf } from './spread';
import { FLOOR_REFERENCE_NS, type FigureName, TARGETS, type Target } from './targets';

/** A figure that was measured in one process. */
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

/** A figure that was measured in several processes. */
export interface RepeatedFigure extends Spread {
  readonly name: FigureName;
  /** That of each process, in the unit of the target. */
  readonly values: readonly number[];
  /** Medians over the processes. */
  readonly floorNs: number;
  readonly raw?: number;
}

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

/** The figures of one suite from several processes, which all report the same names. */
export function joinFigures(
  runs: readonly (readonly Figure[])[]
): readonly (RepeatedFigure | SkippedFigure)[] {
  return runs[0].map(({ name }) => {
    const figures = runs.flatMap(run => run.filter(each => each.name === name));
    const skipped = figures.find((each): each is SkippedFigure => 'skipped' in each);
    return (
      skipped ??
      repeated(
        name,
        figures.filter((each): each is MeasuredFigure => !('skipped' in each))
      )
    );
  });
}

function repeated(name: FigureName, figures: readonly MeasuredFigure[]): RepeatedFigure {
  const values = figures.map(({ value }) => value);
  const raws = figures.flatMap(({ raw }) => raw ?? []);
  return {
    name,
    values,
    ...spreadOf(values),
    floorNs: median(figures.map(({ floorNs }) => floorNs)),
    ...(raws.length > 0 ? { raw: median(raws) } : {})
  };
}

/** True when the median, as it is printed, is within its limit, or has none. */
export function isWithinTarget({ name, median }: RepeatedFigure): boolean {
  const { limit, digits }: Target = TARGETS[name];
  return limit === null || Number(median.toFixed(digits)) <= limit;
}

/**
 * `NAME VALUE UNIT target OP LIMIT ok|MISS`, or `NAME VALUE UNIT` for a figure without a limit, with the
 * median as the value, then the spread over the processes, two modes where the values fall into two groups, and the raw value of a scaled one.
 */
export function formatFigure(figure: RepeatedFigure | SkippedFigure, label = ''): string {
  const title = label === '' ? figure.name : `${figure.name} [${label}]`;
  if ('skipped' in figure) return `${title} skipped: ${figure.skipped}`;
  const { unit, limit, digits }: Target = TARGETS[figure.name];
  const verdict = isWithinTarget(figure) ? 'ok' : 'MISS';
  const target = limit === null ? '' : ` target ≤ ${limit} ${verdict}`;
  const line = `${title} ${figure.median.toFixed(digits)} ${unit}${target}`;
  const notes = notesOf(figure, unit, digits);
  return notes.length === 0 ? line : `${line} (${notes.join('; ')})`;
}

function notesOf(figure: RepeatedFigure, unit: string, digits: number): string[] {
  const { values, low, high, modes, raw, floorNs } = figure;
  const text = (value: number): string => value.toFixed(digits);
  const notes: string[] = [];
  if (values.length > 1) {
    notes.push(`${text(low)} to ${text(high)} in ${values.length} processes`);
  }
  if (modes !== null) notes.push(`two modes, ${text(modes[0])} and ${text(modes[1])}`);
  if (raw !== undefined) notes.push(`raw ${text(raw)} ${unit}, F ${floorNs.toFixed(1)} ns`);
  return notes;
}
