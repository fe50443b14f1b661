import {
  BLOCK_ARG,
  GRID_ARG,
  INPUT_SHAPES_ARG,
  INPUT_TYPES_ARG,
  SEQUENCE_ARG,
  STASHED_SEQUENCE_ARG
} from '../../model/profile/argKeys';
import { TextForm } from '../shared/imported/importedTexts';
import type { ImportedTrace } from '../shared/imported/importedTrace';
import { KINETO_SEQUENCE } from '../shared/imported/sequences';
import { numberAt } from './decimalTime';
import { Byte, JsonCursor } from '../../base/notation/jsonCursor';

/** Our keys for arguments that Kineto calls otherwise. */
const OWN_KEYS: ReadonlyMap<string, string> = new Map([
  ['Input Dims', INPUT_SHAPES_ARG],
  ['Input type', INPUT_TYPES_ARG]
]);

/** Sizes in three directions, which we write with spaces. */
const TRIPLES: ReadonlySet<string> = new Set([GRID_ARG, BLOCK_ARG]);

/** Kineto's mark of a backward operator, for which it is not 0. */
const FORWARD_THREAD = 'Fwd thread id';

/** Arguments that one slice may have. */
const MAX_ARGS = 10_000;

/** Reads arguments of events into those of slices. */
export class ChromeArgs {
  readonly #cursor: JsonCursor;
  /** Our key for each key of the file, as indices of texts. */
  readonly #keys = new Map<number, number>();
  #sequence = NaN;
  #isBackward = false;

  constructor(
    bytes: Uint8Array,
    private readonly trace: ImportedTrace
  ) {
    this.#cursor = new JsonCursor(bytes);
  }

  // hot
  /** Gives a slice the arguments at `from`, which have been skipped once already. */
  read(slice: number, from: number): void {
    const cursor = this.#cursor;
    cursor.at = from;
    if (!cursor.take(Byte.openObject)) return;
    this.#sequence = NaN;
    this.#isBackward = false;
    let count = 0;
    while (!cursor.take(Byte.closeObject)) {
      cursor.readText();
      const key = this.#ownKey();
      cursor.expect(Byte.colon);
      if (++count > MAX_ARGS) this.#leaveOut();
      else this.#readValue(slice, key);
      if (!cursor.take(Byte.comma) && cursor.peek() !== Byte.closeObject) cursor.fail('"," or "}"');
    }
    if (!Number.isNaN(this.#sequence)) this.#addSequence(slice);
  }

  #leaveOut(): void {
    this.#cursor.skipValue();
    this.trace.notes.add('args');
  }

  #ownKey(): number {
    const { texts } = this.trace;
    const { textFrom, textTo, textHash, textForm } = this.#cursor;
    const key = texts.ofBytes(textFrom, textTo, textHash, textForm);
    const known = this.#keys.get(key);
    if (known !== undefined) return known;
    const own = OWN_KEYS.get(texts.at(key));
    const result = own === undefined ? key : texts.of(own);
    this.#keys.set(key, result);
    return result;
  }

  // hot
  #readValue(slice: number, key: number): void {
    const { trace } = this;
    const cursor = this.#cursor;
    const byte = cursor.peek();
    if (byte === Byte.quote) {
      cursor.readText();
      const { textFrom, textTo, textHash, textForm } = cursor;
      trace.args.addText(slice, key, trace.texts.ofBytes(textFrom, textTo, textHash, textForm));
    } else if (byte === Byte.openObject || byte === Byte.openList) {
      this.#readNested(slice, key);
    } else {
      this.#readLiteral(slice, key);
    }
  }

  #readNested(slice: number, key: number): void {
    const { trace } = this;
    const cursor = this.#cursor;
    cursor.readWhole();
    const { textFrom, textTo, textHash } = cursor;
    const form = TRIPLES.has(trace.texts.at(key)) ? TextForm.sizes : TextForm.json;
    trace.args.addText(slice, key, trace.texts.ofBytes(textFrom, textTo, textHash, form));
  }

  #readLiteral(slice: number, key: number): void {
    const { trace } = this;
    const cursor = this.#cursor;
    cursor.readLiteral();
    const { bytes, textFrom, textTo, textHash } = cursor;
    const value = numberAt(bytes, textFrom, textTo);
    if (Number.isNaN(value)) {
      const text = trace.texts.ofBytes(textFrom, textTo, textHash, TextForm.plain);
      const word = trace.texts.at(text);
      if (word === 'true' || word === 'false') trace.args.addBoolean(slice, key, word === 'true');
      else trace.args.addText(slice, key, text);
      return;
    }
    this.#addNumber(slice, key, value);
  }

  /** Kineto's number of an operator is kept back until all arguments are known. */
  #addNumber(slice: number, key: number, value: number): void {
    const name = this.trace.texts.at(key);
    if (name === KINETO_SEQUENCE) {
      this.#sequence = value;
      return;
    }
    if (name === SEQUENCE_ARG || (name === FORWARD_THREAD && value > 0)) this.#isBackward = true;
    this.trace.args.addNumber(slice, key, value);
  }

  /** Of an operator whose own number has our key already, Kineto's is that of its forward operator. */
  #addSequence(slice: number): void {
    const { texts, args } = this.trace;
    const key = texts.of(this.#isBackward ? STASHED_SEQUENCE_ARG : KINETO_SEQUENCE);
    args.addNumber(slice, key, this.#sequence);
  }
}
