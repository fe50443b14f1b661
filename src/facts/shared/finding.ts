import type { SentencePart, SentenceWords } from './sentenceParts';

/**
 * Types of the facts that a finding states: text, which may be empty where unknown, or a finite number; the
 * last two are absent in outputs of old versions, and where they are not known.
 */
export type FactType = 'text' | 'number' | 'laterText' | 'laterNumber';

/** The facts of a kind of finding, by name. */
export type FactTypes = Readonly<Record<string, FactType>>;

interface FactValues {
  readonly text: string;
  readonly number: number;
  readonly laterText: string;
  readonly laterNumber: number;
}

/** The facts of a kind that every finding of it has, and those that may be absent. */
type NamesOf<Types extends FactTypes, Type extends FactType> = {
  [Name in keyof Types]: Types[Name] extends Type ? Name : never;
}[keyof Types];

/** The facts that a finding states. */
export type FactsOf<Types extends FactTypes> = {
  readonly [Name in NamesOf<Types, 'text' | 'number'>]: FactValues[Types[Name]];
} & {
  readonly [Name in NamesOf<Types, 'laterText' | 'laterNumber'>]?: FactValues[Types[Name]];
};

/** A view that shows the evidence of a finding. */
export type FindingView = 'table' | 'timeline' | 'flame' | 'memory' | 'source' | 'gpu';

/** The cost of lines that a finding is about. */
export type FindingCosts = 'cpu' | 'waiting';

/** What is to be selected there. */
export type FindingSelection =
  | {
      readonly type: 'line';
      readonly file: string;
      readonly line: number;
      /** The cost of the line that is to be shown. */
      readonly costs: FindingCosts;
    }
  | { readonly type: 'label'; readonly category: string; readonly name: string };

/** Where the evidence of a finding can be seen. */
export interface FindingTarget {
  readonly view: FindingView;
  readonly selection: FindingSelection | null;
  /** The stretch of time, nanoseconds from the origin; null for all of it. */
  readonly window: { readonly fromNs: number; readonly toNs: number } | null;
}

/** A finding of one kind, which states facts of these types. */
export interface FindingWith<Kind extends string, Types extends FactTypes> {
  readonly kind: Kind;
  /**
   * The share of the run's wall time that it is about, 0 … 1; null for those of no time. A moment in which
   * several threads did the same counts once.
   */
  readonly share: number | null;
  /** The bounds of the 95 % confidence interval of a sampled share; both null for exact ones. */
  readonly low: number | null;
  readonly high: number | null;
  readonly facts: FactsOf<Types>;
  readonly target: FindingTarget;
}

/** A finding with its importance: about the share of the run that could be saved. */
export interface Ranked<Finding> {
  readonly finding: Finding;
  readonly weight: number;
}

/** The one kind of finding that a fact makes of its part, whatever the finding states. */
export interface AnyFindingRule<Parts> {
  readonly kind: string;
  /** What each of its findings states. */
  readonly facts: FactTypes;
  readonly search: (parts: Parts) => readonly Ranked<unknown>[];
  readonly sentence: (finding: never, words: SentenceWords) => readonly SentencePart[];
  /** The measurement that would tell more, a sentence of Markdown. */
  readonly next: string;
}

/** The same for findings that state facts of these types. */
export interface FindingRule<
  Kind extends string,
  Types extends FactTypes,
  Parts
> extends AnyFindingRule<Parts> {
  readonly kind: Kind;
  readonly facts: Types;
  readonly search: (parts: Parts) => readonly Ranked<FindingWith<Kind, Types>>[];
  readonly sentence: (
    finding: FindingWith<Kind, Types>,
    words: SentenceWords
  ) => readonly SentencePart[];
}
