import { KernelscopeError } from '../../../base/errors';

/** Bytes are not a readable trace; the message gives the assumed format, and the reason. */
export class TraceImportError extends KernelscopeError {}

/** The limits of a trace; anything beyond is left out, shortened or refused, and reported. */
export const IMPORT_LIMITS = {
  /** UTF-16 units of one text. */
  textLength: 16_384,
  /** Distinct names, categories and texts of arguments. */
  texts: 1 << 20,
  /** Distinct identifiers of processes, threads and asynchronous slices. */
  identifiers: 1 << 20,
  /** Slices, and as many instants, counter values, ends of slices and ends of arrows. */
  events: 20_000_000,
  /** Counters. */
  counters: 100_000,
  /** Arguments of all slices. */
  args: 32_000_000,
  /** Rows of the timeline. */
  tracks: 60_000
} as const;

/** No slice, no label, and no point. */
export const NONE = -1;
