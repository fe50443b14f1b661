/** A step from the selected row of a tree. */
export type FlameStep = 'parent' | 'child' | 'previous' | 'next';

/** The effect of a key on a flame view. */
export type FlameAction =
  | { readonly type: 'walk'; readonly step: FlameStep }
  | { readonly type: 'zoom' | 'out' | 'all' | 'sandwich' | 'search' | 'clear' };

const ACTIONS: Readonly<Record<string, FlameAction>> = {
  arrowleft: { type: 'walk', step: 'previous' },
  arrowright: { type: 'walk', step: 'next' },
  enter: { type: 'zoom' },
  backspace: { type: 'out' },
  home: { type: 'all' },
  '0': { type: 'all' },
  s: { type: 'sandwich' },
  '/': { type: 'search' },
  escape: { type: 'clear' }
};

/**
 * The effect of a key, or null if it is left to the page. `grows` is where children are on the screen.
 * Keys with Ctrl, Cmd or Alt are the page's.
 */
export function actionOfKey(
  { key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  grows: 'up' | 'down'
): FlameAction | null {
  if (ctrlKey || metaKey || altKey) return null;
  const name = key.toLowerCase();
  if (name === 'arrowup') return { type: 'walk', step: grows === 'up' ? 'child' : 'parent' };
  if (name === 'arrowdown') return { type: 'walk', step: grows === 'up' ? 'parent' : 'child' };
  return Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : null;
}
