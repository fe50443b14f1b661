import type { Random } from '../support/random';
import { bytes, double, text, uint } from '../support/protobufFields';

/** Built-in clocks. */
const CLOCK = { realtime: 1, monotonic: 3, boottime: 6 } as const;

/** A clock that producers share, which is none of the built-in ones. */
const SHARED = 130;

/** Numbers that sequences give to clocks of their own. */
const INCREMENTAL = 64;
const MICROSECONDS = 65;

const FLAGS = { cleared: 1, needsState: 2 } as const;
const EVENT = { begin: 1, end: 2, instant: 3, counter: 4 } as const;
const NAMES = ['parse', 'render', 'größe', 'wait', ''] as const;

/** Values of the built-in clocks at a time of the generator. */
interface Offsets {
  readonly monotonic: number;
  readonly realtime: bigint;
}

type ClockMode = 'incremental' | 'microseconds' | 'boottime' | 'monotonic' | 'default';

/** The clocks of sequences; the trace processor is sure of the last ones alone before a snapshot. */
const MODES: readonly ClockMode[] = [
  'incremental',
  'incremental',
  'default',
  'microseconds',
  'boottime',
  'monotonic'
];

const oneOf = <T>(random: Random, values: readonly T[]): T =>
  values[Math.floor(random() * values.length)];

const packet = (sequence: number, ...fields: number[][]): number[] =>
  bytes(1, uint(10, sequence), ...fields);

/** A trace as programs with Perfetto's SDK write it, with what goes wrong in them. */
export function sdkTrace(random: Random): Uint8Array {
  const offsets = {
    monotonic: Math.floor(random() * 1e9),
    realtime: 1_700_000_000_000_000_000n + BigInt(Math.floor(random() * 1e9))
  };
  const primary = oneOf(random, [0, 0, CLOCK.boottime, CLOCK.monotonic]);
  const service = new Service(random, offsets, primary);
  const isLate = random() < 0.15;
  const producers = Array.from(
    { length: 1 + Math.floor(random() * 4) },
    (_, at) => new Producer(random, offsets, { sequence: at + 1, primary, isLate })
  );
  const lists = [isLate ? [] : service.later(), ...producers.map(producer => producer.packets())];
  const merged = shuffled(random, lists);
  const first = isLate ? Math.floor(random() * merged.length) : 0;
  merged.splice(first, 0, ...service.snapshot(5e9));
  return Uint8Array.from(merged.flat());
}

/** The lists merged, each in its order. */
function shuffled(random: Random, lists: readonly number[][][]): number[][] {
  const merged: number[][] = [];
  const left = lists.map(list => [...list]);
  for (;;) {
    const open = left.filter(list => list.length > 0);
    if (open.length === 0) return merged;
    merged.push(...oneOf(random, open).splice(0, 1 + Math.floor(random() * 8)));
  }
}

function clock(id: number, value: number | bigint, ...more: number[][]): number[] {
  return bytes(1, uint(1, id), uint(2, value), ...more);
}

/** The service that writes the trace: its snapshots have built-in clocks alone. */
class Service {
  constructor(
    private readonly random: Random,
    private readonly offsets: Offsets,
    private readonly primary: number
  ) {}

  /** The clocks in one snapshot or in two, which then have one in common. */
  snapshot(time: number): number[][] {
    const { offsets, primary, random } = this;
    const boottime = clock(CLOCK.boottime, time);
    const monotonic = clock(CLOCK.monotonic, time - offsets.monotonic);
    const others = [
      clock(CLOCK.realtime, BigInt(time) + offsets.realtime),
      clock(SHARED, time + 77)
    ];
    const named = primary === 0 ? [] : [uint(2, primary)];
    if (random() < 0.6) return [packet(1000, bytes(6, boottime, monotonic, ...others, ...named))];
    const shared = random() < 0.5 ? boottime : monotonic;
    return [
      packet(1000, bytes(6, boottime, monotonic, ...named)),
      packet(1000, bytes(6, shared, ...others))
    ];
  }

