import {
  type FactTypes,
  FINDING_TARGET,
  type FindingWith,
  LATER_NUMBER,
  LATER_TEXT,
  NUMBER,
  TEXT
} from '../../facts/shared/fact';
import { FACT_FINDINGS, type FactFindings } from '../../facts/table';
import {
  fieldOf,
  nullable,
  number,
  optional,
  record,
  type Schema,
  type ValueOf,
  word
} from '../../schema/schema';

export type {
  FindingCosts,
  FindingSelection,
  FindingTarget,
  FindingView
} from '../../facts/shared/fact';

/**
 * What is known of why a line takes its time: one of `CAUSES`, the code that has it, and the place of the loop around
 * that, or of what else makes it costly. Absent where the line has no known cause.
 */
const CAUSE_FACTS = {
  cause: LATER_TEXT,
  causeCode: LATER_TEXT,
  causeFile: LATER_TEXT,
  causeLine: LATER_NUMBER
} as const satisfies FactTypes;

/**
 * The facts of each kind of finding. Times are nanoseconds and end in `Ns`, sizes bytes and end in
 * `Bytes`, shares 0 … 1. `file` and `line` are the place of code, `code` the text of that line.
 */
const OWN_FINDING_FACTS = {
  /**
   * A line of the user's own code took much of the time, with what it called in libraries. Most of that was in calls of
   * its function from `fromFile` and `fromLine`, where that is known. The function `called` took `calledShare` of it, where
   * one stands out in Node, libraries or native code; `builtIn` is one of the language that was called there too.
   */
  hotLine: {
    file: TEXT,
    line: NUMBER,
    code: TEXT,
    function: TEXT,
    timeNs: NUMBER,
    fromFile: LATER_TEXT,
    fromLine: LATER_NUMBER,
    called: LATER_TEXT,
    calledShare: LATER_NUMBER,
    builtIn: LATER_TEXT,
    unqueuedShare: LATER_NUMBER,
    ...CAUSE_FACTS
  },
  /** The same of a function, where lines were not recorded, or none of them stands out. */
  hotFunction: {
    file: TEXT,
    line: NUMBER,
    function: TEXT,
    timeNs: NUMBER,
    called: LATER_TEXT,
    calledShare: LATER_NUMBER,
    unqueuedShare: LATER_NUMBER,
    ...CAUSE_FACTS
  },
  /** Garbage collection; the function is the one in which most of it happened. */
  garbage: { timeNs: NUMBER, count: NUMBER, function: TEXT, file: TEXT, line: NUMBER },
  /**
   * The thread waited while no other one ran, for `placeNs` of `timeNs` at one `await`, in so many `waits`, of a function
   * that was called most from `fromFile` and `fromLine`; `turns` of them came one after another, if there is no other
   * reason known for that; the line itself ran for `ranNs`, if that is much. Without a place `placeNs` is what is known of all awaits: less than half. The await of the second most of the time is named where that is worth it. Where others ran meanwhile, the thread
   * waited for `threadNs` in all; for `blockedNs`, if that is most, it was blocked and not in its event loop. For `startNs` at
   * the place, if that is much, the thread or process that it waited for had yet to start.
   */
  waiting: {
    timeNs: NUMBER,
    threadNs: LATER_NUMBER,
    blockedNs: LATER_NUMBER,
    placeNs: NUMBER,
    file: TEXT,
    line: NUMBER,
    code: TEXT,
    endedBy: TEXT,
    waits: LATER_NUMBER,
    turns: LATER_NUMBER,
    ranNs: LATER_NUMBER,
    startNs: LATER_NUMBER,
    fromFile: LATER_TEXT,
    fromLine: LATER_NUMBER,
    secondFile: LATER_TEXT,
    secondLine: LATER_NUMBER,
    secondNs: LATER_NUMBER,
    secondEndedBy: LATER_TEXT,
    ...CAUSE_FACTS
  },
  /**
   * So many other `threads` ran for `timeNs`, next to never two at a time, while the thread waited for them at one `await`, in
   * so many `waits`, of a function that was called most from `fromFile` and `fromLine`.
   */
  oneAtATime: {
    threads: NUMBER,
    timeNs: NUMBER,
    file: TEXT,
    line: NUMBER,
    code: TEXT,
    waits: NUMBER,
    fromFile: LATER_TEXT,
    fromLine: LATER_NUMBER,
    ...CAUSE_FACTS
  },
  /** Code that ran without a pause made timers late. */
  eventLoop: {
    longestNs: NUMBER,
    blocks: NUMBER,
    function: TEXT,
    file: TEXT,
    line: NUMBER
  },
  /**
   * Slices of one name took much of the time, on so many threads, whose times `timeNs` is the sum of; most
   * of it was in the function, if there is one.
   */
  dominates: {
    category: TEXT,
    name: TEXT,
    timeNs: NUMBER,
    count: NUMBER,
    threads: LATER_NUMBER,
    function: TEXT
  },
  /**
   * The requests to a server of one name, of which so many failed, with percentiles of their durations; the share is that
   * of their time, without waits for a core, which was spent in the function, or in waiting at the line if there is none,
   * of a function that was called most from `fromFile` and `fromLine`. Most of the function's time was at `hotLine`, of
   * which `code`, `called` and the cause tell as in `hotLine`s. The waits were ended by `endedBy`; if the requests had to
   * wait there one at a time, they did so `turns` times for `turnNs` on average. Meanwhile another thread or process ran
   * the function `other` most of the time.
   */
  requests: {
    name: TEXT,
    count: NUMBER,
    errors: LATER_NUMBER,
    p50Ns: NUMBER,
    p95Ns: NUMBER,
    function: TEXT,
    file: TEXT,
    line: NUMBER,
    fromFile: LATER_TEXT,
    fromLine: LATER_NUMBER,
    hotLine: LATER_NUMBER,
    code: LATER_TEXT,
    called: LATER_TEXT,
    calledShare: LATER_NUMBER,
    builtIn: LATER_TEXT,
    endedBy: LATER_TEXT,
    turns: LATER_NUMBER,
    turnNs: LATER_NUMBER,
    other: LATER_TEXT,
    otherFile: LATER_TEXT,
    otherLine: LATER_NUMBER,
    ...CAUSE_FACTS
  },
  /**
   * A runner of tests with its start, its compiler and its imports took nearly all of the time, the `tests` and the top
   * level of the user's modules the rest; most of the runner's was in the package `library`, if there is one. Of the tests
   * `test` took longest, for `testNs`, at `testFile` and `testLine`, where its title is known; there are no files where all tests
   * were shorter than a sample.
   */
  testRunner: {
    runner: TEXT,
    timeNs: NUMBER,
    testsNs: NUMBER,
    files: NUMBER,
    library: TEXT,
    test: LATER_TEXT,
    testNs: LATER_NUMBER,
    testFile: LATER_TEXT,
    testLine: LATER_NUMBER
  },
  /** Slices of one name became longer from run to run. */
  grew: { category: TEXT, name: TEXT, count: NUMBER, firstNs: NUMBER, lastNs: NUMBER },
  /** A few slices of one name took much longer than the others; the longest is the `run`th of them. */
  outliers: {
    category: TEXT,
    name: TEXT,
    count: NUMBER,
    outliers: NUMBER,
    run: NUMBER,
    medianNs: NUMBER,
    longestNs: NUMBER
  },
  /** A GPU had nothing to do; the cause is one of `IdleCause`. */
  gpuIdle: { device: NUMBER, idleNs: NUMBER, cause: TEXT, causeNs: NUMBER, host: TEXT },
  /**
   * Memory that was still held after the last full garbage collection; the function allocated
   * `aliveBytes` of what is still alive, more than any other, ± `errorBytes` with 95 % confidence. Without a
   * function, they are 0 if that was not recorded. Of heap snapshots, the constructor that grew most: its new `objects` are held by way of
   * `path`; empty without snapshots.
   */
  memory: {
    counter: TEXT,
    grownBytes: NUMBER,
    heldBytes: NUMBER,
    function: TEXT,
    file: TEXT,
    line: NUMBER,
    aliveBytes: NUMBER,
    errorBytes: NUMBER,
    object: TEXT,
    objects: NUMBER,
    retainedBytes: NUMBER,
    path: TEXT,
    ...CAUSE_FACTS
  },
  /** A function that allocated most of all the bytes that were allocated, ± `errorBytes` with 95 % confidence. */
  allocations: {
    function: TEXT,
    file: TEXT,
    line: NUMBER,
    allocatedBytes: NUMBER,
    errorBytes: NUMBER,
    allBytes: NUMBER
  },
  /**
   * Memory of the process reached `peakBytes`, nearly at `atNs` after the program began, `risenBytes` more than then; it was
   * `lastBytes` at the end. Most of it came while the function ran, if there is one.
   */
  memoryPeak: {
    peakBytes: NUMBER,
    risenBytes: NUMBER,
    lastBytes: NUMBER,
    atNs: NUMBER,
    function: TEXT,
    file: TEXT,
    line: NUMBER
  },
  /** Recording itself took much of the time; the option is the one that costs most. */
  overhead: { timeNs: NUMBER, option: TEXT },
  /** For `waitedNs` of `wallNs` the thread had something to run, and waited for a core. */
  busyMachine: { waitedNs: NUMBER, wallNs: NUMBER },
  /** There are fewer samples than the options of the recording ask for, for the time that the thread ran. */
  fewSamples: { samples: NUMBER, expected: NUMBER }
} as const satisfies Readonly<Record<string, FactTypes>>;

