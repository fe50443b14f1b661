import type { TimeWindow } from 'kernelscope/analysis';
import { roundStep, timeTicks } from 'kernelscope/layout';
import type { CounterUnit } from 'kernelscope/model';
import type { NumberFormats } from '../content/format';

/** Marks of an axis: where they are, in the units of the axis, and what stands beside them. */
export interface AxisMarks {
  readonly tickvals: number[];
  readonly ticktext: string[];
}

/** The unit in which the chart counts time: the hover label states numbers of it. */
export interface TimeUnit {
  readonly symbol: string;
  readonly sizeNs: number;
}

const TIME_UNITS: readonly TimeUnit[] = [
  { symbol: 's', sizeNs: 1e9 },
  { symbol: 'ms', sizeNs: 1e6 },
  { symbol: 'µs', sizeNs: 1e3 }
];

/** Least distance of two marks on the time axis, and on the value axis, pixels. */
const TIME_MARK_PX = 90;
const VALUE_MARK_PX = 44;

/** Room above the highest value, as a share of the range. */
const HEADROOM = 0.06;

/** The largest unit of which the window has at least one. */
export function timeUnitOf({ fromNs, toNs }: TimeWindow): TimeUnit {
  const length = toNs - fromNs;
  return TIME_UNITS.find(({ sizeNs }) => length >= sizeNs) ?? TIME_UNITS[TIME_UNITS.length - 1];
}

/** The marks of the timeline, in `unit`. */
export function timeMarks(window: TimeWindow, unit: TimeUnit, widthPx: number): AxisMarks {
  const steps = Math.max(2, Math.floor(widthPx / TIME_MARK_PX));
  const ticks = timeTicks(window.fromNs, window.toNs, steps);
  return {
    tickvals: ticks.map(({ timeNs }) => timeNs / unit.sizeNs),
    ticktext: ticks.map(({ text }) => text)
  };
}

/** From 0, or the lowest value below it, to a little above the highest value. */
export function valueRange(columns: readonly Float64Array[]): [low: number, high: number] {
  let low = 0;
  let high = 0;
  for (const column of columns) {
    for (const value of column) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  const length = high - low || 1;
  return [low < 0 ? low - length * HEADROOM : 0, high + length * HEADROOM];
}

/** The least and the greatest value, with a little room: a scale that does not begin at 0. */
export function fittedRange(columns: readonly Float64Array[]): [low: number, high: number] {
  let low = Infinity;
  let high = -Infinity;
  for (const column of columns) {
    for (const value of column) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  if (!(low <= high)) return valueRange(columns);
  const room = (high - low || Math.abs(high) / 100 || 1) * HEADROOM;
  return [low - room, high + room];
}

/** Marks that count from the lowest value of a range that does not begin at 0: `200 MB`, `+1 MB`. */
export function baselineMarks(
  [low, high]: readonly [number, number],
  unit: CounterUnit,
  formats: NumberFormats,
  heightPx: number
): AxisMarks {
  const base = low + ((high - low) * HEADROOM) / (1 + 2 * HEADROOM);
  const { tickvals } = valueMarks([0, high - base], unit, formats, heightPx);
  const texts = tickvals.map(value => `+${formats.value(unit, value)}`);
  return {
    tickvals: tickvals.map(value => base + value),
    ticktext: [formats.value(unit, base), ...texts.slice(1)]
  };
}

/** Round values within the range, with the symbol of their unit. */
export function valueMarks(
  [low, high]: readonly [number, number],
  unit: CounterUnit,
  formats: NumberFormats,
  heightPx: number
): AxisMarks {
  const step = roundStep((high - low) / Math.max(2, Math.floor(heightPx / VALUE_MARK_PX)));
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  const tickvals = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  return { tickvals, ticktext: tickvals.map(value => formats.value(unit, value)) };
}
