import { partitionPoint } from '../../base/partitionPoint';

/** Clocks of one snapshot at most; a trace has about ten. */
const MAX_CLOCKS = 32;

/** Pairs of clocks that are known to have been read together, at most. */
const MAX_LINKS = 1 << 22;

/** Clocks of sequences, and clocks at all, that one clock of the trace leads to. */
const MAX_SEQUENCE_LINKS = 128;
const MAX_CLOCK_LINKS = 256;

/** Clocks that a search looks at, and steps of the way that it finds. */
const MAX_VISITED = 256;
const MAX_STEPS = 4;

/** A clock as a snapshot has it. */
export interface ClockReading {
  readonly id: number;
  /** The sequence that the clock belongs to; 0 for a clock of the trace. */
  readonly sequence: number;
  /** In units of the clock. */
  readonly value: bigint;
  readonly unitNs: bigint;
  readonly isIncremental: boolean;
}

/** Snapshots of the same clocks: their times by clock, in the order of the trace. */
interface Series {
  readonly clocks: readonly Clock[];
  readonly times: readonly bigint[][];
}

/** A clock of a trace; times of it are nanoseconds. */
export interface Clock {
  readonly id: number;
  readonly sequence: number;
  readonly unitNs: bigint;
  readonly isIncremental: boolean;
  /** Of an incremental clock, the time of its last timestamp. */
  nowNs: bigint;
  /** False once it went backwards: one time of it may then be several of another clock. */
  isSource: boolean;
  /** Clocks that it was read together with, and where. */
  readonly links: Map<Clock, Series>;
  way: Way | null;
}

/** A way from a clock to another: whether there is one, as long as no clocks are linked anew. */
interface Way {
  readonly to: Clock;
  readonly version: number;
  readonly steps: readonly Step[] | null;
  /** Times of the clock from which and up to which the way only adds `offset`, after `snapshots`. */
  snapshots: number;
  from: bigint;
  until: bigint;
  offset: bigint;
}

/** From a time of one clock to one of the next: their times in snapshots of both. */
interface Step {
  readonly from: readonly bigint[];
  readonly to: readonly bigint[];
}

interface Visit {
  readonly clock: Clock;
  readonly before: Visit | null;
  readonly depth: number;
}

/** No time is before or behind these, in nanoseconds as 64 bits hold them. */
const ALWAYS = 1n << 63n;

/**
 * The clocks of a trace and when they were read together. A time of one becomes one of another through
 * the last snapshot of both before it, or over clocks in between, by the shortest way.
 */
export class ClockGraph {
  readonly #clocks = new Map<string, Clock>();
  readonly #series = new Map<string, Series>();
  #links = 0;
  #snapshots = 0;
  /** Changes with each new link and each clock that went backwards. */
  #version = 0;

  /** The clock of a number in a sequence; undefined while no snapshot has it. */
  clock(id: number, sequence: number): Clock | undefined {
    return this.#clocks.get(keyOf(id, sequence));
  }

