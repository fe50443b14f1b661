import {
  NUMBER_BYTES,
  putFraction,
  putNine,
  putSix,
  putThousandths,
  putWhole
} from '../../../base/notation/digits';
import { GrowingBytes } from '../../../base/growing';
import type { ProfileStep } from '../../../analysis/statistics/profileSteps';

const utf8 = new TextEncoder();

const [ZERO, MINUS] = [0x30, 0x2d];

/** Number of bytes copied in one step. */
const WORD_BYTES = 4;

/** Text that is written many times. */
export interface Field {
  /** Its UTF-8, and zeros up to a multiple of four. */
  readonly words: DataView;
  /** Bytes without the zeros. */
  readonly length: number;
}

/** Text for {@link TextBytes.put}. */
export function textField(text: string): Field {
  const bytes = utf8.encode(text);
  const padded = new Uint8Array(Math.ceil(bytes.length / WORD_BYTES) * WORD_BYTES);
  padded.set(bytes);
  return { words: new DataView(padded.buffer), length: bytes.length };
}

/** Text of ASCII numbers and prepared fields as UTF-8. */
export class TextBytes extends GrowingBytes {
  constructor(expectedBytes = 1024) {
    super(expectedBytes);
  }

  // hot
  /** Appends a field. */
  put({ words, length }: Field): void {
    this.reserve(length + WORD_BYTES);
    const { view, length: start } = this;
    for (let at = 0; at < length; at += WORD_BYTES) {
      view.setUint32(start + at, words.getUint32(at, true), true);
    }
    this.length = start + length;
  }

  // hot
  /** Appends a whole number of at most 2⁵³ in size. */
  whole(value: number): void {
    this.reserve(NUMBER_BYTES);
    if (value < 0) this.bytes[this.length++] = MINUS;
    this.length = putWhole(this.view, this.length, Math.abs(value));
  }

  // hot
  /** Appends nanoseconds as microseconds with three decimals. */
  us(ns: number): void {
    this.reserve(NUMBER_BYTES);
    const size = Math.round(Math.abs(ns));
    if (ns < 0 && size > 0) this.bytes[this.length++] = MINUS;
    this.length = putThousandths(this.view, this.length, size);
  }

  // hot
  /** Appends all nine digits of a whole number below 10⁹. */
  nine(value: number): void {
    this.reserve(NUMBER_BYTES);
    this.length = putNine(this.view, this.length, value);
  }

  // hot
  /** Appends all six digits of a whole number below 10⁶, a point and the three of another one. */
  sixAndFraction(value: number, thousandths: number): void {
    this.reserve(NUMBER_BYTES);
    const end = putSix(this.view, this.length, value);
    this.length = putFraction(this.view, end, thousandths);
  }

  // hot
  /** Appends the six decimals of a whole number of millionths > 0 without the zeros behind them. */
  decimals(millionths: number): void {
    this.reserve(NUMBER_BYTES);
    let end = putSix(this.view, this.length, millionths);
    while (this.bytes[end - 1] === ZERO) end--;
    this.length = end;
  }

  /** Appends what another one has. */
  append(other: TextBytes): void {
    this.reserve(other.length);
    this.bytes.set(other.written(), this.length);
    this.length += other.length;
  }
}

const NO_STEP = textField(',');

/** Finds the steps of moments, which must be in order of time. */
export class StepCursor {
  readonly #fields: readonly Field[];
  #at = -1;

  constructor(private readonly steps: readonly ProfileStep[]) {
    this.#fields = steps.map(({ number }) => textField(`${number},`));
  }

  // hot
  /** The number of the step that the moment is in as a field with a comma; empty outside of steps. */
  fieldAt(time: number): Field {
    const { steps } = this;
    while (this.#at + 1 < steps.length && steps[this.#at + 1].start <= time) this.#at++;
    return this.#at < 0 || time >= steps[this.#at].end ? NO_STEP : this.#fields[this.#at];
  }
}
