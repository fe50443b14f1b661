import type { FactTypes, FindingWith } from '../../facts/shared/finding';
import { FACT_FINDINGS, type FactFindings } from '../../facts/table';

export type {
  FactType,
  FactTypes,
  FindingCosts,
  FindingSelection,
  FindingTarget,
  FindingView
} from '../../facts/shared/finding';

/**
 * What is known of why a line takes its time: one of `CAUSES`, the code that has it, and the place of the loop around
 * that, or of what else makes it costly. Absent where the line has no known cause.
 */
const CAUSE_FACTS = {
  cause: 'laterText',
  causeCode: 'laterText',
  causeFile: 'laterText',
  causeLine: 'laterNumber'
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
    file: 'text',
    line: 'number',
    code: 'text',
    function: 'text',
    timeNs: 'number',
    fromFile: 'laterText',
    fromLine: 'laterNumber',
    called: 'laterText',
    calledShare: 'laterNumber',
    builtIn: 'laterText',
    ...CAUSE_FACTS
  },
  /** The same of a function, where lines were not recorded. */
  hotFunction: { file: 'text', line: 'number', function: 'text', timeNs: 'number' },
  /** Garbage collection; the function is the one in which most of it happened. */
  garbage: { timeNs: 'number', count: 'number', function: 'text', file: 'text', line: 'number' },
  /**
   * The thread waited, for `placeNs` of `timeNs` at one `await`, in so many `waits`, of a function that was called most
   * from `fromFile` and `fromLine`. Without a place `placeNs` is what is known of all awaits: less than half. The await of
   * the second most of the time is named where that is worth it.
   */
  waiting: {
    timeNs: 'number',
    placeNs: 'number',
    file: 'text',
    line: 'number',
    code: 'text',
    endedBy: 'text',
    waits: 'laterNumber',
    fromFile: 'laterText',
    fromLine: 'laterNumber',
    secondFile: 'laterText',
    secondLine: 'laterNumber',
    secondNs: 'laterNumber',
    secondEndedBy: 'laterText',
    ...CAUSE_FACTS
  },
  /** Code that ran without a pause made timers late. */
  eventLoop: {
    longestNs: 'number',
    blocks: 'number',
    function: 'text',
    file: 'text',
    line: 'number'
  },
  /**
   * Slices of one name took much of the time, on so many threads, whose times `timeNs` is the sum of; most
   * of it was in the function, if there is one.
   */
  dominates: {
    category: 'text',
    name: 'text',
    timeNs: 'number',
    count: 'number',
    threads: 'laterNumber',
    function: 'text'
  },
  /**
   * The requests to a server of one name, with percentiles of their durations; the share is that of their time which
   * was spent in the function, or in waiting at the line if there is none, of a function that was called most from
   * `fromFile` and `fromLine`.
   */
  requests: {
    name: 'text',
    count: 'number',
    p50Ns: 'number',
    p95Ns: 'number',
    function: 'text',
    file: 'text',
    line: 'number',
    fromFile: 'laterText',
    fromLine: 'laterNumber',
    ...CAUSE_FACTS
  },
  /** Slices of one name became longer from run to run. */
  grew: { category: 'text', name: 'text', count: 'number', firstNs: 'number', lastNs: 'number' },
  /** A few slices of one name took much longer than the others; the longest is the `run`th of them. */
  outliers: {
    category: 'text',
    name: 'text',
    count: 'number',
    outliers: 'number',
    run: 'number',
    medianNs: 'number',
    longestNs: 'number'
  },
  /** A GPU had nothing to do; the cause is one of `IdleCause`. */
  gpuIdle: { device: 'number', idleNs: 'number', cause: 'text', causeNs: 'number', host: 'text' },
  /**
   * Memory that was still held after the last full garbage collection; the function allocated
   * `aliveBytes` of what is still alive, more than any other, ± `errorBytes` with 95 % confidence. Without a
   * function, they are 0 if that was not recorded. Of heap snapshots, the constructor that grew most: its new `objects` are held by way of
   * `path`; empty without snapshots.
   */
  memory: {
    counter: 'text',
    grownBytes: 'number',
    heldBytes: 'number',
    function: 'text',
    file: 'text',
    line: 'number',
    aliveBytes: 'number',
    errorBytes: 'number',
    object: 'text',
    objects: 'number',
    retainedBytes: 'number',
    path: 'text'
  },
  /** A function that allocated most of all the bytes that were allocated, ± `errorBytes` with 95 % confidence. */
  allocations: {
    function: 'text',
    file: 'text',
    line: 'number',
    allocatedBytes: 'number',
    errorBytes: 'number',
    allBytes: 'number'
  },
  /** Recording itself took much of the time; the option is the one that costs most. */
  overhead: { timeNs: 'number', option: 'text' },
  /** For `waitedNs` of `wallNs` the thread had something to run, and waited for a core. */
  busyMachine: { waitedNs: 'number', wallNs: 'number' },
  /** There are fewer samples than the options of the recording ask for, for the time that the thread ran. */
  fewSamples: { samples: 'number', expected: 'number' }
} as const satisfies Readonly<Record<string, FactTypes>>;

type FindingFacts = typeof OWN_FINDING_FACTS & FactFindings;

/** A kind of finding. */
export type FindingKind = keyof FindingFacts;

/** The facts of each kind of finding, those of `facts/table.ts` too. */
export const FINDING_FACTS: ReadonlyMap<string, FactTypes> = new Map<string, FactTypes>([
  ...Object.entries(OWN_FINDING_FACTS),
  ...FACT_FINDINGS.map(({ kind, facts }) => [kind, facts] as const)
]);

/** A finding of one kind. */
export type FindingOf<Kind extends FindingKind> = FindingWith<Kind, FindingFacts[Kind]>;

/** Something about a profile that is worth a sentence, with its evidence and its uncertainty. */
export type Finding = { readonly [Kind in FindingKind]: FindingOf<Kind> }[FindingKind];

/** Kinds of findings that say how far a profile can be trusted, or what happened seldom; of each there is one at most. */
const REMARKS: readonly FindingKind[] = ['busyMachine', 'outliers', 'overhead', 'fewSamples'];

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

/**
 * The wall time of the profiled thread by what it was used for, nanoseconds; they add up to the length of
 * the run without the start-up of a program. Where other threads ran too, the time of all threads, as by package. Garbage
 * collection counts for nothing else; the GPU has the time for which the thread waited or was in native code while a GPU
 * worked.
 */
export interface TimeShares {
  /** The user's own code. */
  readonly userNs: number;
  readonly libraryNs: number;
  /** V8's and Node's own code, native modules and the operating system. */
  readonly nativeNs: number;
  readonly gcNs: number;
  readonly waitingNs: number;
  readonly gpuNs: number;
  /** Ready to run, while others had all cores of the machine; absent where not known. */
  readonly coreWaitNs?: number;
}

/** The names of the shares in the order in which they are shown. */
export const TIME_SHARES = [
  'userNs',
  'libraryNs',
  'nativeNs',
  'gcNs',
  'waitingNs',
  'gpuNs',
  'coreWaitNs'
] as const satisfies readonly (keyof TimeShares)[];

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
