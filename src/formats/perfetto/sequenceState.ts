import {
  DEFAULTS,
  INTERNED,
  PERF_SAMPLE_DEFAULTS,
  SAMPLED_TIME,
  TIMEBASE,
  TRACK_EVENT_DEFAULTS
} from './perfettoSchema';
import type { ImportedTrace } from '../shared/imported/importedTrace';
import { type ProtobufReader, Wire } from '../shared/protobufReader';
import { InternedStacks, type InternedRows, internText, textIndex } from './interned';
import { EXTRA_COUNTERS, STACK_SAMPLE_DEFAULTS } from './readSchema';
import { StackSampleState } from './stackSamples';

/** The interned texts that {@link SequenceState} keeps, by field. */
type TextField =
  | typeof INTERNED.eventCategories
  | typeof INTERNED.eventNames
  | typeof INTERNED.debugAnnotationNames
  | typeof INTERNED.debugAnnotationStringValues;

/** The data that packets of one sequence refer to: interned texts, and defaults for all of them. */
export class SequenceState {
  clockId = 0;
  /** Halves of the track that events belong to when they do not say. */
  trackLow = 0;
  trackHigh = 0;
  /** Halves of the tracks of further counter values, whole and fractional, when events do not say. */
  readonly counterTracks: number[] = [];
  readonly doubleCounterTracks: number[] = [];
  /** Sums of counters that count from value to value, by row. */
  readonly totals = new Map<number, number>();
  /** The time that the CPU samples so far stand for, nanoseconds; null where they do not tell. */
  sampledNs: number | null = null;
  readonly stacks: InternedStacks;
  readonly stackSamples: StackSampleState;
  readonly #texts = new Map<number, InternedRows>();

  constructor(
    private readonly trace: ImportedTrace,
    /** True if it began in the file and no packet was lost since; else references are meaningless. */
    public isValid: boolean
  ) {
    this.stacks = new InternedStacks(trace);
    this.stackSamples = new StackSampleState(trace);
  }

  /** The text with a number, as an index; an empty one if unknown. */
  text(field: TextField, number: number): number {
    const known = this.#texts.get(field)?.get(number);
    if (known === undefined && number > 0) this.trace.notes.add('nameless');
    return known ?? 0;
  }

  /** Takes the defaults that the reader is at the beginning of, in place of all before. */
  readDefaults(reader: ProtobufReader): void {
    this.clockId = 0;
    this.trackLow = 0;
    this.trackHigh = 0;
    this.counterTracks.length = 0;
    this.doubleCounterTracks.length = 0;
    while (reader.next()) {
      if (reader.field === DEFAULTS.clockId) this.clockId = reader.uint();
      else if (reader.field === DEFAULTS.trackEvent) {
        reader.within(() => this.#readEventDefaults(reader));
      } else if (reader.field === STACK_SAMPLE_DEFAULTS.ofPacket) {
        reader.within(() => this.stackSamples.readDefaults(reader));
      } else if (reader.field === DEFAULTS.perfSample) {
        reader.within(() => this.#readSampleDefaults(reader));
      } else reader.skip();
    }
  }

  /** Takes the interned data that the reader is at the beginning of. */
  intern(reader: ProtobufReader): void {
    while (reader.next()) {
      if (reader.wire === Wire.bytes) this.#internEntry(reader, reader.field);
      else reader.skip();
    }
  }

  #readEventDefaults(reader: ProtobufReader): void {
    while (reader.next()) {
      const { field } = reader;
      if (field === TRACK_EVENT_DEFAULTS.trackUuid) {
        reader.uint();
        this.trackLow = reader.low;
        this.trackHigh = reader.high;
      } else if (field === EXTRA_COUNTERS.tracks) readHalves(reader, this.counterTracks);
      else if (field === EXTRA_COUNTERS.doubleTracks) readHalves(reader, this.doubleCounterTracks);
      else reader.skip();
    }
  }

  /** Other counters than ours may count for all threads of a core, or in other units. */
  #readSampleDefaults(reader: ProtobufReader): void {
    while (reader.next()) {
      if (reader.field !== PERF_SAMPLE_DEFAULTS.timebase) reader.skip();
      else reader.within(() => this.#readTimebase(reader));
    }
  }

  #readTimebase(reader: ProtobufReader): void {
    while (reader.next()) {
      if (reader.field !== TIMEBASE.name) reader.skip();
      else if (this.trace.texts.at(textIndex(reader, this.trace.texts)) === SAMPLED_TIME) {
        this.sampledNs = 0;
      }
    }
  }

  #internEntry(reader: ProtobufReader, field: number): void {
    reader.within(() => {
      if (isTextField(field)) internText(reader, this.#textsOf(field), this.trace);
      else {
        this.stacks.intern(reader, field);
        this.stackSamples.intern(reader, field);
      }
    });
  }

  #textsOf(field: TextField): InternedRows {
    const known = this.#texts.get(field) ?? new Map<number, number>();
    this.#texts.set(field, known);
    return known;
  }
}

/** Further counter values that one event may have. */
const MAX_EXTRA = 64;

/** Adds the halves of the numbers of the current field, up to what one event may have. */
export function readHalves(reader: ProtobufReader, into: number[]): void {
  reader.numbers(Wire.varint, () => {
    if (into.length < 2 * MAX_EXTRA) into.push(reader.low, reader.high);
  });
}

function isTextField(field: number): field is TextField {
  return (
    field === INTERNED.eventCategories ||
    field === INTERNED.eventNames ||
    field === INTERNED.debugAnnotationNames ||
    field === INTERNED.debugAnnotationStringValues
  );
}
