import { type MetricMeans, metricMeans } from '../../../analysis/gpu/metricMeans';
import type { CounterUnit, Profile } from '../../../model/profile/profile';
import { csvText } from '../../../tables/csvText';

/** The suffix of a metric's name, and the size of its displayed unit. */
const SHOWN: Partial<Record<CounterUnit, { readonly suffix: string; readonly scale: number }>> = {
  percent: { suffix: '(%)', scale: 1 },
  bytesPerSecond: { suffix: '(GB/s)', scale: 1e-9 }
};

const AS_IT_IS = { suffix: '', scale: 1 };
const DECIMALS = 3;

/** Columns with the means of metrics of the hardware; none where they were not sampled. */
export class MetricFields {
  readonly #metrics: readonly MetricMeans[];
  readonly #scales: readonly number[];
  /** The text after the other headings: empty, or from a comma on. */
  readonly headings: string;

  constructor(profile: Profile) {
    this.#metrics = metricMeans(profile);
    const shown = this.#metrics.map(({ unit }) => SHOWN[unit] ?? AS_IT_IS);
    this.#scales = shown.map(({ scale }) => scale);
    this.headings = this.#metrics
      .map(({ name }, column) => `,${csvText(`${name}${shown[column].suffix}`)}`)
      .join('');
  }

  /** The fields of work of a device; empty ones where nothing was sampled. */
  fields(device: number, startNs: number, durationNs: number): string {
    let text = '';
    for (let column = 0; column < this.#metrics.length; column++) {
      const mean = this.#metrics[column].meanOf(device, startNs, durationNs);
      text += Number.isNaN(mean) ? ',' : `,${(mean * this.#scales[column]).toFixed(DECIMALS)}`;
    }
    return text;
  }
}
