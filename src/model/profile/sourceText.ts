/** Source of a notebook cell that has samples, as the user typed it. */
export interface SourceText {
  /** The cell's name in stacks: `Cell [4]`, or `name.ts` for a cell that is a module. */
  readonly file: string;
  readonly text: string;
  /** True when `text` is only the beginning. */
  readonly isClipped: boolean;
}

/** Bounds of `Profile.sourceTexts`: UTF-16 units of one text and of all, and their number. */
export const SOURCE_TEXT_LIMITS = { text: 64_000, all: 256_000, texts: 1000 } as const;

/** The lines of source code, as JavaScript counts them. */
export function sourceLines(text: string): string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/);
}
