import { findMagic } from 'kernelscope/settings';

/** A replacement of `source[start … end)` by `text`. */
export interface SourceEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The state of a cell, as its magic determines it. */
export type MagicState =
  | { readonly type: 'plain' }
  | { readonly type: 'profiled' }
  /** Another magic rules the cell, and a cell has only one; `name` has its per cent signs. */
  | { readonly type: 'otherMagic'; readonly name: string };

/** Which magic a cell has, commented-out `// %%profile` included. */
export function magicStateOf(source: string): MagicState {
  const magic = findMagic(source);
  if (magic === null) return { type: 'plain' };
  if (magic.kind === 'cell' && magic.name === 'profile') return { type: 'profiled' };
  return { type: 'otherMagic', name: source.slice(magic.nameStart, magic.nameEnd) };
}

/** Puts `%%profile` with `options` above a plain cell; null when the cell has a magic already. */
export function addProfileLine(source: string, options: string): SourceEdit | null {
  if (magicStateOf(source).type !== 'plain') return null;
  const line = options === '' ? '%%profile' : `%%profile ${options}`;
  return { start: 0, end: 0, text: `${line}\n` };
}

/** Takes the `%%profile` line away with its line break; null when the cell has none. */
export function removeProfileLine(source: string): SourceEdit | null {
  if (magicStateOf(source).type !== 'profiled') return null;
  const magic = findMagic(source);
  if (magic === null) return null;
  const start = source.lastIndexOf('\n', magic.start - 1) + 1;
  const end = source.startsWith('\r\n', magic.end) ? magic.end + 2 : magic.end + 1;
  return { start, end: Math.min(end, source.length), text: '' };
}
