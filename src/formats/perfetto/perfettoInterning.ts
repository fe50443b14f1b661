import type { Profile } from '../../model/profile/profile';
import {
  EVENT_TYPE,
  INTERNED,
  INTERNED_TEXT,
  PACKET,
  SEQUENCE_FLAGS,
  TRACE,
  TRACK_EVENT
} from './perfettoSchema';
import { type ProtobufWriter, putVarint } from '../shared/protobufWriter';

/** Words of the slot of one template: its length in bytes, then the bytes, padded. */
export const TEMPLATE_WORDS = 9;

/** The interned texts of one kind, by string index; numbers count from 1 within a sequence. */
class InternedTexts {
  readonly #numbers: Uint32Array;
  readonly #known: number[] = [];

  constructor(
    readonly field: number,
    stringCount: number
  ) {
    this.#numbers = new Uint32Array(stringCount);
  }

  reset(): void {
    for (const text of this.#known) this.#numbers[text] = 0;
    this.#known.length = 0;
  }

  /** The number of a text; `onNew` is called when the sequence has not had it yet. */
  numberOf(text: number, onNew: (field: number, number: number, text: number) => void): number {
    const known = this.#numbers[text];
    if (known !== 0) return known;
    const number = this.#known.push(text);
    this.#numbers[text] = number;
    onNew(this.field, number, text);
    return number;
  }
}

/**
 * The texts and labels that the current sequence has interned. New ones are written as a separate
 * packet, right before the one that uses them.
 */
export class PerfettoInterning {
  /**
   * The bytes after the timestamp in a packet, in slots of {@link TEMPLATE_WORDS} little-endian words:
   * for each label the beginning of a slice, of length 0 while the sequence has not interned it, and in
   * `endSlot` the end of a slice.
   */
  readonly templates: Uint32Array;
  readonly endSlot: number;
  readonly #usedLabels: number[] = [];
  readonly #categories: InternedTexts;
  readonly #names: InternedTexts;
  readonly #argNames: InternedTexts;
  readonly #argTexts: InternedTexts;
  #sequence = 0;

  constructor(
    private readonly writer: ProtobufWriter,
    private readonly profile: Profile
  ) {
    const { length } = profile.strings;
    this.#categories = new InternedTexts(INTERNED.eventCategories, length);
    this.#names = new InternedTexts(INTERNED.eventNames, length);
    this.#argNames = new InternedTexts(INTERNED.debugAnnotationNames, length);
    this.#argTexts = new InternedTexts(INTERNED.debugAnnotationStringValues, length);
    this.endSlot = profile.labels.length;
    this.templates = new Uint32Array((this.endSlot + 1) * TEMPLATE_WORDS);
  }

  /** Forgets everything: a new sequence begins. */
  startSequence(sequence: number): void {
    this.#sequence = sequence;
    for (const label of this.#usedLabels) this.templates[label * TEMPLATE_WORDS] = 0;
    this.#usedLabels.length = 0;
    for (const texts of [this.#categories, this.#names, this.#argNames, this.#argTexts]) {
      texts.reset();
    }
    this.#putTemplate(this.endSlot, EVENT_TYPE.sliceEnd, 0, 0);
  }

  /** Interns a label and fills in its template; writes packets. */
  addLabel(label: number): void {
    this.#putTemplate(label, EVENT_TYPE.sliceBegin, this.categoryOf(label), this.nameOf(label));
    this.#usedLabels.push(label);
  }

  /** The number of a label's category; may write a packet. */
  categoryOf(label: number): number {
    return this.#categories.numberOf(this.profile.labels.category[label], this.#writeText);
  }

  /** The number of a label's name; may write a packet. */
  nameOf(label: number): number {
    return this.#names.numberOf(this.profile.labels.name[label], this.#writeText);
  }

  /** The number of an argument's name, given as string index; may write a packet. */
  argNameOf(text: number): number {
    return this.#argNames.numberOf(text, this.#writeText);
  }

  /** The number of an argument's text value, given as string index; may write a packet. */
  argTextOf(text: number): number {
    return this.#argTexts.numberOf(text, this.#writeText);
  }

  readonly #writeText = (field: number, number: number, text: number): void => {
    const { writer } = this;
    writer.message(TRACE.packet, () => {
      writer.uint(PACKET.sequenceId, this.#sequence);
      writer.uint(PACKET.sequenceFlags, SEQUENCE_FLAGS.needsState);
      writer.message(PACKET.internedData, () => {
        writer.message(field, () => {
          writer.uint(INTERNED_TEXT.iid, number);
          writer.text(INTERNED_TEXT.text, this.profile.strings[text]);
        });
      });
    });
  };

  /** Sequence number, flags and a track event with the numbers of category and name, if any. */
  #putTemplate(slot: number, type: number, category: number, name: number): void {
    const words = this.templates.subarray(slot * TEMPLATE_WORDS, (slot + 1) * TEMPLATE_WORDS);
    const bytes = new Uint8Array(words.buffer, words.byteOffset + 4, words.byteLength - 4);
    let at = putField(bytes, 0, PACKET.sequenceId, this.#sequence);
    at = putField(bytes, at, PACKET.sequenceFlags, SEQUENCE_FLAGS.needsState);
    bytes[at] = PACKET.trackEvent * 8 + 2;
    const contentAt = at + 2;
    at = putField(bytes, contentAt, TRACK_EVENT.type, type);
    if (category > 0) at = putField(bytes, at, TRACK_EVENT.categoryIids, category);
    if (name > 0) at = putField(bytes, at, TRACK_EVENT.nameIid, name);
    bytes[contentAt - 1] = at - contentAt;
    words[0] = at;
  }
}

function putField(bytes: Uint8Array, at: number, field: number, value: number): number {
  return putVarint(bytes, putVarint(bytes, at, field * 8), value);
}
