import { growing } from '../../model/profile/columns';
import { clipText } from '../shared/text/clipText';
import { IMPORT_LIMITS, TraceImportError } from '../shared/imported/importLimits';
import { type ProtobufReader, Wire } from '../shared/protobufReader';
import { FUNCTION, LINE, LOCATION, MAPPING, PROFILE, VALUE_TYPE } from './pprofSchema';

/** Functions, locations and mappings of a file at most. */
const MAX_ENTRIES = 4_000_000;

/** Numbers of a sample at most. */
const MAX_TYPES = 64;
const TOO_MANY_TYPES = `its samples have more than ${MAX_TYPES} numbers`;

/** A number of the file that only tells things apart: text where it is beyond 2⁵³. */
export type PprofId = number | string;

/** The meaning of a number of each sample, such as `cpu` in `nanoseconds`. */
export interface PprofType {
  readonly type: string;
  readonly unit: string;
}

/** A line of a function; several at one location were inlined into each other, innermost first. */
export interface PprofLine {
  readonly functionId: PprofId;
  readonly line: number;
}

/** A place in the code. */
export interface PprofLocation {
  readonly mappingId: PprofId;
  readonly lines: readonly PprofLine[];
}

/** A function; texts are rows of the table of strings. */
export interface PprofFunction {
  readonly name: number;
  readonly systemName: number;
  readonly file: number;
  readonly startLine: number;
}

/** What a file of pprof has besides its samples. */
export class PprofTables {
  readonly types: PprofType[] = [];
  readonly locations = new Map<PprofId, PprofLocation>();
  readonly functions = new Map<PprofId, PprofFunction>();
  /** Files of mappings, as rows of the table of strings. */
  readonly mappings = new Map<PprofId, number>();
  readonly comments: number[] = [];
  timeNs = 0;
  durationNs = 0;
  period = 0;
  periodType: PprofType = { type: '', unit: '' };
  defaultType = '';
  readonly #textFrom = growing.uint32();
  readonly #textTo = growing.uint32();
  #entries = 0;

  /** Reads all but the samples. @throws ProtobufError, and TraceImportError for too much */
  constructor(private readonly reader: ProtobufReader) {
    const types: (readonly [number, number])[] = [];
    let periodType: readonly [number, number] = [0, 0];
    let defaultType = 0;
    reader.open(0, reader.bytes.length);
    while (reader.next()) {
      const { field } = reader;
      if (field === PROFILE.stringTable) this.#readText();
      else if (field === PROFILE.sampleType) addBounded(types, this.#readType());
      else if (field === PROFILE.location) this.#readLocation();
      else if (field === PROFILE.function) this.#readFunction();
      else if (field === PROFILE.mapping) this.#readMapping();
      else if (field === PROFILE.comment) this.#readComments();
      else if (field === PROFILE.timeNanos) this.timeNs = reader.int();
      else if (field === PROFILE.durationNanos) this.durationNs = reader.int();
      else if (field === PROFILE.period) this.period = reader.int();
      else if (field === PROFILE.periodType) periodType = this.#readType();
      else if (field === PROFILE.defaultSampleType) defaultType = reader.uint();
      else reader.skip();
    }
    const typeOf = ([type, unit]: readonly [number, number]): PprofType => {
      return { type: this.text(type), unit: this.text(unit) };
    };
    this.types.push(...types.map(typeOf));
    this.periodType = typeOf(periodType);
    this.defaultType = this.text(defaultType);
  }

  /** A row of the table of strings; empty for one that is not there. */
  text(row: number): string {
    if (!(row < this.#textFrom.length)) return '';
    const from = this.#textFrom.at(row);
    const to = Math.min(this.#textTo.at(row), from + 4 * IMPORT_LIMITS.textLength);
    const text = new TextDecoder().decode(this.reader.bytes.subarray(from, to));
    return clipText(text, IMPORT_LIMITS.textLength);
  }

  #readText(): void {
    const { reader } = this;
    if (reader.wire !== Wire.bytes) throw new TraceImportError('its table of strings has no texts');
    this.#textFrom.push(reader.content());
    this.#textTo.push(reader.at);
  }

  #readType(): readonly [number, number] {
    const found: [number, number] = [0, 0];
    this.#within(() => {
      if (this.reader.field === VALUE_TYPE.type) found[0] = this.reader.uint();
      else if (this.reader.field === VALUE_TYPE.unit) found[1] = this.reader.uint();
      else this.reader.skip();
    });
    return found;
  }

  #readLocation(): void {
    const { reader } = this;
    let id: PprofId = 0;
    let mappingId: PprofId = 0;
    const lines: PprofLine[] = [];
    this.#within(() => {
      if (reader.field === LOCATION.id) id = idOf(reader);
      else if (reader.field === LOCATION.mappingId) mappingId = idOf(reader);
      else if (reader.field === LOCATION.line) lines.push(this.#readLine());
      else reader.skip();
    });
    this.#count();
    this.locations.set(id, { mappingId, lines });
  }

  #readLine(): PprofLine {
    const { reader } = this;
    let functionId: PprofId = 0;
    let line = 0;
    this.#count();
    this.#within(() => {
      if (reader.field === LINE.functionId) functionId = idOf(reader);
      else if (reader.field === LINE.line) line = reader.int();
      else reader.skip();
    });
    return { functionId, line };
  }

  #readFunction(): void {
    const { reader } = this;
    let id: PprofId = 0;
    const found = { name: 0, systemName: 0, file: 0, startLine: 0 };
    this.#within(() => {
      if (reader.field === FUNCTION.id) id = idOf(reader);
      else if (reader.field === FUNCTION.name) found.name = reader.uint();
      else if (reader.field === FUNCTION.systemName) found.systemName = reader.uint();
      else if (reader.field === FUNCTION.filename) found.file = reader.uint();
      else if (reader.field === FUNCTION.startLine) found.startLine = reader.int();
      else reader.skip();
    });
    this.#count();
    this.functions.set(id, found);
  }

  #readMapping(): void {
    const { reader } = this;
    let id: PprofId = 0;
    let file = 0;
    this.#within(() => {
      if (reader.field === MAPPING.id) id = idOf(reader);
      else if (reader.field === MAPPING.filename) file = reader.uint();
      else reader.skip();
    });
    this.#count();
    this.mappings.set(id, file);
  }

  #readComments(): void {
    this.reader.numbers(Wire.varint, row => {
      this.#count();
      this.comments.push(row);
    });
  }

  #within(take: () => void): void {
    const { reader } = this;
    if (reader.wire !== Wire.bytes) {
      reader.skip();
      return;
    }
    reader.within(() => {
      while (reader.next()) take();
    });
  }

  #count(): void {
    if (++this.#entries > MAX_ENTRIES) {
      throw new TraceImportError(`it has more than ${MAX_ENTRIES} functions and places`);
    }
  }
}

function addBounded<T>(types: T[], type: T): void {
  if (types.push(type) > MAX_TYPES) throw new TraceImportError(TOO_MANY_TYPES);
}

/** The number of the current field that tells something apart. */
export function idOf(reader: ProtobufReader): PprofId {
  const value = reader.uint();
  return Number.isSafeInteger(value) ? value : `${reader.high} ${reader.low}`;
}
