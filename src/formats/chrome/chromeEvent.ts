import type { ImportedTrace } from '../shared/imported/importedTrace';
import { decimalNs } from './decimalTime';
import { Byte, type JsonCursor } from '../../base/notation/jsonCursor';

/** No text. */
export const ABSENT = -1;

const keyOf = (text: string): number =>
  [...text].reduce((sum, letter, at) => sum | (letter.charCodeAt(0) << (8 * at)), 0);

const KEY = {
  s: keyOf('s'),
  ph: keyOf('ph'),
  ts: keyOf('ts'),
  id: keyOf('id'),
  bp: keyOf('bp'),
  cat: keyOf('cat'),
  dur: keyOf('dur'),
  pid: keyOf('pid'),
  tid: keyOf('tid'),
  id2: keyOf('id2'),
  name: keyOf('name'),
  args: keyOf('args'),
  scop: keyOf('scop'),
  tdur: keyOf('tdur'),
  bindId: -1,
  flowIn: -2,
  flowOut: -3
} as const;

/** Longer keys of fields. */
const LONG_KEYS: readonly (readonly [key: number, letters: readonly number[]])[] = (
  [
    [KEY.bindId, 'bind_id'],
    [KEY.flowIn, 'flow_in'],
    [KEY.flowOut, 'flow_out']
  ] as const
).map(([key, text]) => [key, [...text].map(letter => letter.charCodeAt(0))] as const);

/** The fields of one event of a trace, read again and again into the same object. */
export class ChromeEvent {
  /** The byte of the phase; 0 where the event has none of one letter. */
  phase = 0;
  /** Texts as indices; 0 for none. */
  name = 0;
  category = 0;
  /** Nanoseconds from the base, whole; NaN if there is no valid time. */
  time = NaN;
  /** Nanoseconds, not rounded; that of the thread's clock where it is the only one; NaN for none. */
  duration = NaN;
  hasDuration = false;
  /** Identifiers as indices, or {@link ABSENT}. */
  pid = ABSENT;
  tid = ABSENT;
  id = ABSENT;
  scope = ABSENT;
  /** True if `id` only counts within its process. */
  isLocal = false;
  /** True if an end of an arrow belongs to the slice around it. */
  bindsAround = false;
  /** The identifier of arrows that begin or end at the event itself, as an index, or {@link ABSENT}. */
  bindId = ABSENT;
  hasFlowIn = false;
  hasFlowOut = false;
  /** The byte that says what an instant refers to: g, p or t; 0 for none. */
  instantScope = 0;
  /** The offset of the arguments; equal to the end if there are none. */
  argsFrom = 0;
  argsTo = 0;
  #exactTime = NaN;
  #threadDuration = NaN;

  constructor(
    private readonly cursor: JsonCursor,
    private readonly trace: ImportedTrace,
    private readonly baseUs: number
  ) {}

  // hot
  /**
   * Reads the object at the cursor.
   *
   * @throws JsonCutOffError if it is not complete, another JsonError for invalid JSON.
   */
  read(): void {
    const { cursor } = this;
    this.#clear();
    cursor.expect(Byte.openObject);
    while (!cursor.take(Byte.closeObject)) {
      cursor.readText();
      const key = this.#key();
      cursor.expect(Byte.colon);
      this.#readField(key);
      if (!cursor.take(Byte.comma) && cursor.peek() !== Byte.closeObject) cursor.fail('"," or "}"');
    }
    this.time = roundedTime(this.#exactTime);
    if (this.hasDuration || Number.isNaN(this.#threadDuration)) return;
    this.duration = this.#threadDuration;
    this.hasDuration = true;
  }

  /** The end of the event, nanoseconds from the base, whole. */
  end(): number {
    const end = roundedTime(this.#exactTime + this.duration);
    return Number.isNaN(end) ? this.time : end;
  }

  #clear(): void {
    this.phase = 0;
    this.name = 0;
    this.category = 0;
    this.#exactTime = NaN;
    this.#threadDuration = NaN;
    this.duration = NaN;
    this.hasDuration = false;
    this.pid = ABSENT;
    this.tid = ABSENT;
    this.id = ABSENT;
    this.scope = ABSENT;
    this.isLocal = false;
    this.bindsAround = false;
    this.bindId = ABSENT;
    this.hasFlowIn = false;
    this.hasFlowOut = false;
    this.instantScope = 0;
    this.argsFrom = 0;
    this.argsTo = 0;
  }

  // hot
  /** One of `KEY`, the first four letters of a short key as a number; 0 for one that no field has. */
  #key(): number {
    const { bytes, textFrom, textTo } = this.cursor;
    const size = textTo - textFrom;
    if (size > 5) return size > 8 ? 0 : this.#longKey();
    let key = 0;
    for (let at = 0; at < Math.min(size, 4); at++) key |= bytes[textFrom + at] << (8 * at);
    if (size < 5) return key;
    const isScope = key === KEY.scop && bytes[textTo - 1] === 0x65;
    return isScope ? key : 0;
  }

  #longKey(): number {
    const { bytes, textFrom, textTo } = this.cursor;
    const found = LONG_KEYS.find(
      ([, letters]) =>
        letters.length === textTo - textFrom &&
        letters.every((letter, at) => letter === bytes[textFrom + at])
    );
    return found?.[0] ?? 0;
  }

  // hot
  #readField(key: number): void {
    const { cursor } = this;
    switch (key) {
      case KEY.name:
        this.name = this.#text();
        return;
      case KEY.cat:
        this.category = this.#text();
        return;
      case KEY.ph:
        this.phase = this.#letter();
        return;
      case KEY.ts:
        this.#exactTime = this.#nanoseconds(this.baseUs);
        return;
      case KEY.dur:
        this.duration = this.#nanoseconds(0);
        this.hasDuration = true;
        return;
      case KEY.tdur:
        this.#threadDuration = this.#nanoseconds(0);
        return;
      case KEY.pid:
        this.pid = this.#identifier();
        return;
      case KEY.tid:
        this.tid = this.#identifier();
        return;
      case KEY.args:
        cursor.peek();
        this.argsFrom = cursor.at;
        cursor.skipValue();
        this.argsTo = cursor.at;
        return;
      default:
        this.#readRareField(key);
    }
  }

