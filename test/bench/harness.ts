import { monotonicClock } from '../../src/base/clock';

/** One thing to time. */
export interface BenchCase {
  /** Operations in one round. */
  readonly times: number;
  /** Does the operation so many times; what it returns is awaited when it is a promise. */
  run(times: number): unknown;
  /** Not timed. */
  before?(): unknown;
  after?(): unknown;
}

/** How often {@link interleave} measures. */
export interface RoundCount {
  /** Rounds that count. Default 101; never less than {@link LEAST_ROUNDS}. */
  readonly rounds?: number;
  /** Rounds before them, in which the code is compiled. Default 15. */
  readonly warmup?: number;
}

/** Rounds behind every figure at least. */
export const LEAST_ROUNDS = 7;

/** Nanoseconds for one operation, in each round. */
export type RoundTimes<Name extends string> = Readonly<Record<Name, readonly number[]>>;

/**
 * Times every case once in each round, so that what disturbs the machine disturbs all alike. Rounds
 * of about a millisecond are best: most of them pass without another program getting a turn.
 */
export async function interleave<Name extends string>(
  cases: Readonly<Record<Name, BenchCase>>,
  { rounds = 101, warmup = 15 }: RoundCount = {}
): Promise<RoundTimes<Name>> {
  if (rounds < LEAST_ROUNDS) throw new RangeError(`At least ${LEAST_ROUNDS} rounds, not ${rounds}`);
  const names = Object.keys(cases) as Name[];
  for (let round = 0; round < warmup; round++) await timeRound(cases, names);
  const times: Record<Name, number>[] = [];
  for (let round = 0; round < rounds; round++) times.push(await timeRound(cases, names));
  const columns = names.map(name => [name, times.map(one => one[name])]);
  return Object.fromEntries(columns) as RoundTimes<Name>;
}

async function timeRound<Name extends string>(
  cases: Readonly<Record<Name, BenchCase>>,
  names: readonly Name[]
): Promise<Record<Name, number>> {
  const times: [Name, number][] = [];
  for (const name of names) times.push([name, await timeOnce(cases[name])]);
  return Object.fromEntries(times) as Record<Name, number>;
}

async function timeOnce(one: BenchCase): Promise<number> {
  await one.before?.();
  const start = monotonicClock();
  const pending = one.run(one.times);
  if (pending instanceof Promise) await pending;
  const end = monotonicClock();
  await one.after?.();
  return Number(end - start) / one.times;
}

/** The middle value, or the mean of the two in the middle; NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length % 2 === 1) return sorted[middle];
  return (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The counter that timed operations advance, so that none of them is optimised away. */
export const sink = { value: 0 };

/** F: two reads of the clock, stored as the recorder stores them. */
export function floorCase(): BenchCase {
  const cell = new BigUint64Array(2);
  const now = monotonicClock;
  return {
    times: 20_000,
    run(times) {
      for (let i = 0; i < times; i++) {
        cell[0] = now();
        sink.value++;
        cell[1] = now();
      }
    }
  };
}
