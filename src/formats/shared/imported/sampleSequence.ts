import type { ImportedTrace } from './importedTrace';
import type { ImportNotes } from './importNotes';

/** The nanoseconds of one, by names of units. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ...['nanoseconds', 'nanosecond', 'ns'].map(name => [name, 1] as const),
  ...['microseconds', 'microsecond', 'us', 'μs'].map(name => [name, 1e3] as const),
  ...['milliseconds', 'millisecond', 'ms'].map(name => [name, 1e6] as const),
  ...['seconds', 'second', 's'].map(name => [name, 1e9] as const),
  ...['minutes', 'minute'].map(name => [name, 60e9] as const),
  ...['hours', 'hour'].map(name => [name, 3600e9] as const)
]);

/** Bytes of one, by names of units. */
const BYTES: ReadonlyMap<string, number> = new Map([
  ...['bytes', 'byte', 'b'].map(name => [name, 1] as const),
  ...['kilobytes', 'kb', 'kib'].map(name => [name, 2 ** 10] as const),
  ...['megabytes', 'mb', 'mib'].map(name => [name, 2 ** 20] as const),
  ...['gigabytes', 'gb', 'gib'].map(name => [name, 2 ** 30] as const)
]);

/** Nanoseconds that a number without a unit is shown as: Kernelscope writes such numbers as microseconds. */
const UNITLESS_NS = 1e3;

/** A unit as a file names it. */
export interface ImportedUnit {
  readonly of: 'time' | 'bytes' | 'nothing';
  /** Nanoseconds or bytes of one. */
  readonly factor: number;
}

/** The unit with a name, whatever its case. */
export function unitNamed(name: string): ImportedUnit {
  const time = UNITS.get(name.toLowerCase());
  if (time !== undefined) return { of: 'time', factor: time };
  const bytes = BYTES.get(name.toLowerCase());
  if (bytes !== undefined) return { of: 'bytes', factor: bytes };
  return { of: 'nothing', factor: UNITLESS_NS };
}

/** Says that the numbers of a file have no unit. */
export function sayUnitless(notes: ImportNotes, what = 'The numbers of this file'): void {
  notes.say(`${what} have no unit of time: each one is shown as a microsecond.`);
}

/** Samples of a file without times: those of each row one after another, from a time on. */
export class SampleSequence {
  readonly #now = new Map<number, number>();

  constructor(private readonly trace: ImportedTrace) {}

  /** Begins the samples of a row later than at 0. */
  begin(row: number, time: number): void {
    this.#now.set(row, time);
    this.trace.see(time);
  }

  /** When the next sample of a row begins. */
  end(row: number): number {
    return this.#now.get(row) ?? 0;
  }

  /** Adds a sample with that stack, -1 for none; one without a usable weight is counted and left out. */
  add(row: number, stack: number, weightNs: number): void {
    const { notes, samples } = this.trace;
    if (!(weightNs >= 0)) {
      notes.add('weightless');
      return;
    }
    const time = this.end(row);
    this.trace.see(time);
    this.trace.see(time + weightNs);
    samples.add(time, stack, row, weightNs);
    this.#now.set(row, time + weightNs);
  }
}
