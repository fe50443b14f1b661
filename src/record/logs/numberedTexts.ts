import { OwnMap } from '../../base/intrinsics/ownMap';
import { OTHER } from '../../model/profile/categories';

/** Texts that are kept at most. */
const MAX_TEXTS = 1 << 16;

/**
 * Numbers texts in order of first use, so that hot paths can pack them; those beyond a limit have one number. The
 * last one asked for is found without a look-up.
 */
export class NumberedTexts {
  readonly #numbers = new OwnMap<string, number>();
  #lastText: string | null = null;
  #lastNumber = 0;

  /** New texts are appended to `texts`, which others may number too, and have the numbers of their rows there. */
  constructor(
    private readonly maxTexts: number = MAX_TEXTS,
    private readonly texts: string[] = []
  ) {}

  // hot
  /** The number of a text, from 0. */
  numberOf(text: string): number {
    if (text === this.#lastText) return this.#lastNumber;
    this.#lastText = text;
    this.#lastNumber = this.#numbers.get(text) ?? this.#add(text);
    return this.#lastNumber;
  }

  /** The text of a number; empty for one that was never given. */
  textOf(number: number): string {
    return this.texts[number] ?? '';
  }

  #add(text: string): number {
    if (this.texts.length >= this.maxTexts && text !== OTHER) {
      return this.#numbers.get(OTHER) ?? this.#add(OTHER);
    }
    const number = this.texts.length;
    this.texts[number] = text;
    this.#numbers.set(text, number);
    return number;
  }
}
