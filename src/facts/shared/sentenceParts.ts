import type { Translator } from '../../base/translator';
import { clippedTo } from '../../tables/displayWidth';
import type { CellFormats } from '../../tables/reportTable';

/** A part of a sentence: words, or code that is shown as such. */
export type SentencePart = string | { readonly code: string };

/** Code beyond this would push the figures of its sentence out of sight: names of C++ templates are that long. */
const MAX_CODE = 120;

/** A part whose code is cut where it is very long. */
export function clippedPart(part: SentencePart): SentencePart {
  return typeof part === 'string' ? part : { code: clippedTo(part.code, MAX_CODE) };
}

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
