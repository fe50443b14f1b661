import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from '../figure';
import { floorCase, interleave, median } from '../harness';
import { HOTTEST, hottestOf } from '../peers/hottest';
import {
  PROGRAM_NAMES,
  type PeerProgram,
  type ProgramName,
  peerPrograms
} from '../peers/peerPrograms';
import { type ProfiledRun, profiledRun } from '../peers/profiledRun';
import {
  type MissingProfiler,
  PROFILER_NAMES,
  type PeerProfiler,
  type ProfilerName,
  peerProfilers
} from '../peers/profilers';
import { printTable } from '../printTable';

const ROUNDS = 5;

const MS_PER_S = 1000;
const BYTES_PER_KB = 1000;

const HEADINGS = ['CPU s', '÷ none', 'file kB', `of ${HOTTEST} hottest`, 'profiler'];

/** Those that `kernelscope run` is compared with. */
const PEERS = PROFILER_NAMES.filter((name): name is Exclude<ProfilerName, 'run'> => name !== 'run');

/** The runs of one program by profiler, those of a round at the same place. */
type ProgramRuns = Readonly<Record<ProfilerName, readonly ProfiledRun[]>>;

type Profilers = Readonly<Record<ProfilerName, PeerProfiler | MissingProfiler>>;

/**
 * `kernelscope run` beside other profilers, on three programs: CPU time, size of the files, and the hottest
 * functions. Prints a table for each program.
 */
export async function measure(): Promise<readonly Figure[]> {
  if (!existsSync('/proc/self/stat')) return skipAll(PROGRAM_NAMES, 'the system has no /proc');
  const { floor } = await interleave({ floor: floorCase() });
  const folder = mkdtempSync(join(tmpdir(), 'kernelscope-bench-'));
  try {
    const profilers = peerProfilers();
    const programs = peerPrograms(folder);
    return PROGRAM_NAMES.flatMap(name =>
      measureProgram(name, programs[name], { profilers, folder, floorNs: median(floor) })
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface ProgramDeps {
  readonly profilers: Profilers;
  /** Where profilers write. */
  readonly folder: string;
  readonly floorNs: number;
}

function measureProgram(name: ProgramName, program: PeerProgram, deps: ProgramDeps): Figure[] {
  if ('missing' in program) return skipAll([name], program.missing);
  const { profilers, folder, floorNs } = deps;
  const runs = Object.fromEntries(
    PROFILER_NAMES.map(each => [each, [] as ProfiledRun[]])
  ) as Record<ProfilerName, ProfiledRun[]>;
  const runsOf = (profiler: PeerProfiler | MissingProfiler): ProfiledRun[] =>
    'missing' in profiler ? [] : [profiledRun(profiler, program.args, folder)];
  for (let round = 0; round < ROUNDS; round++) {
    for (const each of PROFILER_NAMES) runs[each].push(...runsOf(profilers[each]));
  }
  printTable(
    `Profilers on ${name}, medians of ${ROUNDS} rounds`,
    HEADINGS,
    rowsOf(runs, profilers)
  );
  const figures = PEERS.map((peer): Figure => {
    const figure = { name: `peer.${peer}.${name}` } as const;
    const profiler = profilers[peer];
    if ('missing' in profiler) return { ...figure, skipped: profiler.missing };
    return { ...figure, value: ratioOf(runs.run, runs[peer]), floorNs };
  });
  const lost = ownAgreement(runs.cpuProf) - agreementOf(runs.cpuProf, runs.run);
  const missed = (100 * Math.max(0, lost)) / HOTTEST;
  return [...figures, { name: `peer.hottest.${name}`, value: missed, floorNs }];
}

function skipAll(programs: readonly ProgramName[], skipped: string): Figure[] {
  return programs.flatMap(program =>
    [...PEERS, 'hottest' as const].map((each): Figure => {
      return { name: `peer.${each}.${program}`, skipped };
    })
  );
}

/** CPU time of `runs` ÷ that of `others` in the same round. */
function ratioOf(runs: readonly ProfiledRun[], others: readonly ProfiledRun[]): number {
  return median(runs.map(({ cpuMs }, round) => cpuMs / others[round].cpuMs));
}

/** How many of the hottest functions of `runs` are among those of `others`; all rounds count together. */
function agreementOf(runs: readonly ProfiledRun[], others: readonly ProfiledRun[]): number {
  const [hottest, known] = [runs, others].map(each => hottestOf(each.map(run => run.functions)));
  return hottest.filter(each => known.includes(each)).length;
}

/** How well two halves of the same runs agree: more agreement than that cannot be expected. */
const ownAgreement = (runs: readonly ProfiledRun[]): number =>
  agreementOf(
    runs.filter((_, round) => round % 2 === 1),
    runs.filter((_, round) => round % 2 === 0)
  );

function rowsOf(runs: ProgramRuns, profilers: Profilers): string[][] {
  return PROFILER_NAMES.map(name => {
    const { title, ...profiler } = profilers[name];
    if ('missing' in profiler) return ['', '', '', '', `${title} skipped: ${profiler.missing}`];
    const cpuS = median(runs[name].map(({ cpuMs }) => cpuMs)) / MS_PER_S;
    const start = [cpuS.toFixed(2), ratioOf(runs[name], runs.none).toFixed(2)];
    if (name === 'none') return [...start, '', '', title];
    const bytes = median(runs[name].map(each => each.bytes));
    const agreed =
      name === 'cpuProf' ? ownAgreement(runs.cpuProf) : agreementOf(runs.cpuProf, runs[name]);
    return [...start, (bytes / BYTES_PER_KB).toFixed(0), agreed.toFixed(0), title];
  });
}
