import type { TimeWindow } from 'kernelscope/analysis';
import { panned, spanOf, zoomedAt } from '../canvas/timeScale';

/** Times a step of zoom makes the window shorter or longer. */
const ZOOM_FACTOR = 2;

/** Share of the window that a step moves it by. */
const PAN_SHARE = 0.2;

/** A step through time. */
export type WindowStep = 'zoomIn' | 'zoomOut' | 'earlier' | 'later' | 'everything';

/** The step that a key stands for, or null when the page may have the key. */
export function stepOfKey(key: string): WindowStep | null {
  switch (key) {
    case '+':
    case '=':
      return 'zoomIn';
    case '-':
    case '_':
      return 'zoomOut';
    case 'ArrowLeft':
      return 'earlier';
    case 'ArrowRight':
      return 'later';
    case '0':
      return 'everything';
    default:
      return null;
  }
}

/** Share of the window that a key moves the picked moment by. */
const MOMENT_SHARE = 0.02;

/**
 * The moment that a key picks: Enter the middle of the window, Shift with an arrow key one beside the
 * moment before; null for other keys.
 */
export function momentOfKey(
  key: string,
  isShifted: boolean,
  beforeNs: number | null,
  { fromNs, toNs }: TimeWindow
): number | null {
  const middleNs = (fromNs + toNs) / 2;
  if (key === 'Enter') return middleNs;
  if (!isShifted || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return null;
  const stepNs = MOMENT_SHARE * (toNs - fromNs) * (key === 'ArrowLeft' ? -1 : 1);
  return Math.max(fromNs, Math.min(toNs, (beforeNs ?? middleNs) + stepNs));
}

/**
 * The window after a step, never outside `extent`; null when it is all of that. Zoom keeps the
 * point at `anchor` (0 … 1 of the window) where it is.
 */
export function steppedWindow(
  window: TimeWindow,
  step: WindowStep,
  extent: TimeWindow,
  anchor = 0.5
): TimeWindow | null {
  const anchorNs = window.fromNs + anchor * spanOf(window);
  const panNs = PAN_SHARE * spanOf(window);
  switch (step) {
    case 'zoomIn':
      return partOf(zoomedAt(window, 1 / ZOOM_FACTOR, anchorNs, extent), extent);
    case 'zoomOut':
      return partOf(zoomedAt(window, ZOOM_FACTOR, anchorNs, extent), extent);
    case 'earlier':
      return partOf(panned(window, -panNs, extent), extent);
    case 'later':
      return partOf(panned(window, panNs, extent), extent);
    case 'everything':
      return null;
  }
}

/** `window` cut to `extent`, or null when that is all of it or nothing. */
export function partOf(window: TimeWindow, extent: TimeWindow): TimeWindow | null {
  const fromNs = Math.max(extent.fromNs, window.fromNs);
  const toNs = Math.min(extent.toNs, window.toNs);
  const isAll = fromNs <= extent.fromNs && toNs >= extent.toNs;
  return isAll || !(toNs > fromNs) ? null : { fromNs, toNs };
}
