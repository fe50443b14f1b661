import { VERSION } from '../base/version';
import { type Profile, FrameKind } from '../model/profile/profile';
import { ProtobufWriter } from './shared/protobufWriter';
import {
  writtenStacks,
  functionName,
  type LabelsOfStack,
  type StackLabel,
  type StackPlace,
  StackPlaces
} from './shared/rows/callPath';
import { samplingTimes, threadStacks } from './shared/rows/threadStacks';
import { ProtobufReader, Wire } from './shared/protobufReader';
import { StringTable } from '../model/build/stringTable';

/** The facts about a profile that `Profile` has no place for. */
interface OtlpOptions {
  /** The attributes of the program that was sampled, by their names in the semantic conventions. */
  readonly resource: ReadonlyMap<string, OtlpValue>;
  /** 16 bytes, not all of them 0, by which a receiver knows a profile that it gets twice. */
  readonly profileId: Uint8Array;
  /** Attributes of samples besides `thread.name`. */
  readonly labelsOf: LabelsOfStack;
}

const SCOPE_NAME = 'kernelscope';

/**
 * The CPU samples of `profile` as an `ExportProfilesServiceRequest` of OTLP, uncompressed: one profile of CPU
 * nanoseconds, in which each stack of each thread is one sample with its whole time. Idle samples are left out,
 * as in pprof, and so is everything that is not a CPU sample.
 */
export function encodeOtlp(profile: Profile, options: OtlpOptions): Uint8Array {
  const writer = new ProtobufWriter();
  const dictionary = new OtlpDictionary(profile);
  writer.message(REQUEST.resourceProfiles, () => {
    writer.message(RESOURCE_PROFILES.resource, () => {
      for (const [name, value] of options.resource) {
        writer.message(RESOURCE.attributes, () => {
          writer.text(KEY_VALUE.key, name);
          writeValue(writer, KEY_VALUE.value, value);
        });
      }
    });
    writer.message(RESOURCE_PROFILES.scopeProfiles, () => {
      writer.message(SCOPE_PROFILES.scope, () => {
        writer.text(SCOPE.name, SCOPE_NAME);
        writer.text(SCOPE.version, VERSION);
      });
      writer.message(SCOPE_PROFILES.profiles, () => {
        writeProfile({ writer, dictionary }, profile, options);
      });
    });
  });
  writer.message(REQUEST.dictionary, () => dictionary.write(writer));
  return writer.toBytes();
}

interface OtlpOutput {
  readonly writer: ProtobufWriter;
  readonly dictionary: OtlpDictionary;
}

function writeProfile(
  output: OtlpOutput,
  profile: Profile,
  { profileId, labelsOf }: OtlpOptions
): void {
  const { writer } = output;
  const { startedAtNs, durationNs, periodNs } = samplingTimes(profile);
  writeCpuType(output, PROFILE.sampleType);
  writeSamples(output, profile, labelsOf);
  writer.fixed64(PROFILE.timeUnixNano, startedAtNs);
  writer.uint(PROFILE.durationNano, durationNs);
  writeCpuType(output, PROFILE.periodType);
  if (periodNs !== null) writer.uint(PROFILE.period, periodNs);
  writer.blob(PROFILE.profileId, profileId);
}

function writeSamples(
  { writer, dictionary }: OtlpOutput,
  profile: Profile,
  labelsOf: LabelsOfStack
): void {
  for (const { stack, track, totalNs } of threadStacks(profile, writtenStacks(profile))) {
    const thread = dictionary.attribute(['thread.name', profile.tracks[track].name]);
    const labels = labelsOf(stack).map(label => dictionary.attribute(label));
    writer.message(PROFILE.samples, () => {
      writer.uint(SAMPLE.stackIndex, dictionary.stack(stack));
      writer.packed(SAMPLE.attributeIndices, [thread, ...labels]);
      writer.packed(SAMPLE.values, [totalNs]);
    });
  }
}

