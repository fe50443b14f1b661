import { withRoom } from '../../base/growing';
import type { Profile } from '../../model/profile/profile';
import type { JsonWriter } from '../shared/text/jsonWriter';

const utf8 = new TextEncoder();

/** The text of an event up to its time, for each label, made when first needed on a row. */
export class ChromeTemplates {
  /** Templates as little-endian words, one after another. */
  words = new Uint32Array(1024);
  /** First word of each label's template, or -1. */
  readonly firstWord: Int32Array;
  /** Bytes of each label's template. */
  readonly lengths: Uint32Array;
  #used = 0;
  #known: number[] = [];
  #head = '';

  constructor(
    private readonly writer: JsonWriter,
    private readonly profile: Profile
  ) {
    this.firstWord = new Int32Array(profile.labels.length).fill(-1);
    this.lengths = new Uint32Array(profile.labels.length);
  }

  /** Forgets all templates; the new ones begin with `head`, such as `{"ph":"X","pid":1,"tid":1`. */
  startRow(head: string): void {
    for (const label of this.#known) this.firstWord[label] = -1;
    this.#known = [];
    this.#used = 0;
    this.#head = head;
  }

  add(label: number): void {
    const text = utf8.encode(`${this.#head},${this.nameAndCategory(label)},"ts":`);
    const wordCount = (text.length + 3) >>> 2;
    this.words = withRoom(this.words, this.#used + wordCount);
    new Uint8Array(this.words.buffer, this.#used * 4).set(text);
    this.firstWord[label] = this.#used;
    this.lengths[label] = text.length;
    this.#known.push(label);
    this.#used += wordCount;
  }

  /** `"name":…,"cat":…` of a label. */
  nameAndCategory(label: number): string {
    const { name, category } = this.profile.labels;
    const { writer } = this;
    return `"name":${writer.quote(name[label])},"cat":${writer.quote(category[label])}`;
  }
}
