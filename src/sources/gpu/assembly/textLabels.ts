import type { ContributionContext } from '../../../record/build/contribution';

/** In place of the index of a text: the name is shown as it was recorded. */
export const AS_RECORDED = -1;

/** The displayed form of a text of the records. */
export interface ShownText {
  readonly label: number;
  /** String of the name as it was recorded where another is shown, or {@link AS_RECORDED}. */
  readonly recorded: number;
}

/** Labels for texts of the records, by their numbers; each is made once. */
export class TextLabels {
  readonly #known = new Map<readonly string[], ShownText[]>();
  #last: readonly string[] | null = null;
  #shown: ShownText[] = [];

  constructor(
    private readonly context: Pick<ContributionContext, 'strings' | 'label'>,
    private readonly category: string,
    /** The displayed name of a recorded one; `fallback` replaces a missing one. */
    private readonly nameOf: (recorded: string) => string,
    private readonly fallback: string
  ) {}

  /** The displayed form of the text with a number; `texts` are those of its batch. */
  of(texts: readonly string[], number: number): ShownText {
    if (texts !== this.#last) this.#take(texts);
    return this.#shown[number] ?? this.#add(texts, number);
  }

  #take(texts: readonly string[]): void {
    this.#last = texts;
    this.#shown = this.#known.get(texts) ?? [];
    this.#known.set(texts, this.#shown);
  }

  #add(texts: readonly string[], number: number): ShownText {
    const { context, category } = this;
    const recorded = texts[number] ?? '';
    const name = recorded === '' ? this.fallback : this.nameOf(recorded);
    const isOther = recorded !== '' && name !== recorded;
    const shown: ShownText = {
      label: context.label(name, category),
      recorded: isOther ? context.strings.intern(recorded) : AS_RECORDED
    };
    this.#shown[number] = shown;
    return shown;
  }
}
