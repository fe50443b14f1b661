/** The ways in which records could not be shown as they were. */
export type AssemblyLoss = 'early' | 'untimed' | 'tooManyTracks' | 'unfinishedRange';

const TEXTS: Readonly<Record<AssemblyLoss, readonly [one: string, many: string]>> = {
  early: [
    'began on a GPU before the call that started it',
    'began on a GPU before the calls that started them'
  ],
  untimed: ['has no usable time and is left out', 'have no usable time and are left out'],
  tooManyTracks: [
    'belongs to a stream or thread beyond the limit and is left out',
    'belong to streams or threads beyond the limit and are left out'
  ],
  unfinishedRange: [
    'is the end of an NVTX range without its beginning',
    'are ends of NVTX ranges without their beginnings'
  ]
};

/** Counts what could not be shown as it was, so that none goes unsaid. */
export class AssemblyLosses {
  readonly #counts = new Map<AssemblyLoss, number>();

  /** Counts one more. */
  add(loss: AssemblyLoss): void {
    this.#counts.set(loss, this.countOf(loss) + 1);
  }

  countOf(loss: AssemblyLoss): number {
    return this.#counts.get(loss) ?? 0;
  }

  /** All losses in words, one text per kind; none if there were none. */
  texts(): string[] {
    return [...this.#counts].map(([loss, count]) => {
      const [one, many] = TEXTS[loss];
      return count === 1 ? `1 record ${one}` : `${count} records ${many}`;
    });
  }
}
