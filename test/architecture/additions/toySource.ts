import type { SourceName } from '../../../src/model/profile/profile';
import type { Contribution, Source } from '../../../src/record/build/contribution';
import { SourceFaults, type SourceKind } from '../../../src/sources/source';

/** The start of a sentence about its losses. */
export const TOY_TITLE = 'Toys';

/** It is a `SourceName` where the table of names has it. */
const NAME: string = 'toySource';

class ToySource implements Source {
  readonly #faults = new SourceFaults(NAME as SourceName, 'Play on.');
  #starts = 0;

  start(): void {
    this.#starts++;
  }

  stopNow(): void {
    this.#faults.limited('played');
  }

  contribute(): Contribution {
    return { report: this.#faults.report(this.#starts) };
  }
}

/** A source that records how often it was started, where garbage collections are recorded. */
export const TOY: SourceKind<{ readonly gc: boolean }, object> = {
  open: () => ({ sources: ({ gc }) => (gc ? [new ToySource()] : []) })
};