type FindingFacts = typeof OWN_FINDING_FACTS & FactFindings;

export type FindingKind = keyof FindingFacts;

/** The facts of each kind of finding, those of `facts/table.ts` too. */
const FACTS = new Map(
  [
    ...Object.entries<FactTypes>(OWN_FINDING_FACTS),
    ...FACT_FINDINGS.map(({ kind, facts }) => [kind, facts as FactTypes] as const)
  ].map(([kind, facts]) => [kind, record(facts)] as const)
);

export type FindingOf<Kind extends FindingKind> = FindingWith<Kind, FindingFacts[Kind]>;

/** Something about a profile that is worth a sentence, with its evidence and its uncertainty. */
export type Finding = { readonly [Kind in FindingKind]: FindingOf<Kind> }[FindingKind];

const share = nullable(number());

const OF_ANY_KIND = record({
  kind: word(Object.fromEntries([...FACTS.keys()].map(kind => [kind, true as const]))),
  ...{ share, low: share, high: share },
  target: FINDING_TARGET
});

export const FINDING_SCHEMA: Schema<Finding> = {
  check(value, place) {
    OF_ANY_KIND.check(value, place);
    const { kind, facts } = value as { readonly kind: string; readonly facts: unknown };
    FACTS.get(kind)?.check(facts, fieldOf(place, 'facts'));
  }
};

