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

/** A share, 0 … 1, with the bounds of its interval if it was sampled. */
export interface SampledShare {
  readonly share: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

export interface SentenceWords {
  readonly trans: Translator;
  readonly formats: CellFormats;
  /** A text with `%1`, `%2` … replaced, each of which occurs once at most. */
  fill(text: string, ...values: readonly SentencePart[]): SentencePart[];
  /** A share with the bounds of its interval, if it was sampled: `78 % (75–80 %)`. */
  share(of: SampledShare): string;
  /** `Cell [2]:7`, `Cell [2]` or nothing. */
  place(file: string, line: number): string;
  /** `name()`, or words for code that has no name. */
  called(name: string): SentencePart;
}
