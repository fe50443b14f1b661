import { NS_PER_S } from '../../base/time';
import { frameCategory } from '../../model/categories';
import type { CounterLog } from '../../record/counterSeriesLog';
import type { Recorder } from '../../record/recorder';

/** All frames of one domain and name: their numbers, and their rate as a counter. */
export class FrameSeries {
  private frames = 0;
  private generation = -1;
  private lastEnd: bigint | null = null;
  private rate: CounterLog | null = null;

  constructor(
    private readonly recorder: Recorder,
    private readonly name: string,
    private readonly domain: string
  ) {}

  /** The number of the frame that begins now, from 1 in each recording. Only while recording. */
  next(): number {
    this.renew();
    this.lastEnd ??= this.recorder.now();
    this.frames++;
    return this.frames;
  }

  /**
   * Records the rate at the end of a frame: one over the time since the frame before it ended, or for
   * the first one since it began. Two ends at one time have no rate.
   */
  recordRate(): void {
    if (!this.recorder.enabled || this.lastEnd === null) return;
    const end = this.recorder.now();
    const elapsedNs = Number(end - this.lastEnd);
    if (elapsedNs <= 0) return;
    this.lastEnd = end;
    const category = frameCategory(this.domain);
    const name = `${this.name} (frames/s)`;
    this.rate ??= this.recorder.counter(name, category, 'count', 'derived');
    this.rate.setAt(NS_PER_S / elapsedNs, end);
  }

  private renew(): void {
    if (this.generation === this.recorder.generation) return;
    this.generation = this.recorder.generation;
    this.frames = 0;
    this.lastEnd = null;
    this.rate = null;
  }
}
