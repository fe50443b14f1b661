import type { Direction } from 'kernelscope/layout';

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
export interface TimelineKey {
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
