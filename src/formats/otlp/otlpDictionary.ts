import { StringTable } from '../../model/build/stringTable';
import { FrameKind, type Profile } from '../../model/profile/profile';
import type { ProtobufWriter } from '../shared/bytes/protobufWriter';
import { functionName } from '../shared/rows/callPath';
import { type StackLabel, type StackPlace, StackPlaces } from '../shared/rows/stackPlaces';
import {
  ANY_VALUE,
  DICTIONARY,
  FUNCTION,
  KEY_VALUE_AND_UNIT,
  LINE,
  LOCATION,
  STACK
} from './otlpSchema';

/** The value of an attribute: text, or a whole number ≥ 0. */
export type OtlpValue = string | number;

/** Writes a value as `AnyValue`. */
export function writeValue(writer: ProtobufWriter, field: number, value: OtlpValue): void {
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
export class OtlpDictionary {
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
