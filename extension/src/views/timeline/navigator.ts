import type { TimeWindow } from 'kernelscope/analysis';
import { type Direction, laneOfEntry, neighbourOf, trackOfLane } from 'kernelscope/layout';
import { panned, revealing, spanOf, zoomedAt } from '../../shared/canvas/timeScale';
import { AXIS_PX, ROW_METRICS } from './metrics';
import type { TimelineStage } from './stage';
import type { TimelineState } from './state';

/** Room left and right of a slice that is zoomed to, as a share of it. */
const MARGIN = 0.08;

/** Moves through time, tracks and slices, smoothly where that helps the eye. */
export class Navigator {
  constructor(
    private readonly stage: TimelineStage,
    private readonly state: TimelineState
  ) {}

  /** Does what moves without picking anything; false for other actions. */
  move(action: KeyAction): boolean {
    const { extent } = this.state.model;
    const from = this.stage.target ?? this.state.window;
    switch (action.type) {
      case 'zoom':
        this.zoom(action.factor);
        return true;
      case 'pan':
        this.stage.moveTo(panned(from, action.share * spanOf(from), extent));
        return true;
      case 'fit':
        this.stage.moveTo(extent);
        return true;
      case 'scroll':
        this.#scroll(action.by === 'lane' ? ROW_METRICS.lanePx : this.#pagePx, action.sign);
        return true;
      default:
        return false;
    }
  }

  /** Zooms about the selected slice if it is in sight, else about the middle. */
  zoom(factor: number): void {
    const { model, selected } = this.state;
    const from = this.stage.target ?? this.state.window;
    let anchor = (from.fromNs + from.toNs) / 2;
    if (selected >= 0) {
      const middle = (model.index.start[selected] + model.index.end[selected]) / 2;
      if (middle > from.fromNs && middle < from.toNs) anchor = middle;
    }
    this.stage.moveTo(zoomedAt(from, factor, anchor, model.extent));
  }

  /** Brings a slice into sight, and opens what hides it. */
  reveal(entry: number): void {
    this.state.uncover(entry);
    const from = this.stage.target ?? this.state.window;
    const to = revealing(from, this.#timeOf(entry), this.state.model.extent);
    if (to !== from) this.stage.moveTo(to);
    const place = this.state.placeOf(entry);
    if (place) this.stage.scrollTo(place.topPx, place.heightPx);
  }

  /** Fills the width with a slice. */
  zoomTo(entry: number): void {
    this.state.uncover(entry);
    const { fromNs, toNs } = this.#timeOf(entry);
    const margin = MARGIN * (toNs - fromNs);
    this.stage.moveTo({ fromNs: fromNs - margin, toNs: toNs + margin });
    const place = this.state.placeOf(entry);
    if (place) this.stage.scrollTo(place.topPx, place.heightPx);
  }

  /** The slice beside, around or in the selected one; without one the first in sight; or -1. */
  neighbour(direction: Direction): number {
    const { selected, model } = this.state;
    if (selected >= 0) return neighbourOf(model.index, selected, direction);
    const { frame } = this.stage;
    const lane = frame?.lanes.find(({ from, to }) => to > from);
    return frame && lane ? frame.rects.entry[lane.from] : -1;
  }

  /** The track of the selected slice, or -1. */
  get selectedTrack(): number {
    const { selected, model } = this.state;
    return selected < 0 ? -1 : trackOfLane(model.index, laneOfEntry(model.index, selected));
  }

  #scroll(byPx: number, sign: 1 | -1): void {
    this.stage.scroller.scrollTop += sign * byPx;
  }

  get #pagePx(): number {
    return Math.max(ROW_METRICS.lanePx, this.stage.scroller.clientHeight - AXIS_PX - 20);
  }

  #timeOf(entry: number): TimeWindow {
    const { start, end } = this.state.model.index;
    return { fromNs: start[entry], toNs: end[entry] };
  }
}

/** The effect of a key on the timeline. */
export type KeyAction =
  | { readonly type: 'zoom'; readonly factor: number }
  /** By a share of the visible part. */
  | { readonly type: 'pan'; readonly share: number }
  | { readonly type: 'scroll'; readonly by: 'lane' | 'page'; readonly sign: 1 | -1 }
  | { readonly type: 'walk'; readonly direction: Direction }
  | { readonly type: 'fit' }
  | { readonly type: 'enter' }
  | { readonly type: 'clear' }
  | { readonly type: 'search' }
  | { readonly type: 'toggle' };

/** A pressed key, as `KeyboardEvent` tells it. */
interface TimelineKey {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

const ZOOM_IN = 0.7;
const PAN = 0.15;

const PLAIN: Readonly<Record<string, KeyAction>> = {
  w: { type: 'zoom', factor: ZOOM_IN },
  '+': { type: 'zoom', factor: ZOOM_IN },
  '=': { type: 'zoom', factor: ZOOM_IN },
  s: { type: 'zoom', factor: 1 / ZOOM_IN },
  '-': { type: 'zoom', factor: 1 / ZOOM_IN },
  a: { type: 'pan', share: -PAN },
  arrowleft: { type: 'pan', share: -PAN },
  d: { type: 'pan', share: PAN },
  arrowright: { type: 'pan', share: PAN },
  arrowup: { type: 'scroll', by: 'lane', sign: -1 },
  arrowdown: { type: 'scroll', by: 'lane', sign: 1 },
  pageup: { type: 'scroll', by: 'page', sign: -1 },
  pagedown: { type: 'scroll', by: 'page', sign: 1 },
  '0': { type: 'fit' },
  home: { type: 'fit' },
  enter: { type: 'enter' },
  escape: { type: 'clear' },
  '/': { type: 'search' },
  c: { type: 'toggle' },
  '[': { type: 'walk', direction: 'previous' },
  ']': { type: 'walk', direction: 'next' }
};

const SHIFTED: Readonly<Record<string, KeyAction>> = {
  arrowleft: { type: 'walk', direction: 'previous' },
  arrowright: { type: 'walk', direction: 'next' },
  arrowup: { type: 'walk', direction: 'parent' },
  arrowdown: { type: 'walk', direction: 'child' }
};

/** The effect of a key, or null if it is left to the page. Keys with Ctrl, Cmd or Alt are the page's. */
export function actionOfKey(pressed: TimelineKey): KeyAction | null {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = pressed;
  if (ctrlKey || metaKey || altKey) return null;
  const name = key.toLowerCase();
  const actions = shiftKey && name in SHIFTED ? SHIFTED : PLAIN;
  return Object.hasOwn(actions, name) ? actions[name] : null;
}
