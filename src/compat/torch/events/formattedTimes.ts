import { fixedPoint } from '../../../base/notation/pythonNumbers';
import { aliasedRoot, defineAliases } from '../../../base/snakeCase';
import { TIME_NAMES, type TimeNames } from './pythonNames';

/** Microseconds with three decimals, such as `4.250us`. */
export function timeText(timeUs: number): string {
  return `${fixedPoint(timeUs, 3)}us`;
}

/** Averages and texts that events and averages of events have in common. Times in microseconds. */
export abstract class FormattedTimes extends aliasedRoot<FormattedTimes, TimeNames>() {
  /** Number of calls. */
  abstract readonly count: number;
  /** Time on the CPU, of all calls. */
  abstract readonly cpuTimeTotal: number;
  /**
   * Time of the GPU kernels that were started directly, of all calls; of events of a profile the same as
   * {@link deviceTimeTotal}.
   */
  abstract readonly cudaTimeTotal: number;
  /** Time of the GPU kernels that were started directly or by children, of all calls. */
  abstract readonly deviceTimeTotal: number;

  /** {@link cpuTimeTotal} of a call; 0 without calls. */
  get cpuTime(): number {
    return this.count === 0 ? 0 : this.cpuTimeTotal / this.count;
  }

  /** {@link cudaTimeTotal} of a call; 0 without calls. */
  get cudaTime(): number {
    return this.count === 0 ? 0 : this.cudaTimeTotal / this.count;
  }

  /** {@link deviceTimeTotal} of a call; 0 without calls. */
  get deviceTime(): number {
    return this.count === 0 ? 0 : this.deviceTimeTotal / this.count;
  }

  /** {@link cpuTime} as text, such as `4.250us`. */
  get cpuTimeStr(): string {
    return timeText(this.cpuTime);
  }

  /** {@link cudaTime} as text. */
  get cudaTimeStr(): string {
    return timeText(this.cudaTime);
  }

  /** {@link deviceTime} as text. */
  get deviceTimeStr(): string {
    return timeText(this.deviceTime);
  }

  /** {@link cpuTimeTotal} as text. */
  get cpuTimeTotalStr(): string {
    return timeText(this.cpuTimeTotal);
  }

  /** {@link cudaTimeTotal} as text. */
  get cudaTimeTotalStr(): string {
    return timeText(this.cudaTimeTotal);
  }

  /** {@link deviceTimeTotal} as text. */
  get deviceTimeTotalStr(): string {
    return timeText(this.deviceTimeTotal);
  }
}

defineAliases(FormattedTimes.prototype, TIME_NAMES);
