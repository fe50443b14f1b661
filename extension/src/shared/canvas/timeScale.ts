import type { TimeWindow } from 'kernelscope/analysis';

/** Shortest stretch of time that a view zooms into, nanoseconds. */
export const MIN_SPAN_NS = 10;

/** Length of a window, nanoseconds. */
export function spanOf({ fromNs, toNs }: TimeWindow): number {
  return toNs - fromNs;
}

/** `window` moved and, where it is too long or too short, resized to lie within `extent`. */
export function clampWindow(window: TimeWindow, extent: TimeWindow): TimeWindow {
  const longest = spanOf(extent);
  const span = Math.min(longest, Math.max(Math.min(MIN_SPAN_NS, longest), spanOf(window)));
  const middle = (window.fromNs + window.toNs) / 2;
  const fromNs = spanOf(window) === span ? window.fromNs : middle - span / 2;
  const clamped = Math.min(extent.toNs - span, Math.max(extent.fromNs, fromNs));
  return { fromNs: clamped, toNs: clamped + span };
}

/** `window` with its length times `factor`; `anchorNs` stays where it is on the screen. */
export function zoomedAt(
  window: TimeWindow,
  factor: number,
  anchorNs: number,
  extent: TimeWindow
): TimeWindow {
  const shortest = Math.min(MIN_SPAN_NS, spanOf(extent));
  const span = Math.min(spanOf(extent), Math.max(shortest, spanOf(window) * factor));
  const share = (anchorNs - window.fromNs) / spanOf(window);
  const fromNs = anchorNs - share * span;
  return clampWindow({ fromNs, toNs: fromNs + span }, extent);
}

/** `window` moved by `byNs`, but not beyond `extent`. */
export function panned(window: TimeWindow, byNs: number, extent: TimeWindow): TimeWindow {
  return clampWindow({ fromNs: window.fromNs + byNs, toNs: window.toNs + byNs }, extent);
}

/** The window between `from` and `to` that is `share` (0 … 1) of the way; lengths in proportion. */
export function between(from: TimeWindow, to: TimeWindow, share: number): TimeWindow {
  if (share >= 1) return to;
  const span = spanOf(from) * (spanOf(to) / spanOf(from)) ** share;
  const change = spanOf(to) - spanOf(from);
  const linear = Math.abs(change) < 1e-6 * spanOf(to) ? share : (span - spanOf(from)) / change;
  const fromNs = from.fromNs + (to.fromNs - from.fromNs) * linear;
  return { fromNs, toNs: fromNs + span };
}

/** The smallest window around `window` and `slice`, of the same length where both fit. */
export function revealing(window: TimeWindow, slice: TimeWindow, extent: TimeWindow): TimeWindow {
  const isInside = slice.fromNs >= window.fromNs && slice.toNs <= window.toNs;
  const isWide = spanOf(slice) >= spanOf(window) / 400;
  if (isInside && isWide) return window;
  const span = isWide ? Math.max(spanOf(window), 1.2 * spanOf(slice)) : 40 * spanOf(slice);
  const middle = (slice.fromNs + slice.toNs) / 2;
  return clampWindow({ fromNs: middle - span / 2, toNs: middle + span / 2 }, extent);
}

/** Whether two windows are the same to a millionth of their length. */
export function isSameWindow(a: TimeWindow, b: TimeWindow): boolean {
  const tolerance = 1e-6 * Math.max(spanOf(a), spanOf(b));
  return Math.abs(a.fromNs - b.fromNs) <= tolerance && Math.abs(a.toNs - b.toNs) <= tolerance;
}
