import { API_CATEGORY } from '../../model/profile/categories';
import type { LabelIndex } from '../../model/profile/profile';
import type { CounterLog } from '../../record/logs/counterSeriesLog';
import type { Recorder } from '../../record/recorder';
import { NO_TOKEN, type Token } from '../../record/slices/sliceStore';

/**
 * Records calls into the public interface of libraries: a slice on the calling thread for each, and the
 * counters `API Calls`, the number of calls in the recording, and `API Concurrency`, the number in
 * progress. One for all hooks of a recorder. A call that began in an earlier recording, or ends while
 * recording is paused, leaves the counters' values as they are.
 */
export class ApiCalls {
  #calls: CounterLog | null = null;
  #concurrency: CounterLog | null = null;
  #flowLabel: LabelIndex | null = null;
  #generation = -1;
  #firstToken = 0;
  #begun = 0;
  #underWay = 0;

  constructor(private readonly recorder: Recorder) {}

  /** The label of a function of the public interface, such as `matMul`. */
  label(name: string): LabelIndex {
    return this.recorder.label(name, API_CATEGORY);
  }

  // hot
  /** Opens the slice of a call; see {@link label}. Only while the recorder is enabled. */
  begin(label: LabelIndex): Token {
    if (this.#generation !== this.recorder.generation) this.#startCounting();
    this.#calls?.set(++this.#begun);
    this.#concurrency?.set(++this.#underWay);
    return this.recorder.begin(label);
  }

  // hot
  /** Closes the slice of a call, which has returned or thrown. */
  end(token: Token): void {
    this.recorder.end(token);
    if (this.#generation !== this.recorder.generation || token < this.#firstToken) return;
    this.#underWay--;
    if (this.recorder.enabled) this.#concurrency?.set(this.#underWay);
  }

  /** Resets the calls in progress after their caller was cut off, so that none of them will end. */
  abandon(): void {
    if (this.#generation !== this.recorder.generation || this.#underWay === 0) return;
    this.#underWay = 0;
    this.#firstToken = this.recorder.slices.nextToken;
    if (this.recorder.enabled) this.#concurrency?.set(0);
  }

  /** Draws the arrow from a call to the operator that it has started; either may be `NO_TOKEN`. */
  leadTo(call: Token, operator: Token): void {
    if (call === NO_TOKEN || operator === NO_TOKEN) return;
    this.#flowLabel ??= this.recorder.label('call', 'async');
    this.recorder.flow(call, operator, this.#flowLabel);
  }

  #startCounting(): void {
    const { recorder } = this;
    this.#generation = recorder.generation;
    this.#firstToken = recorder.slices.nextToken;
    this.#begun = 0;
    this.#underWay = 0;
    this.#calls = recorder.counter('API Calls', API_CATEGORY, 'count');
    this.#concurrency = recorder.counter('API Concurrency', API_CATEGORY, 'count');
  }
}