  #readRareField(key: number): void {
    const { cursor } = this;
    switch (key) {
      case KEY.id:
        this.id = this.#identifier();
        return;
      case KEY.id2:
        this.#readId2();
        return;
      case KEY.scop:
        this.scope = this.#identifier();
        return;
      case KEY.s:
        this.instantScope = this.#letter();
        return;
      case KEY.bp:
        this.bindsAround = this.#letter() === 0x65;
        return;
      case KEY.bindId:
        this.bindId = this.#identifier();
        return;
      case KEY.flowIn:
        this.hasFlowIn = this.#isTrue();
        return;
      case KEY.flowOut:
        this.hasFlowOut = this.#isTrue();
        return;
      default:
        cursor.skipValue();
    }
  }

  /** `{"local":…}` or `{"global":…}`. */
  #readId2(): void {
    const { cursor } = this;
    if (cursor.peek() !== Byte.openObject) {
      cursor.skipValue();
      return;
    }
    cursor.at++;
    while (!cursor.take(Byte.closeObject)) {
      cursor.readText();
      const { bytes, textFrom, textTo } = cursor;
      this.isLocal = textTo - textFrom === 5 && bytes[textFrom] === 0x6c;
      cursor.expect(Byte.colon);
      this.id = this.#identifier();
      if (!cursor.take(Byte.comma) && cursor.peek() !== Byte.closeObject) cursor.fail('"," or "}"');
    }
  }

  /** The one letter of a text; 0 for anything else. */
  #letter(): number {
    const { cursor } = this;
    if (!this.#isScalar()) return 0;
    cursor.readScalar();
    return cursor.textTo - cursor.textFrom === 1 ? cursor.bytes[cursor.textFrom] : 0;
  }

  /** Whether `true` follows, or what some write in its place. */
  #isTrue(): boolean {
    const { cursor } = this;
    if (!this.#isScalar()) return false;
    cursor.readScalar();
    return 'tT1'.includes(String.fromCharCode(cursor.bytes[cursor.textFrom]));
  }

  #text(): number {
    const { cursor } = this;
    if (!this.#isScalar()) return 0;
    cursor.readScalar();
    return this.trace.texts.ofBytes(
      cursor.textFrom,
      cursor.textTo,
      cursor.textHash,
      cursor.textForm
    );
  }

  #identifier(): number {
    const { cursor } = this;
    if (!this.#isScalar()) return ABSENT;
    cursor.readScalar();
    return this.trace.identifiers.ofBytes(
      cursor.textFrom,
      cursor.textTo,
      cursor.textHash,
      cursor.textForm
    );
  }

  #nanoseconds(baseUs: number): number {
    const { cursor } = this;
    if (!this.#isScalar()) return NaN;
    cursor.readScalar();
    return decimalNs(cursor.bytes, cursor.textFrom, cursor.textTo, baseUs);
  }

  /** True if a text or a literal follows; anything else is skipped. */
  #isScalar(): boolean {
    const { cursor } = this;
    const byte = cursor.peek();
    if (byte !== Byte.openObject && byte !== Byte.openList) return true;
    cursor.skipValue();
    return false;
  }
}

/** Farthest time from the base, which is exact. */
const MAX_TIME_NS = Number.MAX_SAFE_INTEGER;

function roundedTime(time: number): number {
  return Math.abs(time) <= MAX_TIME_NS ? Math.round(time) + 0 : NaN;
}

/** The name of the slice that Kineto's format writes for the whole recording, on a separate row. */
export const KINETO_SPAN = 'Kernelscope Profiler';
