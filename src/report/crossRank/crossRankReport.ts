import {
  list,
  literal,
  nullable,
  record,
  signedNumber,
  text,
  type ValueOf,
  wholeNumber,
  word
} from '../../schema/schema';

/** Version of {@link CrossRankReport} as JSON. */
export const CROSS_RANK_VERSION = 1;

/** Most runs of a report, and most rows of each list of a run. */
export const CROSS_RANK_REPORT_LIMITS = { runs: 100, rows: 200_000 } as const;

/** Whole and other numbers of either sign: what SQL made of a file is shown as it is. */
const WHOLE = wholeNumber(-Number.MAX_SAFE_INTEGER);
const SIGNED = signedNumber();

/** The fields of a {@link RankFigures}. */
export const RANK = record({
  rank: WHOLE,
  host: text(),
  pid: WHOLE,
  cycles: WHOLE,
  /** Cycles whose end is missing, since the process was killed or the file cut off. */
  recoveredCycles: WHOLE,
  phases: WHOLE,
  totalNs: SIGNED,
  /** The median of its phases; null if it has none, like the three below. */
  medianNs: nullable(SIGNED),
  maxNs: nullable(SIGNED),
  /** The typical time of its phases, as a multiple of the median of all ranks. */
  pace: nullable(SIGNED),
  /** The time of its phases beyond the medians of all ranks. */
  excessNs: SIGNED
});

/** One rank of a run. */
export type RankFigures = ValueOf<typeof RANK>;

/** The fields of a {@link RankTimes}. */
export const RANK_TIMES = record({
  rank: WHOLE,
  durationNs: SIGNED,
  /** Operators ran; with a GPU, kernels on it. */
  computingNs: SIGNED,
  dataWaitNs: SIGNED,
  gpuWaitNs: SIGNED,
  /** Messages between threads were on their way, and nothing else was measured. */
  communicationNs: SIGNED,
  freeNs: SIGNED
});

/** The average division of the time of one rank's steps: the parts add up to `durationNs`. */
export type RankTimes = ValueOf<typeof RANK_TIMES>;

/** The fields of a {@link PhaseFigures}. */
export const PHASE = record({
  phase: WHOLE,
  ranks: WHOLE,
  minNs: SIGNED,
  medianNs: SIGNED,
  maxNs: SIGNED,
  /** `maxNs` − `minNs`. */
  skewNs: SIGNED,
  slowestRank: WHOLE,
  fastestRank: WHOLE
});

/** One phase over all ranks that have it. */
export type PhaseFigures = ValueOf<typeof PHASE>;

/** The fields of a {@link Straggler}. */
export const STRAGGLER = record({
  rank: WHOLE,
  phase: WHOLE,
  durationNs: SIGNED,
  /** The median of the ranks times the rank's own pace. */
  expectedNs: SIGNED,
  excessNs: SIGNED
});

/** A rank that was late in one phase. */
export type Straggler = ValueOf<typeof STRAGGLER>;

/** The fields of a {@link OperatorFigures}. */
export const OPERATOR = record({
  category: text(),
  name: text(),
  minNs: SIGNED,
  medianNs: SIGNED,
  maxNs: SIGNED,
  /** `maxNs` − `medianNs`. */
  excessNs: SIGNED,
  slowestRank: WHOLE
});

/** One name over all ranks: self time a phase. */
export type OperatorFigures = ValueOf<typeof OPERATOR>;

/** The fields of a {@link RankOperator}. */
export const RANK_OPERATOR = record({
  rank: WHOLE,
  category: text(),
  name: text(),
  calls: SIGNED,
  selfNs: SIGNED,
  /** Of all ranks. */
  medianNs: SIGNED,
  excessNs: SIGNED
});

/** One name in one rank: calls and self time a phase. */
export type RankOperator = ValueOf<typeof RANK_OPERATOR>;

/** The fields of a {@link MemoryPeak}. */
export const MEMORY_PEAK = record({
  name: text(),
  rank: WHOLE,
  peakBytes: SIGNED,
  /** Median of the ranks' peaks. */
  medianBytes: SIGNED
});

/** The highest value of a counter of bytes. */
export type MemoryPeak = ValueOf<typeof MEMORY_PEAK>;

const { rows: ROWS, runs: RUNS } = CROSS_RANK_REPORT_LIMITS;

const RUN = record({
  run: wholeNumber(),
  /** A `phase` is a step, or a cycle where the run has no steps. */
  comparedBy: word({ step: true, cycle: true }),
  /** Directories that belong to it. */
  cycles: wholeNumber(),
  /** Distinct phases of all ranks together. */
  phaseCount: wholeNumber(),
  /** All ranks, the slowest first. */
  ranks: list(RANK, ROWS),
  /** The division of the time of steps, by rank; empty if the run has no steps. */
  rankTimes: list(RANK_TIMES, ROWS),
  /** Phases by how far the ranks are apart, the widest first; 10,000 at most. */
  phases: list(PHASE, ROWS),
  /**
   * Single phases in which a rank took far longer than is usual for it, the worst first; 100 at most.
   */
  stragglers: list(STRAGGLER, ROWS),
  /** Names by how far their slowest rank is above the median; 100 at most. */
  operators: list(OPERATOR, ROWS),
  /** For each rank the names that take it furthest above the median; five a rank at most. */
  rankOperators: list(RANK_OPERATOR, ROWS),
  memory: list(MEMORY_PEAK, ROWS)
});

/** One start of all ranks. */
export type CrossRankRun = ValueOf<typeof RUN>;

/** Schema of {@link CrossRankReport}. */
export const CROSS_RANK_REPORT_SCHEMA = record({
  version: literal(CROSS_RANK_VERSION),
  /** `recorded` by the processes, from the order of directory `names`, or some so and some so. */
  ranksFrom: word({ recorded: true, names: true, mixed: true }),
  runs: list(RUN, RUNS)
});

/** A comparison of the ranks of one or more runs. Times are nanoseconds. */
export type CrossRankReport = ValueOf<typeof CROSS_RANK_REPORT_SCHEMA>;
