/** What the flags at the front of a pattern, `(?is)`, switch on. */
export interface PatternFlags {
  readonly ignoresCase: boolean;
  readonly isMultiline: boolean;
  readonly dotMatchesAll: boolean;
  readonly isAscii: boolean;
  readonly isVerbose: boolean;
}

/** A piece of a pattern in JavaScript, and where the pattern goes on behind it. */
export interface Translated {
  readonly source: string;
  readonly next: number;
}
