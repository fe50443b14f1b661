/** Replacements for the text from `start` to `end`; offsets in UTF-16 code units. */
export interface MagicCompletion {
  readonly start: number;
  readonly end: number;
  readonly matches: readonly string[];
}
