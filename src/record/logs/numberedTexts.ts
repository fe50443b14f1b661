import { OwnMap } from '../../base/intrinsics/ownMap';

/** Numbers texts in order of first use, so that hot paths can pack them. */
export class NumberedTexts {
  private readonly texts: string[] = [];
  private readonly numbers = new OwnMap<string, number>();
  private lastText = '';
  private lastNumber = -1;

  // hot
  /** The number of a text, from 0. */
  numberOf(text: string): number {
    if (text === this.lastText && this.lastNumber >= 0) return this.lastNumber;
    let number = this.numbers.get(text);
    if (number === undefined) {
      number = this.texts.length;
      this.texts[number] = text;
      this.numbers.set(text, number);
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
