import type { ProfileStep } from '../../analysis/steps/profileSteps';
import { fieldBytes } from './textBytes';

const NO_STEP = fieldBytes(',');

/** Tells the steps of moments, which are asked for in order of time. */
export class StepCursor {
  private readonly fields: readonly Uint8Array[];
  private at = -1;

  constructor(private readonly steps: readonly ProfileStep[]) {
    this.fields = steps.map(({ number }) => fieldBytes(`${number},`));
  }

  // hot
  /** The number of the step that the moment is in as a field with a comma; empty outside of steps. */
  fieldAt(time: number): Uint8Array {
    const { steps } = this;
    while (this.at + 1 < steps.length && steps[this.at + 1].start <= time) this.at++;
    return this.at < 0 || time >= steps[this.at].end ? NO_STEP : this.fields[this.at];
  }
}