/** Kinds of findings that say how far a profile can be trusted, or what happened seldom; of each there is one at most. */
const REMARKS: readonly FindingKind[] = [
  'busyMachine',
  'memoryPeak',
  'outliers',
  'overhead',
  'fewSamples'
];

/** Whether a finding is a remark: these come after all others, small and without a number, whatever their share. */
export function isRemark({ kind }: Pick<Finding, 'kind'>): boolean {
  return REMARKS.includes(kind);
}

/** The first finding that is no remark. */
export function firstFinding(findings: readonly Finding[]): Finding | undefined {
  return findings.find(finding => !isRemark(finding));
}

/** The maximum number of findings, besides {@link MAX_REMARKS}. */
export const MAX_FINDINGS = 5;

/** The maximum number of remarks. */
export const MAX_REMARKS = REMARKS.length;

/** Schema of {@link TimeShares}. */
export const SHARES_SCHEMA = record({
  /** The user's own code. */
  userNs: number(),
  libraryNs: number(),
  /** V8's and Node's own code, native modules and the operating system. */
  nativeNs: number(),
  gcNs: number(),
  waitingNs: number(),
  gpuNs: number(),
  /** Ready to run, while others had all cores of the machine; absent where not known. */
  coreWaitNs: optional(number())
});

/**
 * The wall time of the profiled thread by what it was used for, nanoseconds; they add up to the length of
 * the run without the start-up of a program. Where other threads ran too, the time of all threads, as by package. Garbage
 * collection counts for nothing else; the GPU has the time for which the thread waited or was in native code while a GPU
 * worked.
 */
export type TimeShares = ValueOf<typeof SHARES_SCHEMA>;

/** The names of the shares in the order in which they are shown. */
export const TIME_SHARES = Object.keys(SHARES_SCHEMA.fields) as readonly (keyof TimeShares)[];

/** The answers of a profile. */
export interface Findings {
  /**
   * {@link MAX_FINDINGS} at most, empty if nothing stands out: what the user's code does, what is waited for, memory.
   * At last {@link MAX_REMARKS} remarks at most; of each the most important first.
   */
  readonly findings: readonly Finding[];
  /** Null if the stack was not sampled. */
  readonly shares: TimeShares | null;
  /** Those of the main thread alone, where they are of several threads; absent otherwise. */
  readonly mainShares?: TimeShares;
}