function writeCpuType({ writer, dictionary }: OtlpOutput, field: number): void {
  writer.message(field, () => {
    writer.uint(VALUE_TYPE.type, dictionary.text('cpu'));
    writer.uint(VALUE_TYPE.unit, dictionary.text('nanoseconds'));
  });
}

/**
 * The number of profiles that a receiver did not take, by its `ExportProfilesServiceResponse`.
 *
 * @throws ProtobufError for anything else
 */
export function rejectedProfiles(answer: Uint8Array): number {
  const reader = new ProtobufReader(answer);
  let rejected = 0;
  while (reader.next()) {
    if (reader.field !== RESPONSE.partialSuccess || reader.wire !== Wire.bytes) reader.skip();
    else reader.within(() => (rejected = readRejected(reader)));
  }
  return rejected;
}

function readRejected(reader: ProtobufReader): number {
  let rejected = 0;
  while (reader.next()) {
    if (reader.field === PARTIAL_SUCCESS.rejectedProfiles) rejected = reader.int();
    else reader.skip();
  }
  return rejected;
}

/** The value of an attribute: text, or a whole number ≥ 0. */
export type OtlpValue = string | number;

/** Writes a value as `AnyValue`. */
function writeValue(writer: ProtobufWriter, field: number, value: OtlpValue): void {
  writer.message(field, () => {
    if (typeof value === 'number') writer.uint(ANY_VALUE.int, value);
    else writer.text(ANY_VALUE.string, value);
  });
}

/** The attribute of a location for the origin of its code, with the values that can be told. */
const FRAME_TYPE = 'profile.frame.type';
const JAVASCRIPT: StackLabel = [FRAME_TYPE, 'v8js'];
const NATIVE: StackLabel = [FRAME_TYPE, 'native'];

/** The tables that profiles of one request share. Entry 0 of each is empty and stands for none. */
class OtlpDictionary {
  readonly #strings = new StringTable();
  readonly #places: StackPlaces;
  readonly #stacks: (readonly number[])[] = [];
  readonly #indexOfStack = new Map<number, number>();
  readonly #attributes: StackLabel[] = [];
  readonly #indexOfAttribute = new Map<string, number>();

  constructor(private readonly profile: Profile) {
    this.#places = new StackPlaces(profile);
  }

  /** The index of a text. */
  text(text: string): number {
    return this.#strings.intern(text);
  }

  /** The index of a stack of the profile. */
  stack(stack: number): number {
    const known = this.#indexOfStack.get(stack);
    if (known !== undefined) return known;
    const index = this.#stacks.push(this.#places.placesOf(stack));
    this.#indexOfStack.set(stack, index);
    return index;
  }

  /** The index of an attribute with a text. */
  attribute(attribute: StackLabel): number {
    const key = attribute.join('\0');
    const known = this.#indexOfAttribute.get(key);
    if (known !== undefined) return known;
    const index = this.#attributes.push(attribute);
    this.#indexOfAttribute.set(key, index);
    return index;
  }

  /** Writes all tables. */
  write(writer: ProtobufWriter): void {
    const { mappingTable, locationTable, functionTable, linkTable } = DICTIONARY;
    const { stringTable, attributeTable, stackTable } = DICTIONARY;
    for (const table of [mappingTable, linkTable]) writeEmpty(writer, table);
    const functionIndex = new Map<number, number>();
    writeEmpty(writer, locationTable);
    for (const place of this.#places.all) {
      const { frame } = place;
      const index = functionIndex.get(frame) ?? functionIndex.size + 1;
      functionIndex.set(frame, index);
      this.#writeLocation(writer, place, index);
    }
    writeEmpty(writer, functionTable);
    for (const frame of functionIndex.keys()) this.#writeFunction(writer, frame);
    writeEmpty(writer, attributeTable);
    for (const attribute of this.#attributes) this.#writeAttribute(writer, attribute);
    writeEmpty(writer, stackTable);
    for (const locations of this.#stacks) {
      writer.message(stackTable, () => writer.packed(STACK.locationIndices, locations));
    }
    for (const text of this.#strings.toArray()) writer.text(stringTable, text);
  }

  #writeLocation(writer: ProtobufWriter, { frame, line }: StackPlace, functionIndex: number): void {
    const { kind } = this.profile.frames;
    const isJavaScript = kind[frame] <= FrameKind.runtime;
    const attribute = this.attribute(isJavaScript ? JAVASCRIPT : NATIVE);
    writer.message(DICTIONARY.locationTable, () => {
      writer.message(LOCATION.lines, () => {
        writer.uint(LINE.functionIndex, functionIndex);
        writer.uint(LINE.line, line);
      });
      writer.packed(LOCATION.attributeIndices, [attribute]);
    });
  }

  #writeFunction(writer: ProtobufWriter, frame: number): void {
    const { profile } = this;
    const name = this.text(functionName(profile, frame));
    writer.message(DICTIONARY.functionTable, () => {
      writer.uint(FUNCTION.name, name);
      writer.uint(FUNCTION.systemName, name);
      writer.uint(FUNCTION.filename, this.text(profile.strings[profile.frames.file[frame]]));
      writer.uint(FUNCTION.startLine, profile.frames.line[frame]);
    });
  }

