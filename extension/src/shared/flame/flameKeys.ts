import type { CallTree } from 'kernelscope/analysis';

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

/** The row of a tree a step away from `row`; -1 where there is none. */
export function rowBeside({ parent, end, length }: CallTree, row: number, step: FlameStep): number {
  switch (step) {
    case 'parent':
      return parent[row];
    case 'child':
      return end[row] > row + 1 ? row + 1 : -1;
    case 'next': {
      const last = parent[row] < 0 ? length : end[parent[row]];
      return end[row] < last ? end[row] : -1;
    }
    case 'previous': {
      let at = parent[row] + 1;
      if (at === row) return -1;
      while (end[at] < row) at = end[at];
      return at;
    }
  }
}
