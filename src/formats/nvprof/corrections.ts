/** Repairs and omissions while reading a trace, by kind. */
export type Correction =
  | 'unfinished'
  | 'untimed'
  | 'reversed'
  | 'unnamed'
  | 'unlaunched'
  | 'ambiguous'
  | 'overlapping';

const TEXTS: Readonly<Record<Correction, string>> = {
  unfinished: 'ranges have no beginning or no end and are left out',
  untimed: 'records have no usable time and are left out',
  reversed: 'records end before they start and are shown without duration',
  unnamed: 'names are not in the table of strings and are shown by number',
  unlaunched: 'GPU operations have no API call in the file and no arrow from one',
  ambiguous: 'API calls have the correlation of an earlier one, which is taken',
  overlapping: 'ranges overlap others of their thread in part and lie in lanes beside it'
};

/** Counts corrections, so that none goes unsaid. */
export class Corrections {
  readonly #counts = new Map<Correction, number>();

  /** Counts one more. */
  add(kind: Correction): void {
    this.#counts.set(kind, this.countOf(kind) + 1);
  }

  countOf(kind: Correction): number {
    return this.#counts.get(kind) ?? 0;
  }

  /** All of them in one sentence; empty when there were none. */
  toString(): string {
    const parts = [...this.#counts].map(([kind, count]) => `${count} ${TEXTS[kind]}`);
    return parts.length === 0 ? '' : `Of this trace, ${parts.join('; ')}.`;
  }
}