  /** Takes a snapshot whose `main` clock must not go backwards; false, and nothing, if it is invalid. */
  add(readings: readonly ClockReading[], main: Clock | undefined): boolean {
    const names = readings.map(({ id, sequence }) => keyOf(id, sequence));
    if (readings.length > MAX_CLOCKS || new Set(names).size < names.length) return false;
    const series = this.#series.get(names.join());
    const known = readings.map((reading, at) => this.#clocks.get(names[at]) ?? clockOf(reading));
    if (readings.some((reading, at) => !isSameKind(reading, known[at]))) return false;
    const times = readings.map(({ value, unitNs }) => value * unitNs);
    const goesBack = (at: number): boolean => times[at] < (series?.times[at].at(-1) ?? times[at]);
    if (known.some((clock, at) => clock === main && (clock.unitNs !== 1n || goesBack(at)))) {
      return false;
    }
    known.forEach((clock, at) => {
      this.#clocks.set(names[at], clock);
      clock.nowNs = times[at];
      if (!goesBack(at) || !clock.isSource) return;
      clock.isSource = false;
      this.#version++;
    });
    const own = series ?? this.#open(names.join(), known);
    own.times.forEach((column, at) => column.push(times[at]));
    this.#snapshots++;
    return true;
  }

  /** A time of one clock as that of another; null if no snapshots lead there. */
  convert(from: Clock, timeNs: bigint, to: Clock): bigint | null {
    if (from === to) return timeNs;
    const way = this.#wayTo(from, to);
    if (way.steps === null) return null;
    const isAsBefore = way.snapshots === this.#snapshots;
    if (isAsBefore && timeNs >= way.from && timeNs < way.until) return timeNs + way.offset;
    way.snapshots = this.#snapshots;
    return walk(way, timeNs);
  }

  #wayTo(from: Clock, to: Clock): Way {
    const { way } = from;
    if (way?.to === to && way.version === this.#version) return way;
    const steps = search(from, to);
    const times = { snapshots: -1, from: 0n, until: 0n, offset: 0n };
    const found = { to, version: this.#version, steps, ...times };
    from.way = found;
    return found;
  }

  #open(key: string, clocks: readonly Clock[]): Series {
    const series = { clocks, times: clocks.map(() => []) };
    this.#series.set(key, series);
    for (const clock of clocks) for (const other of clocks) this.#link(clock, other, series);
    return series;
  }

  #link(clock: Clock, other: Clock, series: Series): void {
    const { links } = clock;
    if (clock === other || links.has(other) || this.#links >= MAX_LINKS) return;
    const most = other.sequence > 0 ? MAX_SEQUENCE_LINKS : MAX_CLOCK_LINKS;
    if (clock.sequence === 0 && links.size >= most) return;
    links.set(other, series);
    this.#links++;
    this.#version++;
  }
}

function keyOf(id: number, sequence: number): string {
  return `${id} ${sequence}`;
}

function clockOf({ id, sequence, unitNs, isIncremental }: ClockReading): Clock {
  const links = new Map<Clock, Series>();
  return { id, sequence, unitNs, isIncremental, nowNs: 0n, isSource: true, links, way: null };
}

/** Only clocks of sequences count from timestamp to timestamp, and no clock changes its kind. */
function isSameKind({ sequence, unitNs, isIncremental }: ClockReading, clock: Clock): boolean {
  if (isIncremental && sequence === 0) return false;
  return clock.unitNs === unitNs && clock.isIncremental === isIncremental;
}

/** The shortest way; of several, the one over the clocks with the lowest numbers. */
function search(from: Clock, to: Clock): Step[] | null {
  const visited = new Set([from]);
  const queue: Visit[] = [{ clock: from, before: null, depth: 0 }];
  for (let at = 0; at < queue.length; at++) {
    const visit = queue[at];
    const { clock, depth } = visit;
    if (!clock.isSource || depth === MAX_STEPS) continue;
    if (clock.links.has(to)) return stepsOf({ clock: to, before: visit, depth: depth + 1 });
    for (const next of neighbours(clock, visited)) {
      visited.add(next);
      queue.push({ clock: next, before: visit, depth: depth + 1 });
    }
  }
  return null;
}

/** The clocks that one leads to and that are still to be visited, by number. */
function neighbours({ links }: Clock, visited: ReadonlySet<Clock>): Clock[] {
  const room = MAX_VISITED - visited.size;
  if (room <= 0) return [];
  const open = [...links.keys()].filter(clock => !visited.has(clock));
  return open.sort(byNumber).slice(0, room);
}

function byNumber(a: Clock, b: Clock): number {
  return a.id - b.id || a.sequence - b.sequence;
}

function stepsOf(last: Visit): Step[] {
  const steps: Step[] = [];
  for (let { clock, before } = last; before !== null; { clock, before } = before) {
    const series = before.clock.links.get(clock);
    if (series === undefined) return [];
    const { clocks, times } = series;
    const [from, to] = [clocks.indexOf(before.clock), clocks.indexOf(clock)];
    steps.push({ from: times[from], to: times[to] });
  }
  return steps.reverse();
}

/** The time at the end of a way, which then also knows up to which times it would be no different. */
function walk(way: Way, timeNs: bigint): bigint {
  let offset = 0n;
  way.from = -ALWAYS;
  way.until = ALWAYS;
  for (const { from, to } of way.steps ?? []) {
    const time = timeNs + offset;
    const at = Math.max(0, partitionPoint(0, from.length, row => from[row] <= time) - 1);
    if (at > 0 && from[at] - offset > way.from) way.from = from[at] - offset;
    if (at + 1 < from.length && from[at + 1] - offset < way.until) {
      way.until = from[at + 1] - offset;
    }
    offset += to[at] - from[at];
  }
  way.offset = offset;
  return timeNs + offset;
}
