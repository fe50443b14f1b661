import { withRoom } from '../../base/growing';
import type { TotalTable } from '../../model/profile/profile';
import { LABEL_MASK } from './chunk';

/** Totals by label that grow one slice at a time: what stays of slices that are not kept. */
export class RunningTotals {
  #count = new Float64Array(64);
  #total = new Float64Array(64);
  #self = new Float64Array(64);
  #min = new Float64Array(64);
  #max = new Float64Array(64);

  /** Adds one slice of `label`, `durationNs` long. */
  addSlice(label: number, durationNs: number): void {
    if (label >= this.#count.length) this.#grow(label);
    const isFirst = this.#count[label] === 0;
    this.#count[label] += 1;
    this.#total[label] += durationNs;
    this.#self[label] += durationNs;
    if (isFirst || durationNs < this.#min[label]) this.#min[label] = durationNs;
    if (isFirst || durationNs > this.#max[label]) this.#max[label] = durationNs;
  }

  // hot
  /**
   * Adds the slices in slots `first` up to, not including, `end`, except those with a negative
   * duration. Bits of `labels` outside {@link LABEL_MASK} do not count. Returns the number added.
   */
  addSlots(labels: Uint32Array, durations: Float64Array, first: number, end: number): number {
    let added = 0;
    for (let slot = first; slot < end; slot++) {
      if (durations[slot] < 0) continue;
      this.addSlice(labels[slot] & LABEL_MASK, durations[slot]);
      added++;
    }
    return added;
  }

  /** Takes the time of a child away from the self time of its parent's label. */
  subtractChild(parentLabel: number, durationNs: number): void {
    if (parentLabel >= this.#count.length) this.#grow(parentLabel);
    this.#self[parentLabel] -= durationNs;
  }

  /** The same totals, to go on from independently. */
  copy(): RunningTotals {
    const copy = new RunningTotals();
    copy.#count = this.#count.slice();
    copy.#total = this.#total.slice();
    copy.#self = this.#self.slice();
    copy.#min = this.#min.slice();
    copy.#max = this.#max.slice();
    return copy;
  }

  /** The totals of all labels with at least one slice or a changed self time. */
  toTable(): TotalTable {
    const rows: number[] = [];
    for (let label = 0; label < this.#count.length; label++) {
      if (this.#count[label] > 0 || this.#self[label] !== 0) rows.push(label);
    }
    const pick = (column: Float64Array) => Float64Array.from(rows, label => column[label]);
    return {
      length: rows.length,
      label: Uint32Array.from(rows),
      count: pick(this.#count),
      total: pick(this.#total),
      self: pick(this.#self),
      min: pick(this.#min),
      max: pick(this.#max)
    };
  }

  #grow(label: number): void {
    const length = label + 1;
    this.#count = withRoom(this.#count, length);
    this.#total = withRoom(this.#total, length);
    this.#self = withRoom(this.#self, length);
    this.#min = withRoom(this.#min, length);
    this.#max = withRoom(this.#max, length);
  }
}
