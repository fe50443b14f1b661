import { ProfileError } from '../../schema/validateValue';
import {
  checked,
  nullable,
  number,
  optional,
  record,
  type RecordFields,
  type RecordOf,
  text,
  type ValueOf,
  variant,
  word
} from '../../schema/schema';
import type { SentencePart, SentenceWords } from './sentenceParts';

/** A text that a finding states, which may be empty where unknown. */
export const TEXT = text();

/** A finite number from 0 on that a finding states. */
export const NUMBER = number();

/** A text that is absent in outputs of old versions, and where it is not known. */
export const LATER_TEXT = optional(TEXT);

/** The same of a number. */
export const LATER_NUMBER = optional(NUMBER);

/** Schemas of the facts of a kind of finding, by name. */
export type FactTypes = RecordFields;

const VIEWS = {
  table: true,
  timeline: true,
  flame: true,
  memory: true,
  source: true,
  gpu: true
} as const;

/** A view that shows the evidence of a finding. */
export type FindingView = keyof typeof VIEWS;

const COSTS = { cpu: true, waiting: true } as const;

/** The cost of lines that a finding is about. */
export type FindingCosts = keyof typeof COSTS;

const SELECTION = variant({
  line: { file: text(), line: number(), costs: word(COSTS) },
  label: { category: text(), name: text() }
});

export type FindingSelection = ValueOf<typeof SELECTION>;

const WINDOW = checked(record({ fromNs: number(), toNs: number() }), ({ fromNs, toNs }, place) => {
  if (toNs < fromNs) throw new ProfileError(`${place} ends before it begins.`);
});

/** Schema of where the evidence of a finding can be seen. */
export const FINDING_TARGET = record({
  view: word(VIEWS),
  selection: nullable(SELECTION),
  /** The stretch of time, nanoseconds from the origin; null for all of it. */
  window: nullable(WINDOW)
});

/** Where the evidence of a finding can be seen. */
export type FindingTarget = ValueOf<typeof FINDING_TARGET>;

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
  readonly facts: RecordOf<Types>;
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
