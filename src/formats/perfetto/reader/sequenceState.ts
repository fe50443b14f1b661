import { INTERNED } from '../schema/perfettoSchema';
import type { ImportedTrace } from '../../shared/imported/importedTrace';
import type { ProtobufReader } from '../../shared/bytes/protobufReader';
import { Wire } from '../../shared/bytes/protobufReader';
import { InternedStacks } from './internedStacks';
import type { InternedRows } from './internText';
import { internText } from './internText';

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
  private readonly texts = new Map<number, InternedRows>();

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
      if (isTextField(field)) internText(reader, this.textsOf(field), this.trace);
      else this.stacks.intern(reader, field);
    });
  }

  private textsOf(field: TextField): InternedRows {
    const known = this.texts.get(field) ?? new Map<number, number>();
    this.texts.set(field, known);
    return known;
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
