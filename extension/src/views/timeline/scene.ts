import type { TimelineFrame } from 'kernelscope/layout';
import type { NumberFormats } from '../../shared/content/format';
import { AXIS_PX } from './metrics';
import type { LaneStrips } from './laneStrips';
import type { TextFitter } from '../../shared/canvas/textFitter';
import type { TimelineState } from './state';
import type { CanvasTheme } from '../../shared/canvas/canvasTheme';

/** Everything that one picture is made from. Frames are laid out in device pixels across. */
export interface Scene {
  readonly state: TimelineState;
  readonly frame: TimelineFrame;
  /** The slices that stand out while the others are dimmed, or null. */
  readonly litFrame: TimelineFrame | null;
  readonly theme: CanvasTheme;
  readonly formats: NumberFormats;
  readonly texts: TextFitter;
  readonly strips: LaneStrips;
  /** Device pixels in a CSS pixel. */
  readonly ratio: number;
  /** Size in CSS pixels. */
  readonly widthPx: number;
  readonly heightPx: number;
}

/** CSS pixels from the left edge at which a time is. */
export function xOfTime(
  { frame, widthPx }: Pick<Scene, 'frame' | 'widthPx'>,
  timeNs: number
): number {
  const { fromNs, toNs } = frame.viewport;
  return ((timeNs - fromNs) / (toNs - fromNs)) * widthPx;
}

/** CSS pixels from the top edge at which a place among the rows is. */
export function yOfRow({ frame }: Pick<Scene, 'frame'>, topPx: number): number {
  return AXIS_PX + topPx - frame.viewport.topPx;
}
