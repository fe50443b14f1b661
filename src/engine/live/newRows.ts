import { instantsFrom } from '../../analysis/slices/instantsFrom';
import type { CounterSeries, Profile } from '../../model/profile/profile';

/** Leaves out of profiles that grow the values and moments that an earlier one had. */
export class NewRows {
  private readonly values = new Map<string, number>();
  private instants = 0;

  /** `profile` with its values and moments that are new; its slices are new already. */
  of(profile: Profile): Profile {
    const counters = profile.counters.map(series => this.newValues(series));
    const instants = instantsFrom(profile.instants, this.instants);
    this.instants = profile.instants.length;
    return { ...profile, counters, instants };
  }

  private newValues(series: CounterSeries): CounterSeries {
    const { name, category, time, value } = series;
    const key = JSON.stringify([category, name]);
    const from = this.values.get(key) ?? 0;
    this.values.set(key, time.length);
    return { ...series, time: time.subarray(from), value: value.subarray(from) };
  }
}
