/** A fact about something drawn, and what it is called. */
export interface Fact {
  readonly label: string;
  readonly value: string;
  /** True for a sentence, which stands for itself where there is little room for its label. */
  readonly isSentence?: boolean;
}

/** The description of something drawn. */
export interface Description {
  readonly title: string;
  readonly facts: readonly Fact[];
}
