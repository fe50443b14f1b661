import type { Translator } from '../../base/translator';

/** How numbers are written. */
export interface FindingFormats {
  /** A ratio as a percentage. */
  percent(ratio: number): string;
  /** A time in nanoseconds. */
  duration(ns: number): string;
  bytes(sizeBytes: number): string;
  count(value: number): string;
}

/** A part of a sentence: words, or code that is shown as such. */
export type SentencePart = string | { readonly code: string };

/** Writes the parts of a sentence. */
export interface SentenceWords {
  readonly trans: Translator;
  readonly formats: FindingFormats;
  /** A text with `%1`, `%2` … replaced, each of which occurs once at most. */
  fill(text: string, ...values: readonly SentencePart[]): SentencePart[];
  /** `Cell [2]:7`, `Cell [2]` or nothing. */
  place(file: string, line: number): string;
  /** `name()`, or words for code that has no name. */
  called(name: string): SentencePart;
}
