import { OwnMap } from '../../base/intrinsics/ownMap';

/** Texts that are kept at most. */
const MAX_TEXTS = 1 << 16;

/** In place of texts that did not fit. */
const OTHER = '(other)';

/** Numbers texts in order of first use, so that hot paths can pack them; those beyond a limit have one number. */
export class NumberedTexts {
  private readonly texts: string[] = [];
  private readonly numbers = new OwnMap<string, number>();
  private lastText = '';
  private lastNumber = -1;

  constructor(private readonly maxTexts: number = MAX_TEXTS) {}

  // hot
  /** The number of a text, from 0. */
  numberOf(text: string): number {
    if (text === this.lastText && this.lastNumber >= 0) return this.lastNumber;
    let number = this.numbers.get(text);
    if (number === undefined) {
      if (this.texts.length > this.maxTexts) return this.maxTexts;
      number = this.texts.length;
      this.texts[number] = number < this.maxTexts ? text : OTHER;
      if (number < this.maxTexts) this.numbers.set(text, number);
    }
    this.lastText = text;
    this.lastNumber = number;
    return number;
  }

  /** The text of a number; empty for one that was never given. */
  textOf(number: number): string {
    return this.texts[number] ?? '';
  }
}