  #writeAttribute(writer: ProtobufWriter, [key, value]: StackLabel): void {
    writer.message(DICTIONARY.attributeTable, () => {
      writer.uint(KEY_VALUE_AND_UNIT.key, this.text(key));
      writeValue(writer, KEY_VALUE_AND_UNIT.value, value);
    });
  }
}

/** The entry of a table that stands for none. */
function writeEmpty(writer: ProtobufWriter, table: number): void {
  writer.message(table, () => undefined);
}

/**
 * Field numbers of `profiles/v1development` in opentelemetry-proto 1.10.0, as far as they are written or read:
 * https://github.com/open-telemetry/opentelemetry-proto/tree/v1.10.0/opentelemetry/proto
 */

/** `ExportProfilesServiceRequest`. */
const REQUEST = { resourceProfiles: 1, dictionary: 2 } as const;

/** `ExportProfilesServiceResponse`. */
const RESPONSE = { partialSuccess: 1 } as const;

/** `ExportProfilesPartialSuccess`. */
const PARTIAL_SUCCESS = { rejectedProfiles: 1 } as const;

/** `ResourceProfiles`. */
const RESOURCE_PROFILES = { resource: 1, scopeProfiles: 2 } as const;

/** `Resource`. */
const RESOURCE = { attributes: 1 } as const;

/** `ScopeProfiles`. */
const SCOPE_PROFILES = { scope: 1, profiles: 2 } as const;

/** `InstrumentationScope`. */
const SCOPE = { name: 1, version: 2 } as const;

/** `KeyValue`. */
const KEY_VALUE = { key: 1, value: 2 } as const;

/** `AnyValue`. */
const ANY_VALUE = { string: 1, int: 3 } as const;

/** `ProfilesDictionary`. */
const DICTIONARY = {
  mappingTable: 1,
  locationTable: 2,
  functionTable: 3,
  linkTable: 4,
  stringTable: 5,
  attributeTable: 6,
  stackTable: 7
} as const;

/** `Profile`. */
const PROFILE = {
  sampleType: 1,
  samples: 2,
  timeUnixNano: 3,
  durationNano: 4,
  periodType: 5,
  period: 6,
  profileId: 7
} as const;

/** `ValueType`. */
const VALUE_TYPE = { type: 1, unit: 2 } as const;

/** `Sample`. */
const SAMPLE = { stackIndex: 1, attributeIndices: 2, values: 4 } as const;

/** `Stack`. */
const STACK = { locationIndices: 1 } as const;

/** `Location`. */
const LOCATION = { lines: 3, attributeIndices: 4 } as const;

/** `Line`. */
const LINE = { functionIndex: 1, line: 2 } as const;

/** `Function`. */
const FUNCTION = { name: 1, systemName: 2, filename: 3, startLine: 4 } as const;

/** `KeyValueAndUnit`. */
const KEY_VALUE_AND_UNIT = { key: 1, value: 2 } as const;
