import type { Description } from '../../../shared/content/description';
import type { ChangeWords } from './changeWords';
import type { FlameState } from '../flame/flameState';

/** Words for the calls of a comparison. */
export class CallWords {
  constructor(private readonly words: ChangeWords) {}

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
    const { trans } = this.words;
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

  #change(before: number, after: number): string {
    const { formats } = this.words;
    const times = `${formats.duration(before)} → ${formats.duration(after)}`;
    if (before === after) return times;
    const share = before === 0 ? this.words.trans.__('new') : this.words.share({ before, after });
    return `${times} (${this.words.time(after - before)}, ${share})`;
  }

  #name(name: string): string {
    return name === '' ? this.words.trans.__('(anonymous)') : name;
  }
}
