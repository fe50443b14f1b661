import type { ProfileStep } from '../../../analysis/steps/profileSteps';
import { type Field, textField } from './textBytes';

const NO_STEP = textField(',');

/** Finds the steps of moments, which must be in order of time. */
export class StepCursor {
  readonly #fields: readonly Field[];
  #at = -1;

  constructor(private readonly steps: readonly ProfileStep[]) {
    this.#fields = steps.map(({ number }) => textField(`${number},`));
  }

  // hot
  /** The number of the step that the moment is in as a field with a comma; empty outside of steps. */
  fieldAt(time: number): Field {
    const { steps } = this;
    while (this.#at + 1 < steps.length && steps[this.#at + 1].start <= time) this.#at++;
    return this.#at < 0 || time >= steps[this.#at].end ? NO_STEP : this.#fields[this.#at];
  }
}
