/** The effect of a key on the heat map. */
export type RankKeyAction =
  | { readonly type: 'zoom'; readonly factor: number }
  /** By a share of the visible part. */
  | { readonly type: 'pan'; readonly columns: number; readonly rows: number }
  /** The cursor by so many cells. */
  | { readonly type: 'walk'; readonly columns: number; readonly rows: number }
  | { readonly type: 'fit' | 'enter' | 'clear' };

/** A pressed key, as `KeyboardEvent` tells it. */
export type PressedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

const ZOOM_IN = 0.7;
const PAN = 0.15;
const PAGE = 0.8;

const ACTIONS: Readonly<Record<string, RankKeyAction>> = {
  w: { type: 'zoom', factor: ZOOM_IN },
  '+': { type: 'zoom', factor: ZOOM_IN },
  '=': { type: 'zoom', factor: ZOOM_IN },
  s: { type: 'zoom', factor: 1 / ZOOM_IN },
  '-': { type: 'zoom', factor: 1 / ZOOM_IN },
  a: { type: 'pan', columns: -PAN, rows: 0 },
  d: { type: 'pan', columns: PAN, rows: 0 },
  pageup: { type: 'pan', columns: 0, rows: -PAGE },
  pagedown: { type: 'pan', columns: 0, rows: PAGE },
  arrowleft: { type: 'walk', columns: -1, rows: 0 },
  arrowright: { type: 'walk', columns: 1, rows: 0 },
  arrowup: { type: 'walk', columns: 0, rows: -1 },
  arrowdown: { type: 'walk', columns: 0, rows: 1 },
  '0': { type: 'fit' },
  home: { type: 'fit' },
  enter: { type: 'enter' },
  escape: { type: 'clear' }
};

/** The keys as `aria-keyshortcuts` lists them. */
export const RANK_KEYS =
  'W S A D ArrowUp ArrowDown ArrowLeft ArrowRight PageUp PageDown 0 Enter Escape';

/** The effect of a key, or null if it is left to the page. Keys with Ctrl, Cmd or Alt are the page's. */
export function rankActionOf({ key, ctrlKey, metaKey, altKey }: PressedKey): RankKeyAction | null {
  const name = key.toLowerCase();
  if (ctrlKey || metaKey || altKey) return null;
  return Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : null;
}
