import type { Translator } from '../../base/translator';
import type { CellFormats } from '../../tables/reportTable';

/** A part of a sentence: words, or code that is shown as such. */
export type SentencePart = string | { readonly code: string };

/** Writes the parts of a sentence. */
export interface SentenceWords {
  readonly trans: Translator;
  readonly formats: CellFormats;
  /** A text with `%1`, `%2` … replaced, each of which occurs once at most. */
  fill(text: string, ...values: readonly SentencePart[]): SentencePart[];
  /** `Cell [2]:7`, `Cell [2]` or nothing. */
  place(file: string, line: number): string;
  /** `name()`, or words for code that has no name. */
  called(name: string): SentencePart;
}
