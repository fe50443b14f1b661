import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { encodeKscope } from '../../src/formats';
import { stepName } from '../../src/analysis';
import type { Profile, ProfileMeta } from '../../src/model/profile/profile';
import { ProfileBuilder } from '../../src/model/build/profileBuilder';
import { sampleMeta } from './drawProfile';

const NS_PER_MS = 1e6;

/** One cycle of one rank, as {@link rankProfile} makes it. */
export interface RankCycle {
  readonly rank: number;
  /** Numbers of its steps; none gives operators without steps. */
  readonly steps: readonly number[];
  /** Duration of an operator, milliseconds. */
  readonly operatorMs: (name: string, step: number) => number;
  /** Names of the operators in a step, one after the other. */
  readonly operators?: readonly string[];
  readonly meta?: Partial<ProfileMeta>;
}

/** Operators of a step unless told otherwise. */
export const OPERATORS = ['Load', 'MatMul', 'Relu', 'AllReduce'] as const;

/** A profile whose steps are made of operators of planted durations, and hold a counter of bytes. */
export function rankProfile(cycle: RankCycle): Profile {
  const { rank, steps, operatorMs, operators = OPERATORS, meta = {} } = cycle;
  const builder = new ProfileBuilder();
  const track = builder.addTrack({ name: 'main', kind: 'thread' });
  let time = 0;
  const addOperators = (step: number): void => {
    for (const name of operators) {
      const duration = operatorMs(name, step) * NS_PER_MS;
      builder.addSlice({ name, category: 'operator', start: time, duration, track });
      time += duration;
    }
  };
  for (const step of steps) {
    const operatorsMs = operators.reduce((sum, name) => sum + operatorMs(name, step), 0);
    const duration = operatorsMs * NS_PER_MS;
    const name = stepName(step);
    builder.addSlice({ name, category: 'range', start: time, duration, track });
    addOperators(step);
  }
  if (steps.length === 0) addOperators(0);
  builder.addCounter({
    name: 'tfjs/cpu',
    category: 'Device Storage',
    unit: 'bytes',
    kind: 'set',
    track,
    time: Float64Array.of(0, time),
    value: Float64Array.of(1000, 1000 * (rank + 1))
  });
  return builder.build({ ...sampleMeta(time), ...rankMeta(rank), ...meta });
}

/** Facts of the process of a rank, which has recorded its number. */
export function rankMeta(rank: number): Partial<ProfileMeta> {
  return { host: `node${rank >> 3}`, pid: 1000 + rank, options: { rank: String(rank) } };
}

/** Milliseconds that operators usually take in {@link writePlantedRanks}. */
const USUAL_MS: Readonly<Record<string, number>> = { Load: 3, MatMul: 20, Relu: 2, AllReduce: 5 };

/** Ranks and steps that {@link writePlantedRanks} makes late. */
const PLANTED = { slowRank: 37, lateRank: 5, lateStep: 11 } as const;

/** How long an operator usually takes, on every rank. */
export const usualMs = (name: string): number => USUAL_MS[name];

function plantedMs(rank: number, name: string, step: number): number {
  const noise = 1 + (((rank * 7 + step * 13) % 11) - 5) / 1000;
  const isLate = rank === PLANTED.lateRank && step === PLANTED.lateStep && name === 'Load';
  const slow = rank === PLANTED.slowRank && name === 'MatMul' ? 1.5 : 1;
  return usualMs(name) * noise * slow * (1 + step / 100) + (isLate ? 90 : 0);
}

/**
 * Writes the directories of 64 ranks with the steps 2 to 21. Rank 37 is slow in `MatMul`, and rank 5 is
 * 90 ms late in the `Load` of step 11.
 */
export function writePlantedRanks(folder: string): void {
  const steps = Array.from({ length: 20 }, (_, step) => step + 2);
  for (let rank = 0; rank < 64; rank++) {
    const operatorMs = (name: string, step: number): number => plantedMs(rank, name, step);
    writeCycle(folder, rankProfile({ rank, steps, operatorMs }));
  }
}

/** Name of the directory of a process, as output trees call it. */
export function directoryName({ host, pid }: ProfileMeta, cycle = 0): string {
  return `${host}_${pid}_20261121120000${String(cycle).padStart(3, '0')}_kscope`;
}

/** Writes the directory of a cycle into `folder` and returns its path. */
export function writeCycle(folder: string, profile: Profile, cycle = 0): string {
  const directory = path.join(folder, directoryName(profile.meta, cycle));
  mkdirSync(directory, { recursive: true });
  const deflate = (bytes: Uint8Array): Uint8Array => deflateRawSync(bytes, { level: 1 });
  writeFileSync(path.join(directory, 'profile.kscope'), encodeKscope(profile, { deflate }));
  return directory;
}
