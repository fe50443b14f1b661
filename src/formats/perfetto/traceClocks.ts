import { CLOCK, CLOCK_ID, CLOCK_SNAPSHOT } from './perfettoSchema';
import type { ProtobufReader } from '../shared/protobufReader';
import { type Clock, ClockGraph, type ClockReading } from './clockGraph';
import { CLOCKS_READ } from './readSchema';

/** Clocks with these numbers belong to their sequence, higher ones to the trace. */
const LAST_OF_SEQUENCE = 127;

/** Farthest time from the base, nanoseconds, which is exact; where the first is nearer, the base is 0. */
const MAX_TIME_NS = 2n ** 53n - 1n;

/** A timestamp of a packet. */
export interface ClockStamp {
  /** 0 where the packet names no clock. */
  readonly id: number;
  /** The sequence that the clock belongs to; 0 for a clock of the trace. */
  readonly sequence: number;
  readonly value: bigint;
  /** True where no snapshot has told the unit of the clock: nanoseconds otherwise. */
  readonly isRaw: boolean;
}

/**
 * Turns timestamps of a trace's clocks into nanoseconds of one clock: the primary one that a snapshot
 * names before the first timestamp, else the boot clock. Timestamps without a clock belong to it.
 */
export class TraceClocks {
  readonly #graph = new ClockGraph();
  /** The number of the trace's clock, and the sequence that it belongs to, if any. */
  #main: number = CLOCK_ID.boottime;
  #mainSequence = 0;
  /** The clock of timestamps that name none; 0 while they count as the trace's. */
  #unnamed = 0;
  /** True once a time was needed: the trace's clock stays. */
  #isSettled = false;
  #base: bigint | null = null;
  #firstMain: bigint | null = null;

  /** Takes a snapshot of clocks that the reader is at the beginning of; false for an invalid one. */
  snapshot(reader: ProtobufReader, sequence: number): boolean {
    const readings: ClockReading[] = [];
    let primary = 0;
    while (reader.next()) {
      if (reader.field === CLOCKS_READ.primaryTraceClock) primary = reader.uint();
      else if (reader.field !== CLOCK_SNAPSHOT.clocks) reader.skip();
      else reader.within(() => readings.push(readClock(reader, sequence)));
    }
    const hasBootTime = readings.some(({ id }) => id === CLOCK_ID.boottime);
    const named = primary || (hasBootTime ? CLOCK_ID.boottime : 0);
    if (named !== 0) this.#nameMain(named);
    const isValid = this.#graph.add(readings, this.#mainClock());
    if (isValid) this.#firstMain ??= this.#mainIn(readings);
    return isValid;
  }

  // hot
  /**
   * A timestamp of clock `id`, 0 for none, as {@link time} takes it. Timestamps of an incremental clock
   * count from the one before, so each is passed once, in the order of the trace.
   */
  stamp(low: number, high: number, id: number, sequence: number): ClockStamp {
    const owner = ownerOf(id, sequence);
    const clock = id === 0 ? undefined : this.#graph.clock(id, owner);
    const value = join(low, high);
    if (clock === undefined) return { id, sequence: owner, value, isRaw: true };
    return { id, sequence: owner, value: advance(clock, value), isRaw: false };
  }

  /**
   * The time of a timestamp, whole nanoseconds from a base. NaN if it is negative or too far from the
   * others; null while no snapshots lead from its clock to the trace's.
   */
  time({ id: named, sequence, value, isRaw }: ClockStamp): number | null {
    const id = this.#idOf(named);
    if (id === this.#main && sequence === this.#mainSequence) return this.#fromBase(value);
    const clock = this.#graph.clock(id, sequence);
    const main = this.#mainClock();
    if (!clock || !main) return null;
    const time = this.#graph.convert(clock, isRaw ? value * clock.unitNs : value, main);
    return time === null ? null : this.#fromBase(time);
  }

  /**
   * Unless some timestamp has become a time already, makes the clock of `stamp` the trace's, or the
   * first clock of the trace that was read beside it.
   */
  settle({ id: named, sequence }: ClockStamp): void {
    if (this.#isSettled) return;
    const id = this.#idOf(named);
    const links = this.#graph.clock(id, sequence)?.links.keys() ?? [];
    const shared = sequence === 0 ? undefined : [...links].find(clock => clock.sequence === 0);
    this.#main = shared?.id ?? id;
    this.#mainSequence = shared ? 0 : sequence;
  }

  /** The time that is 0, of the trace's clock. */
  get zero(): bigint {
    return this.#base ?? 0n;
  }

  /** True if the trace's clock was at 0 when the trace began, as in our traces. */
  get startsAtZero(): boolean {
    return this.#firstMain === 0n && this.zero === 0n;
  }

  /** The time of the wall clock or the monotonic clock at {@link zero}, nanoseconds; null if unknown. */
  atZero(id: typeof CLOCK_ID.realtime | typeof CLOCK_ID.monotonic): bigint | null {
    const main = this.#mainClock();
    const clock = this.#graph.clock(id, 0);
    return main && clock ? this.#graph.convert(main, this.zero, clock) : null;
  }

  #idOf(named: number): number {
    return named || this.#unnamed || this.#main;
  }

  #nameMain(id: number): void {
    this.#unnamed = id;
    if (this.#isSettled) return;
    this.#main = id;
    this.#mainSequence = 0;
  }

  #mainClock(): Clock | undefined {
    return this.#graph.clock(this.#main, this.#mainSequence);
  }

  #mainIn(readings: readonly ClockReading[]): bigint | null {
    const isMain = ({ id, sequence }: ClockReading): boolean =>
      id === this.#main && sequence === this.#mainSequence;
    return readings.find(isMain)?.value ?? null;
  }

  #fromBase(value: bigint): number {
    this.#isSettled = true;
    if (value < 0n) return NaN;
    this.#base ??= value < MAX_TIME_NS ? 0n : value;
    const time = value - this.#base;
    return time > MAX_TIME_NS || time < -MAX_TIME_NS ? NaN : Number(time);
  }
}

/** The time of a timestamp; an incremental clock counts from the one before. */
function advance(clock: Clock, value: bigint): bigint {
  if (!clock.isIncremental) return value * clock.unitNs;
  clock.nowNs += value * clock.unitNs;
  return clock.nowNs;
}

function ownerOf(id: number, sequence: number): number {
  return id >= CLOCK_ID.ofSequence && id <= LAST_OF_SEQUENCE ? sequence : 0;
}

/** Halves of 64 bits as a number with sign. */
function join(low: number, high: number): bigint {
  return BigInt(high | 0) * 0x1_0000_0000n + BigInt(low);
}

function readClock(reader: ProtobufReader, sequence: number): ClockReading {
  const reading = { id: 0, value: 0n, unitNs: 1n, isIncremental: false };
  while (reader.next()) {
    const value = reader.uint();
    const whole = join(reader.low, reader.high);
    if (reader.field === CLOCK.id) reading.id = value;
    else if (reader.field === CLOCK.timestamp) reading.value = whole;
    else if (reader.field === CLOCK.isIncremental) reading.isIncremental = value === 1;
    else if (reader.field === CLOCKS_READ.unitMultiplierNs) reading.unitNs = whole || 1n;
  }
  return { ...reading, sequence: ownerOf(reading.id, sequence) };
}
