import type { CrossRankInput, RankDirectory } from '../../src/formats';
import type { RankGrid } from '../../src/layout';
import type { CrossRankReport, CrossRankRun, RankFigures } from '../../src/report';

/** The ranks of {@link plantedRanks} that differ from the others. */
export const PLANTED_RANKS = { slow: 3, lateIn: 17, late: 1 } as const;

/** Ranks on a host. */
const ON_HOST = 8;

/** A number in 0 … 1 that depends on two others alone. */
function noise(a: number, b: number): number {
  const mixed = Math.sin(a * 12.9898 + b * 78.233) * 43758.5453;
  return mixed - Math.floor(mixed);
}

/** The grid of `ranks` ranks with the steps 0, 1, …: rank 3 is slow, and rank 1 late in step 17. */
export function plantedGrid(ranks: number, steps: number): RankGrid {
  const { slow, late, lateIn } = PLANTED_RANKS;
  const multiples = new Float32Array(ranks * steps);
  for (let cell = 0; cell < multiples.length; cell++) {
    const [rank, step] = [Math.floor(cell / steps), cell % steps];
    const isLate = rank === late && step === lateIn;
    multiples[cell] = (rank === slow ? 1.4 : isLate ? 3 : 1) * (0.98 + 0.04 * noise(rank, step));
  }
  return {
    run: 0,
    ranks: Array.from({ length: ranks }, (_, rank) => rank),
    rowSize: 1,
    rows: ranks,
    phases: Array.from({ length: steps }, (_, step) => ({
      first: step,
      last: step,
      medianNs: 30e6
    })),
    multiples
  };
}

function figuresOf(rank: number, steps: number): RankFigures {
  const pace = rank === PLANTED_RANKS.slow ? 1.4 : 1 + 0.0001 * noise(rank, 1);
  return {
    ...{ rank, pid: 1000 + rank, cycles: 1, recoveredCycles: 0, phases: steps, pace },
    host: `node${Math.floor(rank / ON_HOST)}`,
    totalNs: pace * steps * 30e6,
    medianNs: pace * 30e6,
    maxNs: pace * 33e6,
    excessNs: (pace - 1) * steps * 30e6
  };
}

function plantedRun(ranks: number, steps: number): CrossRankRun {
  const { slow, late, lateIn } = PLANTED_RANKS;
  const all = Array.from({ length: ranks }, (_, rank) => rank);
  return {
    ...{ run: 0, comparedBy: 'step', cycles: ranks, phaseCount: steps },
    ranks: all
      .map(rank => figuresOf(rank, steps))
      .sort((a, b) => (b.pace ?? 0) - (a.pace ?? 0) || a.rank - b.rank),
    rankTimes: all.map(rank => {
      const computingNs = rank === slow ? 32e6 : 20e6;
      const rest = { dataWaitNs: 4e6, gpuWaitNs: 0, communicationNs: 5e6, freeNs: 1e6 };
      return { rank, computingNs, ...rest, durationNs: computingNs + 10e6 };
    }),
    phases: [],
    stragglers: [{ rank: late, phase: lateIn, durationNs: 90e6, expectedNs: 30e6, excessNs: 60e6 }],
    operators: [],
    rankOperators: ['MatMul', 'Conv2D'].map((name, at) => ({
      ...{ rank: slow, category: 'operator', name, calls: 2 },
      ...{ selfNs: 20e6 - at * 9e6, medianNs: 10e6, excessNs: 10e6 - at * 9e6 }
    })),
    memory: []
  };
}

/** A comparison with {@link plantedGrid}, and the directories of its ranks. */
export function plantedRanks(ranks: number, steps: number): CrossRankInput {
  const report: CrossRankReport = {
    version: 1,
    ranksFrom: 'recorded',
    runs: [plantedRun(ranks, steps)]
  };
  const directories = Array.from({ length: ranks }, (_, rank): RankDirectory => [
    0,
    rank,
    0,
    `rank${rank}_kscope`
  ]);
  return { report, grids: [plantedGrid(ranks, steps)], directories, folder: 'data' };
}
