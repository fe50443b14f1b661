import type { TranslationBundle } from '../../shared/content/application';
import type { Description } from '../../shared/content/description';
import type { NumberFormats } from '../../shared/content/format';
import type { ChangeWords } from './changeWords';
import type { FlameState } from './stage';

/** Words for the calls of a comparison. */
export class CallWords {
  readonly trans: TranslationBundle;
  readonly formats: NumberFormats;

  constructor(private readonly words: ChangeWords) {
    this.trans = words.trans;
    this.formats = words.formats;
  }

  /** The text on a call: a mark for slower or faster, its name and its change. */
  label({ compared }: FlameState, row: number): string {
    const { totalBefore, totalAfter } = compared;
    const change = totalAfter[row] - totalBefore[row];
    const name = this.#name(compared.functions[compared.function[row]].name);
    if (change === 0) return name;
    return `${change > 0 ? '▲' : '▼'} ${name} ${this.words.time(change)}`;
  }

  /** What a call is and how its times changed. */
  describe({ compared }: FlameState, row: number): Description {
    const { trans } = this;
    const { name, file } = compared.functions[compared.function[row]];
    const { totalBefore, totalAfter, selfBefore, selfAfter } = compared;
    const fact = (label: string, before: number, after: number) => {
      return { label, value: this.#change(before, after) };
    };
    return {
      title: this.#name(name),
      facts: [
        fact(trans.__('Total'), totalBefore[row], totalAfter[row]),
        fact(trans.__('Self'), selfBefore[row], selfAfter[row]),
        ...(file === '' ? [] : [{ label: trans.__('File'), value: file }])
      ]
    };
  }

  /** The same as a sentence. */
  sentence(state: FlameState, row: number): string {
    const { title, facts } = this.describe(state, row);
    return [title, ...facts.map(({ label, value }) => `${label}: ${value}`)].join(' · ');
  }

  /** The same in the cells of a list: name, change, share, before, after and file. */
  cells({ compared }: FlameState, row: number): readonly string[] {
    const { name, file } = compared.functions[compared.function[row]];
    const [before, after] = [compared.totalBefore[row], compared.totalAfter[row]];
    const isSame = before === after;
    const times = [before, after].map(ns => (ns === 0 ? '' : this.formats.duration(ns)));
    const change = isSame ? '' : this.words.time(after - before);
    const share = isSame ? '' : after === 0 ? this.trans.__('gone') : this.#share(before, after);
    return [this.#name(name), change, share, ...times, file];
  }

  #change(before: number, after: number): string {
    const { formats } = this;
    const times = `${formats.duration(before)} → ${formats.duration(after)}`;
    if (before === after) return times;
    return `${times} (${this.words.time(after - before)}, ${this.#share(before, after)})`;
  }

  #share(before: number, after: number): string {
    return before === 0 ? this.trans.__('new') : this.words.share({ before, after });
  }

  #name(name: string): string {
    return name === '' ? this.trans.__('(anonymous)') : name;
  }
}
