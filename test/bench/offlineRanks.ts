import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { rankProfile, writeCycle } from '../support/rankDirectories';
import type { MeasuredAnalysis } from './offlineProgram';

/** Names of the operators of a rank. */
const NAMES = 40;

/** The size of the profile of a rank. */
export interface RankSize {
  readonly steps: number;
  /** Slices of a step, with its own. */
  readonly slices: number;
}

/** Writes the directories of the ranks `from` to `to` - 1. */
export function writeRanks(
  folder: string,
  { steps: count, slices }: RankSize,
  [from, to]: readonly [from: number, to: number]
): void {
  const steps = Array.from({ length: count }, (_, step) => step);
  const operators = Array.from({ length: slices - 1 }, (_, at) => `Operator${at % NAMES}`);
  for (let rank = from; rank < to; rank++) {
    const operatorMs = (name: string, step: number): number =>
      (name.length + ((rank * 7 + step) % 11)) / 100;
    writeCycle(folder, rankProfile({ rank, steps, operatorMs, operators }));
  }
}

/**
 * Analyses the directories of so many ranks in a process of its own, all files or `tables` alone, and
 * forgets their rows.
 */
export async function analyseRanks(
  folder: string,
  ranks: number,
  wanted: 'files' | 'tables'
): Promise<MeasuredAnalysis> {
  const sqlFolder = join(__dirname, '..', '..', 'src', 'compat', 'mindspore', 'offline', 'sql');
  const program = join(__dirname, 'offlineProgram.js');
  const child = fork(program, [folder, sqlFolder, wanted], { execArgv: [] });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The analysis of ${ranks} ranks ended with ${code}`);
  });
  const measuring = once(child, 'message') as Promise<[MeasuredAnalysis]>;
  const [measured] = await Promise.race([measuring, ended]);
  await ended.catch(() => undefined);
  rmSync(join(folder, 'rows'), { recursive: true });
  if (measured.analysed !== ranks) {
    throw new Error(`Only ${measured.analysed} of ${ranks} directories were analysed`);
  }
  return measured;
}
