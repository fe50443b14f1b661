import { INTERNED, INTERNED_TEXT } from '../schema/perfettoSchema';
import type { ImportedTrace } from '../../shared/imported/importedTrace';
import type { ProtobufReader } from './protobufReader';
import { Wire } from './protobufReader';
import { InternedStacks, MAX_INTERNED } from './internedStacks';
import { textIndex } from './protobufText';

/** The interned texts that {@link SequenceState} keeps, by field. */
type TextField =
  | typeof INTERNED.eventCategories
  | typeof INTERNED.eventNames
  | typeof INTERNED.debugAnnotationNames
  | typeof INTERNED.debugAnnotationStringValues;

/** The data that packets of one sequence refer to: interned texts, and defaults for all of them. */
export class SequenceState {
  /** True once the packet that begins the state was seen; without it, references are meaningless. */
  isValid = false;
  clockId = 0;
  /** Halves of the track that events belong to when they do not say. */
  trackLow = 0;
  trackHigh = 0;
  readonly stacks: InternedStacks;
  private readonly texts = new Map<number, Map<number, number>>();

  constructor(private readonly trace: ImportedTrace) {
    this.stacks = new InternedStacks(trace);
  }

  /** Forgets everything: the state begins again. */
  clear(): void {
    this.isValid = true;
    this.clockId = 0;
    this.trackLow = 0;
    this.trackHigh = 0;
    this.texts.clear();
    this.stacks.clear();
  }

  /** The text with a number, as an index; an empty one if unknown. */
  text(field: TextField, number: number): number {
    return this.texts.get(field)?.get(number) ?? 0;
  }

  /** Takes the interned data that the reader is at the beginning of. */
  intern(reader: ProtobufReader): void {
    while (reader.next()) {
      if (reader.wire === Wire.bytes) this.internEntry(reader, reader.field);
      else reader.skip();
    }
  }

  private internEntry(reader: ProtobufReader, field: number): void {
    reader.within(() => {
      if (isTextField(field)) this.internText(reader, field);
      else this.stacks.intern(reader, field);
    });
  }

  private internText(reader: ProtobufReader, field: TextField): void {
    let number = 0;
    let text = 0;
    while (reader.next()) {
      if (reader.field === INTERNED_TEXT.iid) number = reader.uint();
      else if (reader.field === INTERNED_TEXT.text) text = textIndex(reader, this.trace.texts);
      else reader.skip();
    }
    const known = this.texts.get(field) ?? new Map<number, number>();
    this.texts.set(field, known);
    if (known.size < MAX_INTERNED) known.set(number, text);
    else this.trace.notes.add('interned');
  }
}

function isTextField(field: number): field is TextField {
  return (
    field === INTERNED.eventCategories ||
    field === INTERNED.eventNames ||
    field === INTERNED.debugAnnotationNames ||
    field === INTERNED.debugAnnotationStringValues
  );
}
