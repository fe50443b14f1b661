import type { Recorder } from '../../record/recorder';
import { NS_PER_S } from '../../base/time';
import { frameCategory } from '../../model/profile/categories';
import type { CounterLog } from '../../record/logs/counterSeriesLog';

/** State shared by all objects of one process. */
export interface ObjectContext {
  readonly recorder: Recorder;
  /** Frames of one domain and name, which are counted together, even across objects. */
  frameSeries(name: string, domain: string): FrameSeries;
  /** Warns the user that a use of an object changes nothing. */
  warn(message: string): void;
}

/** All frames of one domain and name: their numbers, and their rate as a counter. */
export class FrameSeries {
  #frames = 0;
  #generation = -1;
  #lastEnd: bigint | null = null;
  #rate: CounterLog | null = null;

  constructor(
    private readonly recorder: Recorder,
    private readonly name: string,
    private readonly domain: string
  ) {}

  /** The number of the frame that begins now, from 1 in each recording. Only while recording. */
  next(): number {
    this.#renew();
    this.#frames++;
    return this.#frames;
  }

  /**
   * Records the rate at the end of a frame: one over the time since the frame before it ended, so
   * that five frames give four rates. Two ends at one time have no rate.
   */
  recordRate(): void {
    if (!this.recorder.enabled) return;
    const lastEnd = this.#lastEnd;
    const end = this.recorder.now();
    this.#lastEnd = end;
    if (lastEnd === null || end <= lastEnd) return;
    const category = frameCategory(this.domain);
    const name = `${this.name} (frames/s)`;
    this.#rate ??= this.recorder.counter(name, category, 'count', 'derived');
    this.#rate.setAt(NS_PER_S / Number(end - lastEnd), end);
  }

  #renew(): void {
    if (this.#generation === this.recorder.generation) return;
    this.#generation = this.recorder.generation;
    this.#frames = 0;
    this.#lastEnd = null;
    this.#rate = null;
  }
}
