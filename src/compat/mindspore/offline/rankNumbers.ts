import type { CycleFacts } from './rows/cycleRows';

/** A cycle's place among all. */
export interface CyclePlace {
  /** Counted from 0: the first start of a rank, the second … */
  readonly run: number;
  readonly rank: number;
  /** Counted from 0 within the rank, in order of start. */
  readonly cycle: number;
}

/** The source of the ranks. */
export type RankSource = 'recorded' | 'names' | 'mixed';

/** The result of {@link numberRanks}. */
export interface NumberedCycles {
  readonly places: readonly CyclePlace[];
  /** `recorded` by the processes, from the order of directory `names`, or some so and some so. */
  readonly source: RankSource;
}

type Facts = Pick<CycleFacts, 'host' | 'pid' | 'rank' | 'startedAtMs'>;

/** One process with the positions of its cycles. */
interface Member {
  readonly recorded: number | null;
  readonly cycles: number[];
  startedAtMs: number;
}

/**
 * Sorts cycles, given in the order of their directories' names, by run and rank. Cycles with the same
 * host, process and recorded rank are of one rank. Where no rank was recorded, processes get the numbers
 * that are free, in the order of names. A rank that several processes recorded was started several
 * times: the first start of each rank is run 0, the second run 1.
 */
export function numberRanks(cycles: readonly Facts[]): NumberedCycles {
  const members = membersOf(cycles);
  const recorded = members.filter(({ recorded }) => recorded !== null);
  const taken = new Set(recorded.map(({ recorded: rank }) => rank));
  const starts = new Map<number, number>();
  const places: CyclePlace[] = [];
  let free = 0;
  const rankOf = (member: Member): number => {
    if (member.recorded !== null) return member.recorded;
    while (taken.has(free)) free++;
    return free++;
  };
  const ranked = members.map(member => ({ member, rank: rankOf(member) }));
  for (const { member, rank } of ranked.sort((a, b) => byStart(a.member, b.member))) {
    const run = starts.get(rank) ?? 0;
    starts.set(rank, run + 1);
    member.cycles.sort((a, b) => cycles[a].startedAtMs - cycles[b].startedAtMs || a - b);
    member.cycles.forEach((at, cycle) => (places[at] = { run, rank, cycle }));
  }
  return { places, source: sourceOf(recorded.length, members.length) };
}

function membersOf(cycles: readonly Facts[]): Member[] {
  const members = new Map<string, Member>();
  cycles.forEach(({ host, pid, rank, startedAtMs }, at) => {
    const key = JSON.stringify([host, pid, rank]);
    const member = members.get(key) ?? { recorded: rank, cycles: [], startedAtMs };
    member.startedAtMs = Math.min(member.startedAtMs, startedAtMs);
    member.cycles.push(at);
    members.set(key, member);
  });
  return [...members.values()];
}

function byStart(a: Member, b: Member): number {
  return a.startedAtMs - b.startedAtMs || a.cycles[0] - b.cycles[0];
}

function sourceOf(recorded: number, all: number): RankSource {
  if (recorded === all) return 'recorded';
  return recorded === 0 ? 'names' : 'mixed';
}
