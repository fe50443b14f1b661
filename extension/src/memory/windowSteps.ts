import type { TimeWindow } from 'kernelscope/analysis';

/** Times a step of zoom makes the window shorter or longer. */
const ZOOM_FACTOR = 2;

/** Share of the window that a step moves it by. */
const PAN_SHARE = 0.2;

/** The shortest window that a step leads to, nanoseconds. */
const MIN_LENGTH_NS = 1000;

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

/**
 * The window after a step, within `0 … durationNs`; null when it is all of that. Zoom keeps the
 * point at `anchor` (0 … 1 of the window) where it is.
 */
export function steppedWindow(
  { fromNs, toNs }: TimeWindow,
  step: WindowStep,
  durationNs: number,
  anchor = 0.5
): TimeWindow | null {
  const length = toNs - fromNs;
  switch (step) {
    case 'zoomIn':
    case 'zoomOut': {
      const factor = step === 'zoomIn' ? 1 / ZOOM_FACTOR : ZOOM_FACTOR;
      const wanted = Math.max(length * factor, Math.min(MIN_LENGTH_NS, durationNs));
      const start = fromNs + (length - wanted) * anchor;
      return windowWithin({ fromNs: start, toNs: start + wanted }, durationNs);
    }
    case 'earlier':
      return moved(fromNs - length * PAN_SHARE, length, durationNs);
    case 'later':
      return moved(fromNs + length * PAN_SHARE, length, durationNs);
    case 'everything':
      return null;
  }
}

/** `window` cut to the recording, or null when that is all of it or nothing. */
export function windowWithin(window: TimeWindow, durationNs: number): TimeWindow | null {
  const fromNs = Math.max(0, window.fromNs);
  const toNs = Math.min(durationNs, window.toNs);
  const isAll = fromNs <= 0 && toNs >= durationNs;
  return isAll || !(toNs > fromNs) ? null : { fromNs, toNs };
}

/** A window of the same length that stays inside. */
function moved(wantedNs: number, lengthNs: number, durationNs: number): TimeWindow | null {
  const fromNs = Math.max(0, Math.min(durationNs - lengthNs, wantedNs));
  return windowWithin({ fromNs, toNs: fromNs + lengthNs }, durationNs);
}