  later(): number[][] {
    const times = Array.from({ length: Math.floor(this.random() * 4) }, (_, at) => 6e9 + at * 1e9);
    return times.flatMap(time => this.snapshot(time));
  }
}

interface Place {
  readonly sequence: number;
  readonly primary: number;
  /** Whether the trace begins before its first snapshot of clocks: then no state begins again. */
  readonly isLate: boolean;
}

/** One sequence: a thread that writes events, and begins its state again now and then. */
class Producer {
  #time: number;
  #last = 0;
  #mode: ClockMode = 'default';
  #lossy = false;
  readonly #written: number[][] = [];
  readonly #names = new Map<string, number>();
  readonly #counts = new Map<number, number>();
  readonly #random: Random;
  readonly #offsets: Offsets;
  readonly #place: Place;

  constructor(random: Random, offsets: Offsets, place: Place) {
    this.#random = random;
    this.#offsets = offsets;
    this.#place = place;
    this.#time = 5e9 + 1000 * Math.floor(random() * 1e6);
    this.#mode = oneOf(random, place.isLate ? MODES.slice(3) : MODES);
  }

  packets(): number[][] {
    this.#begin();
    const events = 5 + Math.floor(this.#random() * 40);
    for (let at = 0; at < events; at++) {
      const dice = this.#random();
      if (dice < 0.06 && !this.#place.isLate) this.#begin();
      else if (dice < 0.1 && !this.#place.isLate) this.#lose();
      else this.#event();
    }
    return this.#written;
  }

  get #track(): number {
    return this.#place.sequence * 100;
  }

  /** The state begins again: clocks, defaults, tracks; what was interned is forgotten. */
  #begin(): void {
    this.#names.clear();
    this.#counts.clear();
    this.#lossy = false;
    this.#time += 1000 * Math.ceil(this.#random() * 1e6);
    const { sequence } = this.#place;
    const fields = [uint(13, FLAGS.cleared), ...this.#maybe(0.2, uint(42, 1))];
    this.#written.push(packet(sequence, ...fields, this.#snapshot(), this.#defaults()));
    this.#last = this.#time;
    const thread = bytes(4, uint(1, 7), uint(2, sequence), text(5, `thread ${sequence}`));
    this.#describe(uint(1, this.#track), thread);
    for (const [at, facts] of [
      [uint(5, 1), uint(4, 1000)],
      [uint(5, 1)],
      [uint(3, 3), uint(4, 1024)]
    ].entries()) {
      const own = [uint(1, this.#track + 1 + at), uint(5, this.#track)];
      this.#describe(...own, text(2, `counter ${sequence} ${at}`), bytes(8, ...facts));
    }
  }

  #maybe(chance: number, field: number[]): number[][] {
    return this.#random() < chance ? [field] : [];
  }

  #snapshot(): number[] {
    const primary = this.#random() < 0.5 ? this.#place.primary : 0;
    const base = oneOf(this.#random, [
      clock(CLOCK.boottime, this.#time),
      clock(CLOCK.boottime, this.#time),
      clock(CLOCK.monotonic, this.#time - this.#offsets.monotonic),
      clock(CLOCK.realtime, BigInt(this.#time) + this.#offsets.realtime),
      clock(SHARED, this.#time + 77)
    ]);
    return bytes(
      6,
      base,
      clock(INCREMENTAL, this.#time, uint(3, 1)),
      clock(MICROSECONDS, this.#time / 1000, uint(4, 1000)),
      ...(primary === 0 ? [] : [uint(2, primary)])
    );
  }

  #defaults(): number[] {
    const clocks = {
      incremental: INCREMENTAL,
      microseconds: MICROSECONDS,
      boottime: 6,
      monotonic: 3
    };
    const id = this.#mode === 'default' ? 0 : clocks[this.#mode];
    const extra = this.#random() < 0.5 ? [uint(31, this.#track + 1)] : [];
    const ofEvents = bytes(11, uint(11, this.#track), ...extra);
    this.#hasExtra = extra.length > 0;
    return bytes(59, ofEvents, ...(id === 0 ? [] : [uint(58, id)]));
  }

  #hasExtra = false;

  #describe(...fields: number[][]): void {
    const { sequence, isLate } = this.#place;
    const stamps = isLate ? [] : [uint(8, this.#time), uint(58, CLOCK.boottime)];
    this.#written.push(packet(sequence, ...stamps, bytes(60, ...fields)));
  }

  /** Packets are lost, with what they had interned and counted; the next one says so. */
  #lose(): void {
    const before = this.#written.length;
    for (let at = 0; at < 1 + Math.floor(this.#random() * 4); at++) this.#event();
    this.#written.length = before;
    this.#lossy = true;
  }

  #event(): void {
    const type = oneOf(this.#random, [1, 1, 2, 2, 3, 4] as const);
    this.#time += 1000 * Math.floor(this.#random() * 500);
    const { sequence } = this.#place;
    const loss = this.#lossy ? [uint(42, 1)] : [];
    this.#lossy = false;
    const fields: number[][] = [uint(9, type)];
    const interned: number[][] = [];
    if (type === EVENT.counter) fields.push(...this.#counter());
    else {
      if (type !== EVENT.end) fields.push(this.#name(interned));
      if (this.#random() < 0.3) fields.push(...this.#extras());
    }
    const names = interned.length === 0 ? [] : [bytes(12, ...interned)];
    const stamps = [uint(8, this.#stamp())];
    const own = [uint(13, FLAGS.needsState), ...loss, ...stamps, ...names];
    this.#written.push(packet(sequence, ...own, bytes(11, ...fields)));
  }

  /** The time of the sequence's clock, as its packets have it. */
  #stamp(): number {
    const delta = this.#time - this.#last;
    this.#last = this.#time;
    switch (this.#mode) {
      case 'incremental':
        return delta;
      case 'microseconds':
        return this.#time / 1000;
      case 'monotonic':
        return this.#time - this.#offsets.monotonic;
      case 'boottime':
        return this.#time;
      case 'default': {
        const isMonotonic = this.#place.primary === CLOCK.monotonic;
        return isMonotonic ? this.#time - this.#offsets.monotonic : this.#time;
      }
    }
  }

  #name(interned: number[][]): number[] {
    const name = oneOf(this.#random, NAMES);
    if (this.#random() < 0.3) return text(23, name);
    const known = this.#names.get(name);
    if (known !== undefined) return uint(10, known);
    const number = this.#names.size + 1;
    this.#names.set(name, number);
    interned.push(bytes(2, uint(1, number), text(2, name)));
    return uint(10, number);
  }

  #counter(): number[][] {
    const at = Math.floor(this.#random() * 3);
    const track = uint(11, this.#track + 1 + at);
    const value = this.#value(at);
    return [track, at === 2 ? double(44, value / 2) : uint(30, value)];
  }

  /** Counters with steps: the first value of a state is the whole of it. */
  #value(at: number): number {
    const step = Math.floor(this.#random() * 1000);
    const isFirst = !this.#counts.has(at);
    this.#counts.set(at, 1);
    return isFirst ? step + 100_000 : step;
  }

  #extras(): number[][] {
    if (this.#hasExtra && this.#random() < 0.6) return [uint(12, this.#value(0))];
    const tracks = [uint(31, this.#track + 1), uint(31, this.#track + 2)];
    const values = [uint(12, this.#value(0)), uint(12, this.#value(1))];
    const doubles = [uint(45, this.#track + 3), double(46, this.#value(2))];
    return [...tracks, ...values, ...(this.#random() < 0.5 ? doubles : [])];
  }
}
