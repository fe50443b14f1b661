import { CLOCK, CLOCK_ID, CLOCK_SNAPSHOT } from '../schema/perfettoSchema';
import type { ProtobufReader } from '../../shared/bytes/protobufReader';
import { CLOCKS_READ } from './readSchema';

/** Clocks with these numbers belong to their sequence, higher ones to the trace. */
const LAST_OF_SEQUENCE = 127;

/** Farthest time from the base, nanoseconds, which is exact; where the first is nearer, the base is 0. */
const MAX_TIME_NS = 2n ** 53n - 1n;

interface Reading {
  value: bigint;
  multiplier: bigint;
  incremental: boolean;
}

interface Clock {
  /** Added to its value, which is multiplied first, to get the clock of the trace. */
  offset: bigint;
  readonly multiplier: bigint;
  readonly isIncremental: boolean;
}

/** Turns timestamps of a trace's clocks into nanoseconds of one clock. */
export class TraceClocks {
  private readonly clocks = new Map<string, Clock>();
  private base: bigint | null = null;
  /**
   * The values of the wall clock and the monotonic clock at time 0 of the trace's clock, nanoseconds.
   */
  realtimeAtZero: bigint | null = null;
  monotonicAtZero: bigint | null = null;
  /** True if the trace's clock was at 0 when the trace began, as in our traces. */
  startsAtZero = false;
  private hasSnapshot = false;

  /** Takes a snapshot of clocks that the reader is at the beginning of. */
  snapshot(reader: ProtobufReader, sequence: number): void {
    const readings = new Map<number, Reading>();
    let primary: number = CLOCK_ID.boottime;
    while (reader.next()) {
      if (reader.field === CLOCKS_READ.primaryTraceClock) primary = reader.uint();
      else if (reader.field !== CLOCK_SNAPSHOT.clocks) reader.skip();
      else reader.within(() => readClock(reader, readings));
    }
    const now = readings.get(primary)?.value ?? readings.values().next().value?.value;
    if (now === undefined) return;
    for (const [id, { value, multiplier, incremental }] of readings) {
      const offset = now - (incremental ? 0n : value * multiplier);
      const start = incremental ? now + value * multiplier : offset;
      this.clocks.set(keyOf(id, sequence), {
        offset: start,
        multiplier,
        isIncremental: incremental
      });
    }
    this.noteOrigin(readings, now);
  }

  /**
   * The time of a timestamp of clock `id`, whole nanoseconds from a base; NaN if it is too far from the
   * others. A clock without a snapshot counts as the trace's.
   */
  time(low: number, high: number, id: number, sequence: number): number {
    const clock = this.clocks.get(keyOf(id, sequence));
    if (clock === undefined) return this.fromBase(join(low, high));
    const value = join(low, high) * clock.multiplier + clock.offset;
    if (clock.isIncremental) clock.offset = value;
    return this.fromBase(value);
  }

  /** The time that is 0, of the trace's clock. */
  get zero(): bigint {
    return this.base ?? 0n;
  }

  private fromBase(value: bigint): number {
    this.base ??= value < MAX_TIME_NS && value > -MAX_TIME_NS ? 0n : value;
    const time = value - this.base;
    return time > MAX_TIME_NS || time < -MAX_TIME_NS ? NaN : Number(time);
  }

  private noteOrigin(readings: ReadonlyMap<number, { value: bigint }>, now: bigint): void {
    const realtime = readings.get(CLOCK_ID.realtime);
    const monotonic = readings.get(CLOCK_ID.monotonic);
    if (realtime) this.realtimeAtZero ??= realtime.value - now;
    if (monotonic) this.monotonicAtZero ??= monotonic.value - now;
    if (!this.hasSnapshot) this.startsAtZero = now === 0n;
    this.hasSnapshot = true;
  }
}

function keyOf(id: number, sequence: number): string {
  const isOfSequence = id >= CLOCK_ID.ofSequence && id <= LAST_OF_SEQUENCE;
  return isOfSequence ? `${id} ${sequence}` : String(id);
}

/** Halves of 64 bits as a number of either sign. */
function join(low: number, high: number): bigint {
  return BigInt(high) * 0x1_0000_0000n + BigInt(low);
}

function readClock(reader: ProtobufReader, readings: Map<number, Reading>): void {
  let id = 0;
  const reading = { value: 0n, multiplier: 1n, incremental: false };
  while (reader.next()) {
    const value = reader.uint();
    const whole = join(reader.low, reader.high);
    if (reader.field === CLOCK.id) id = value;
    else if (reader.field === CLOCK.timestamp) reading.value = whole;
    else if (reader.field === CLOCK.isIncremental) reading.incremental = value === 1;
    else if (reader.field === CLOCKS_READ.unitMultiplierNs) reading.multiplier = whole;
  }
  readings.set(id, reading);
}
