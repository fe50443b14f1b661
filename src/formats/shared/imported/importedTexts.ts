import { JsonForm, Byte } from '../../../base/notation/jsonCursor';
import { OTHER } from '../../../model/profile/categories';
import { growing } from '../../../model/profile/columns';
import { clipText } from '../text/clipText';
import { IMPORT_LIMITS } from './importLimits';
import type { ImportNote, ImportNotes } from './importNotes';

/** Slots that are looked at for one text; a file that wants more gains nothing by it. */
const MAX_PROBES = 32;

/** The kept text of the file, and the number of kept texts. */
export interface TextLimit {
  readonly texts: number;
  /** The note to count if there are more. */
  readonly note: ImportNote;
}

/** The form of a text in the file: as it is, with escape sequences, as JSON, as a list of sizes. */
export const TextForm = { ...JsonForm, sizes: 3 } as const;

/** Distinct texts of a file, each once, by their bytes; index 0 is the empty text. Bounded. */
export class ImportedTexts {
  readonly #values: string[] = [''];
  readonly #indices = new Map<string, number>([['', 0]]);
  /** Entries plus one by hash; entries say where in the file a text stands, and its index. */
  #slots = new Int32Array(1024);
  readonly #hashes = growing.int32();
  readonly #froms = growing.uint32();
  readonly #sizes = growing.uint32();
  readonly #texts = growing.uint32();
  readonly #utf8 = new TextDecoder();

  constructor(
    private readonly bytes: Uint8Array,
    private readonly notes: ImportNotes,
    private readonly limit: TextLimit
  ) {}

  // hot
  /**
   * The index of the text in the bytes `from` … `to` of the file, with the FNV hash `bytesHash` and one
   * of {@link TextForm}.
   */
  ofBytes(from: number, to: number, bytesHash: number, form: number): number {
    const size = to - from;
    const hash = bytesHash ^ Math.imul(form, 0x9e3779b1);
    const mask = this.#slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    let probes = 0;
    for (; probes < MAX_PROBES; probes++) {
      const entry = this.#slots[slot] - 1;
      if (entry < 0) break;
      if (this.#isSame(entry, from, size, hash)) return this.#texts.at(entry);
      slot = (slot + 1) & mask;
    }
    if (this.#values.length >= this.limit.texts) return this.#other();
    const index = this.of(this.#decode(from, to, form));
    if (probes < MAX_PROBES && !this.isOther(index)) {
      this.#addEntry(slot, { hash, from, size, index });
    }
    return index;
  }

  /** The index of a given text. */
  of(text: string): number {
    const kept = this.#clip(text);
    const known = this.#indices.get(kept);
    if (known !== undefined) return known;
    if (this.#values.length >= this.limit.texts) return this.#other();
    return this.#keep(kept);
  }

  /** True if an index stands for a text that was not kept. */
  isOther(index: number): boolean {
    return this.#indices.get(OTHER) === index;
  }

  /** Whether a text is one of them. */
  has(text: string): boolean {
    return this.#indices.has(text);
  }

  at(index: number): string {
    return this.#values[index];
  }

  /** All texts by index; the list is not copied. */
  toArray(): readonly string[] {
    return this.#values;
  }

  #other(): number {
    this.notes.add(this.limit.note);
    return this.#indices.get(OTHER) ?? this.#keep(OTHER);
  }

  #keep(text: string): number {
    this.#indices.set(text, this.#values.length);
    return this.#values.push(text) - 1;
  }

  #isSame(entry: number, from: number, size: number, hash: number): boolean {
    if (this.#hashes.at(entry) !== hash || this.#sizes.at(entry) !== size) return false;
    const { bytes } = this;
    const other = this.#froms.at(entry);
    let at = 0;
    while (at < size && bytes[other + at] === bytes[from + at]) at++;
    return at === size;
  }

  #addEntry(
    slot: number,
    { hash, from, size, index }: { hash: number; from: number; size: number; index: number }
  ): void {
    this.#hashes.push(hash);
    this.#froms.push(from);
    this.#sizes.push(size);
    this.#slots[slot] = 1 + this.#texts.push(index);
    if (2 * this.#texts.length > this.#slots.length) this.#grow();
  }

  #grow(): void {
    const mask = this.#slots.length * 2 - 1;
    this.#slots = new Int32Array(mask + 1);
    for (let entry = 0; entry < this.#texts.length; entry++) {
      const hash = this.#hashes.at(entry);
      let slot = (hash ^ (hash >>> 15)) & mask;
      let probes = 0;
      while (this.#slots[slot] !== 0 && probes++ < MAX_PROBES) slot = (slot + 1) & mask;
      if (this.#slots[slot] === 0) this.#slots[slot] = entry + 1;
    }
  }

  #decode(from: number, to: number, form: number): string {
    const room = 6 * IMPORT_LIMITS.textLength + 6;
    if (form >= TextForm.json) {
      const text = compactJson(this.bytes, from, to, room);
      return form === TextForm.sizes ? text.replaceAll(',', ', ') : text;
    }
    const text = this.#utf8.decode(this.bytes.subarray(from, Math.min(to, from + room)));
    return form === TextForm.escaped ? unescapeJson(text) : text;
  }

  #clip(text: string): string {
    if (text.length <= IMPORT_LIMITS.textLength) return text;
    this.notes.add('clipped');
    return clipText(text, IMPORT_LIMITS.textLength);
  }
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ...Array.from('"\\/', letter => [letter, letter] as const)
]);

/** Decodes the escape sequences of JSON; one that JSON does not have stays as it is written. */
function unescapeJson(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|([^]))/g, (whole, code?: string, letter = '') => {
    if (code !== undefined) return String.fromCharCode(parseInt(code, 16));
    return ESCAPES.get(letter as string) ?? whole;
  });
}

const { quote: QUOTE, backslash: BACKSLASH } = Byte;

const SPACE = 0x20;

/** JSON text without the white space between its parts; at most its first `limit` bytes. */
function compactJson(bytes: Uint8Array, from: number, to: number, limit: number): string {
  const compact = new Uint8Array(Math.min(to - from, limit));
  let length = 0;
  let isText = false;
  for (let at = from; at < to && length < limit; at++) {
    const byte = bytes[at];
    if (byte <= SPACE && !isText) continue;
    compact[length++] = byte;
    if (byte === QUOTE) isText = !isText;
    if (byte === BACKSLASH && isText && length < limit) compact[length++] = bytes[++at];
  }
  return new TextDecoder().decode(compact.subarray(0, length));
}
