import type { Translator } from '../../base/translator';
import type { RecordedColumns } from '../../columns/columns';
import {
  type Schema,
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
  word,
  ProfileError
} from '../../schema/schema';
import type { CellFormats, ReportTable } from '../../tables/reportTable';
import type { RecordingOption } from './recordingOption';
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
interface AnyFindingRule<Parts> {
  readonly kind: string;
  /** The facts that each of its findings states. */
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

/**
 * Everything about one thing that is recorded and has a part of `meta` to itself; `facts/table.ts` lists all.
 * `Parts` is an object with that part, which is absent where it was not recorded.
 */
export interface Fact<Parts extends object = object> {
  /** The part of `meta`. */
  readonly name: keyof Parts & string;
  /** The source that records it, in reports of sources. */
  readonly source: FactSource;
  /** The option that has it recorded; null if it has none of its own. */
  readonly option: FactOption | null;
  /** Its description: what a file may hold of it. */
  readonly schema: Schema<NonNullable<Parts[keyof Parts]>>;
  /** Whether profiles in which it was not recorded have the part, too: what `merge` makes of no runs. */
  readonly isAlwaysThere: boolean;
  /** Whether that of a recording has what attached threads and processes recorded; else it is of its own thread. */
  readonly addsMembers: boolean;
  /** The part of several runs together, within the limits of one; nothing if none has it, unless it is always there. */
  readonly merge: (runs: readonly FactRun<Parts>[]) => Parts;
  /** Its table, and where that is shown; null if it has none. */
  readonly shown: FactShown<Parts> | null;
  /** What is worth a sentence of it; null if nothing is by itself. */
  readonly finding: AnyFindingRule<Parts> | null;
}

/** What facts have in common of which nothing is shown by itself. */
export const NOT_SHOWN = {
  isAlwaysThere: false,
  option: null,
  shown: null,
  finding: null
} as const;

export interface FactShown<Parts extends object = object> {
  /** What its numbers stand beside, wherever they are shown. */
  readonly topic: FactTopic;
  /** The categories of slices and moments that it adds to the timeline; its table has all about them. */
  readonly categories: readonly string[];
  /** Its table as a command's only output; null if no command prints it by itself. */
  readonly command: FactCommand | null;
  /** Null where it was not recorded. */
  readonly table: (parts: Parts, form: TableForm) => ReportTable | null;
}

/**
 * Everything about one thing that is recorded in columns of a profile; `facts/table.ts` lists all. What it does to
 * time has findings of its own in `analysis`.
 */
export interface ColumnFact {
  /** The name of its folder. */
  readonly name: string;
  /** What records it, each with the option that has it do so. */
  readonly records: readonly {
    readonly source: FactSource;
    readonly option: FactOption;
    /** The categories of the slices that recordings of the same time share; absent if each has its own. */
    readonly sharedCategories?: readonly string[];
  }[];
  /** The categories of its slices: the summary, the findings or its table tell all about them. */
  readonly categories: readonly string[];
  /** Its table, and where that is shown; null if it has none. */
  readonly shown: ColumnFactShown | null;
}

/** What is shown of a {@link ColumnFact}. */
export interface ColumnFactShown {
  readonly topic: FactTopic;
  /** Without rows where it was not recorded. */
  readonly table: (columns: RecordedColumns, form: TableForm) => ReportTable;
}

/**
 * `work` is what a program did for others, and stands before where its time went; `code` stands beside the hottest
 * lines and functions, `memory` beside curves and allocations.
 */
export type FactTopic = 'work' | 'code' | 'memory';

/** A source of records. */
export interface FactSource {
  readonly name: string;
  /** The start of a sentence about losses. */
  readonly title: string;
  /** Whether its records are there at the end of a recording alone. */
  readonly isLate: boolean;
}

/** An option among those of a recording. */
export interface FactOption extends RecordingOption {
  readonly name: string;
  /** The option that it follows in help and settings. */
  readonly after: string;
  /** Whether upstream profilers record such things, too; else recordings by their APIs have it on request alone. */
  readonly isUpstream: boolean;
}

/** An option of `kernelscope show`, named like the fact, that prints its table. */
export interface FactCommand {
  /** The letter that stands for it. */
  readonly letter: string;
  /** What the rows are, in the plural. */
  readonly noun: string;
}

/** One of the runs that become one profile. */
export interface FactRun<Parts> {
  readonly parts: Parts;
  /** The recorded process. */
  readonly pid: number;
  /** Nanoseconds from the origin of the whole to that of the run; below 0 where the whole is a later part of it. */
  readonly shiftNs: number;
}

/** A time of a run on the clock of the whole, nanoseconds; 0 for one from before. */
export function timeInWhole(ns: number, { shiftNs }: Pick<FactRun<object>, 'shiftNs'>): number {
  return Math.max(0, ns + shiftNs);
}

/** How much of a table is shown, and in which language. */
export interface TableForm {
  /** Rows at most, 0 for all. */
  readonly top: number;
  /** True where the profile is a part of another, so that it may lack something. */
  readonly isPart?: boolean;
  readonly trans: Translator;
  readonly formats: CellFormats;
}
