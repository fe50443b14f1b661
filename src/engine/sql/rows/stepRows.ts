import { profileSteps } from '../../../analysis';
import type { StepTraceTime } from '../../../analysis/steps/stepTraceTime';
import { stepTraceTimes } from '../../../analysis/steps/stepTraceTime';
import type { Profile } from '../../../model/profile/profile';
import type { RowColumn, RowTable } from './rowTable';
import { column, computed } from './rowTable';

/** The steps, in order of start. With several GPUs, the division of the first one's time stands for all. */
export function stepRows(profile: Profile): RowTable {
  const steps = profileSteps(profile);
  let known: readonly StepTraceTime[] | null = null;
  const times = (): readonly StepTraceTime[] =>
    (known ??= steps.length === 0 ? [] : stepTraceTimes(profile, steps));
  const part = (value: (time: StepTraceTime) => number): RowColumn =>
    computed('DOUBLE', () => {
      const perStep = times().length / Math.max(1, steps.length);
      return steps.map((_, at) => value(times()[at * perStep]));
    });
  return {
    length: steps.length,
    columns: {
      step: column('DOUBLE', row => steps[row].number),
      slice_id: column('INTEGER', row => steps[row].slice),
      ts_ns: column('DOUBLE', row => steps[row].start),
      dur_ns: column('DOUBLE', row => steps[row].end - steps[row].start),
      computing_ns: part(time => time.computing),
      data_wait_ns: part(time => time.waitingForData),
      gpu_wait_ns: part(time => time.waitingForGpu),
      communication_ns: part(time => time.exposedCommunication),
      free_ns: part(time => time.free)
    }
  };
}
