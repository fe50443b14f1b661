import type { LabelIndex } from '../../model/profile/profile';
import type { Token } from './sliceStore';

/** Arrows kept at most in a recording; later ones are counted as dropped. */
const MAX_FLOWS = 1 << 20;

/** An arrow between two slices while recording. */
export interface FlowRecord {
  readonly from: Token;
  readonly to: Token;
  readonly label: LabelIndex;
}

/** The arrows of a recording, in the order in which they were recorded; bounded. */
export class FlowLog {
  /** Those that were kept. */
  readonly records: FlowRecord[] = [];
  #refused = 0;

  /** Arrows that did not fit. */
  get dropped(): number {
    return this.#refused;
  }

  /** Appends an arrow while there is room. */
  add(flow: FlowRecord): void {
    if (this.records.length < MAX_FLOWS) this.records.push(flow);
    else this.#refused++;
  }
}
