import { stepName } from '../../analysis/statistics/profileSteps';
import { RANGE_CATEGORY } from '../../model/profile/categories';
import type { Recorder } from '../../record/recorder';
import { NO_TOKEN, type Token } from '../../record/slices/sliceStore';

/** Records each step as a slice `ProfilerStep#N`, while anything is recorded. */
export class StepSlices {
  #open: Token = NO_TOKEN;

  constructor(private readonly recorder: Recorder) {}

  begin(step: number): void {
    const { recorder } = this;
    if (recorder.enabled) this.#open = recorder.begin(stepLabel(recorder, step));
  }

  /** Ends the slice that has begun, if one has. */
  end(): void {
    if (this.#open !== NO_TOKEN) this.recorder.end(this.#open);
    this.#open = NO_TOKEN;
  }
}

function stepLabel(recorder: Recorder, step: number) {
  return recorder.label(stepName(step), RANGE_CATEGORY);
}
