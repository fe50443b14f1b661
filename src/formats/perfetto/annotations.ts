import { DEBUG_ANNOTATION, INTERNED } from './perfettoSchema';
import type { ImportedTrace } from '../shared/imported/importedTrace';
import type { ProtobufReader } from '../shared/protobufReader';
import { textIndex } from './interned';
import { ANNOTATION_READ } from './readSchema';
import type { SequenceState } from './sequenceState';
import { IMPORT_LIMITS } from '../shared/imported/importLimits';

/** Maximum depth of dictionaries and lists; deeper ones are left out. */
const MAX_DEPTH = 32;

/** A value of an annotation: a text is an index, a value with parts is JSON. */
type Value =
  | { readonly is: 'none' }
  | { readonly is: 'number'; readonly value: number }
  | { readonly is: 'boolean'; readonly value: boolean }
  | { readonly is: 'text'; readonly value: number }
  | { readonly is: 'json'; readonly value: string };

/** One annotation: the index of its name, and its value. */
export interface Annotation {
  readonly name: number;
  readonly value: Value;
}

/** Reads annotations of events, which are arguments of slices. */
export class Annotations {
  constructor(
    private readonly trace: ImportedTrace,
    private readonly reader: ProtobufReader
  ) {}

  /** Adds the annotation in the bytes `from` … `to` to a slice. */
  addTo(slice: number, from: number, to: number, state: SequenceState): void {
    const { args, texts } = this.trace;
    const { name, value } = this.read(from, to, state);
    if (value.is === 'number') args.addNumber(slice, name, value.value);
    else if (value.is === 'boolean') args.addBoolean(slice, name, value.value);
    else if (value.is === 'text') args.addText(slice, name, value.value);
    else if (value.is === 'json') args.addText(slice, name, texts.of(value.value));
  }

  /** The annotation in some bytes. */
  read(from: number, to: number, state: SequenceState): Annotation {
    const { at, end } = this.reader;
    this.reader.open(from, to);
    const annotation = this.#message(state, 0);
    this.reader.open(at, end);
    return annotation;
  }

  #message(state: SequenceState, depth: number): Annotation {
    const { reader, trace } = this;
    const parts = new JsonParts();
    let name = 0;
    let value: Value = { is: 'none' };
    while (reader.next()) {
      const { field } = reader;
      if (field === DEBUG_ANNOTATION.nameIid) {
        name = state.text(INTERNED.debugAnnotationNames, reader.uint());
      } else if (field === DEBUG_ANNOTATION.name) name = textIndex(reader, trace.texts);
      else if (field === ANNOTATION_READ.dictEntries || field === ANNOTATION_READ.arrayValues) {
        this.#nested(state, depth, parts);
      } else value = this.#scalar(state) ?? value;
    }
    const json = parts.toJson();
    return { name, value: json === null ? value : { is: 'json', value: json } };
  }

  #scalar(state: SequenceState): Value | null {
    const { reader, trace } = this;
    switch (reader.field) {
      case DEBUG_ANNOTATION.boolValue:
        return { is: 'boolean', value: reader.uint() === 1 };
      case DEBUG_ANNOTATION.intValue:
        return { is: 'number', value: reader.int() };
      case ANNOTATION_READ.uintValue:
      case ANNOTATION_READ.pointerValue:
        return { is: 'number', value: reader.uint() };
      case DEBUG_ANNOTATION.doubleValue:
        return { is: 'number', value: reader.double() };
      case DEBUG_ANNOTATION.stringValue:
      case ANNOTATION_READ.legacyJsonValue:
        return { is: 'text', value: textIndex(reader, trace.texts) };
      case DEBUG_ANNOTATION.stringValueIid: {
        const number = reader.uint();
        return { is: 'text', value: state.text(INTERNED.debugAnnotationStringValues, number) };
      }
      default:
        reader.skip();
        return null;
    }
  }

  /** Passes an entry of a dictionary or an item of a list, and adds it to those before it. */
  #nested(state: SequenceState, depth: number, parts: JsonParts): void {
    const { reader } = this;
    const isList = reader.field === ANNOTATION_READ.arrayValues;
    const from = reader.content();
    const { at, end } = reader;
    parts.begin(isList ? 'list' : 'dictionary');
    if (depth === MAX_DEPTH || parts.isFull) return;
    reader.open(from, at);
    const { name, value } = this.#message(state, depth + 1);
    reader.open(at, end);
    const key = isList ? '' : `${JSON.stringify(this.trace.texts.at(name))}:`;
    parts.add(`${key}${this.#json(value)}`);
  }

  #json(value: Value): string {
    if (value.is === 'none') return 'null';
    if (value.is === 'json') return value.value;
    return JSON.stringify(value.is === 'text' ? this.trace.texts.at(value.value) : value.value);
  }
}

/** The entries of a dictionary or the items of a list, as JSON of at most about one text's length. */
class JsonParts {
  readonly #parts: string[] = [];
  #length = 0;
  #form: 'none' | 'dictionary' | 'list' = 'none';

  /** True if there is more than a text holds, so that further parts would be cut off. */
  get isFull(): boolean {
    return this.#length > IMPORT_LIMITS.textLength;
  }

  /** Sets the form of the parts; there may be no parts. */
  begin(form: 'dictionary' | 'list'): void {
    this.#form = form;
  }

  /** Adds an item, or an entry with its key. */
  add(part: string): void {
    this.#parts.push(part);
    this.#length += part.length + 1;
  }

  /** The JSON; null where nothing was begun. */
  toJson(): string | null {
    if (this.#form === 'none') return null;
    const inside = this.#parts.join();
    return this.#form === 'list' ? `[${inside}]` : `{${inside}}`;
  }
}
