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
