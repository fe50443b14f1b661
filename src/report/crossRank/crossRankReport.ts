/** Version of {@link CrossRankReport} as JSON. */
export const CROSS_RANK_VERSION = 1;

/** A comparison of the ranks of one or more runs. Times are nanoseconds. */
export interface CrossRankReport {
  readonly version: typeof CROSS_RANK_VERSION;
  /** `recorded` by the processes, from the order of directory `names`, or some so and some so. */
  readonly ranksFrom: 'recorded' | 'names' | 'mixed';
  readonly runs: readonly CrossRankRun[];
}

/** One start of all ranks. */
export interface CrossRankRun {
  readonly run: number;
  /** A `phase` is a step, or a cycle where the run has no steps. */
  readonly comparedBy: 'step' | 'cycle';
  /** Directories that belong to it. */
  readonly cycles: number;
  /** Distinct phases of all ranks together. */
  readonly phaseCount: number;
  /** All ranks, the slowest first. */
  readonly ranks: readonly RankFigures[];
  /** The division of the time of steps, by rank; empty if the run has no steps. */
  readonly rankTimes: readonly RankTimes[];
  /** Phases by how far the ranks are apart, the widest first; 10,000 at most. */
  readonly phases: readonly PhaseFigures[];
  /**
   * Single phases in which a rank took far longer than is usual for it, the worst first; 100 at most.
   */
  readonly stragglers: readonly Straggler[];
  /** Names by how far their slowest rank is above the median; 100 at most. */
  readonly operators: readonly OperatorFigures[];
  /** For each rank the names that take it furthest above the median; five a rank at most. */
  readonly rankOperators: readonly RankOperator[];
  readonly memory: readonly MemoryPeak[];
}

/** One rank of a run. */
export interface RankFigures {
  readonly rank: number;
  readonly host: string;
  readonly pid: number;
  readonly cycles: number;
  /** Cycles whose end is missing, since the process was killed or the file cut off. */
  readonly recoveredCycles: number;
  /** Phases that it has. */
  readonly phases: number;
  readonly totalNs: number;
  /** The median of its phases; null if it has none, like the three below. */
  readonly medianNs: number | null;
  readonly maxNs: number | null;
  /** The typical time of its phases, as a multiple of the median of all ranks. */
  readonly pace: number | null;
  /** The time of its phases beyond the medians of all ranks. */
  readonly excessNs: number;
}

/** The average division of the time of one rank's steps: the parts add up to `durationNs`. */
export interface RankTimes {
  readonly rank: number;
  readonly durationNs: number;
  /** Operators ran; with a GPU, kernels on it. */
  readonly computingNs: number;
  readonly dataWaitNs: number;
  readonly gpuWaitNs: number;
  /** Messages between threads were on their way, and nothing else was measured. */
  readonly communicationNs: number;
  readonly freeNs: number;
}

/** One phase over all ranks that have it. */
export interface PhaseFigures {
  readonly phase: number;
  readonly ranks: number;
  readonly minNs: number;
  readonly medianNs: number;
  readonly maxNs: number;
  /** `maxNs` − `minNs`. */
  readonly skewNs: number;
  readonly slowestRank: number;
  readonly fastestRank: number;
}

/** A rank that was late in one phase. */
export interface Straggler {
  readonly rank: number;
  readonly phase: number;
  readonly durationNs: number;
  /** The median of the ranks times the rank's own pace. */
  readonly expectedNs: number;
  readonly excessNs: number;
}

/** One name over all ranks: self time a phase. */
export interface OperatorFigures {
  readonly category: string;
  readonly name: string;
  readonly minNs: number;
  readonly medianNs: number;
  readonly maxNs: number;
  /** `maxNs` − `medianNs`. */
  readonly excessNs: number;
  readonly slowestRank: number;
}

/** One name in one rank: calls and self time a phase. */
export interface RankOperator {
  readonly rank: number;
  readonly category: string;
  readonly name: string;
  readonly calls: number;
  readonly selfNs: number;
  /** Of all ranks. */
  readonly medianNs: number;
  readonly excessNs: number;
}

/** The highest value of a counter of bytes. */
export interface MemoryPeak {
  readonly name: string;
  readonly rank: number;
  readonly peakBytes: number;
  /** Median of the ranks' peaks. */
  readonly medianBytes: number;
}
