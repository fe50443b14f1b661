/**
 * Fill colours of slices: one lightness (OKLCH 0.68), ten hues. Each has a contrast near 3 : 1
 * against white and above 6 : 1 against black, so one set serves light and dark pages, with
 * {@link SLICE_TEXT} on it.
 */
export const SLICE_COLORS: readonly string[] = [
  '#5b9ddf',
  '#d38151',
  '#5dad70',
  '#d87879',
  '#aa84d4',
  '#ba9232',
  '#00afaf',
  '#cc79a9',
  '#8fa347',
  '#8391e2'
];

/** Fill colours, as light, of code that is not the user's: of libraries, and of Node.js and native code. */
export const ORIGIN_COLORS = { library: '#8494ab', system: '#949494' } as const;

/** Text on {@link SLICE_COLORS} and {@link ORIGIN_COLORS}. */
export const SLICE_TEXT = '#0b0b0b';

/** The colour of a name: always the same one, in every profile. */
export function colorOf(name: string): string {
  let hash = 0x811c_9dc5;
  for (let at = 0; at < name.length; at++) {
    hash = Math.imul(hash ^ name.charCodeAt(at), 0x0100_0193);
  }
  return SLICE_COLORS[(hash >>> 8) % SLICE_COLORS.length];
}
