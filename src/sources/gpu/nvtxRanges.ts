import { API_CATEGORY, OPERATOR_CATEGORIES } from '../../model/profile/categories';
import type { LabelIndex } from '../../model/profile/profile';
import type { NvtxAddon } from '../../native/addon';
import type { LabelRegistry } from '../../record/logs/labelRegistry';
import type { SequenceNumbers } from '../../record/slices/sequenceNumbers';
import type { SliceWatcher } from '../../record/slices/sliceWatcher';
import type { Token } from '../../record/slices/sliceStore';

/** The dependencies of {@link NvtxRanges}. */
export interface NvtxRangesDeps {
  readonly nvtx: Pick<NvtxAddon, 'push' | 'pop' | 'start' | 'end'>;
  readonly labels: Pick<LabelRegistry, 'nameOf' | 'categoryNameOf'>;
  readonly sequence: SequenceNumbers;
}

/**
 * Emits an NVTX range for every operator, and for the ranges, tasks and events of users; none for
 * calls into a library's public interface. Operators are named as PyTorch names them:
 * `matMul, seq = 3`, and in a backward pass `matMulBackward, stashed seq = 3`.
 *
 * A tool nests the ranges of a thread by their order alone. So a slice that ends before one inside it
 * ends that range, too; and one that outlasts its call becomes a range on its own.
 */
export class NvtxRanges implements SliceWatcher {
  /** Slices with an open range of the thread, outermost first. */
  readonly #open: Token[] = [];
  /** Ranges of slices on async lanes, by their slices. */
  readonly #overlapping = new Map<Token, bigint>();
  /** Labels of the slices in `open`. */
  readonly #labelOf = new Map<Token, LabelIndex>();

  constructor(private readonly parts: NvtxRangesDeps) {}

  began(token: Token, label: LabelIndex): void {
    if (!this.#isEmitted(label)) return;
    this.parts.nvtx.push(this.#text(label));
    this.#open.push(token);
    this.#labelOf.set(token, label);
  }

  ended(token: Token): void {
    this.#close(token);
  }

  movedToLane(token: Token): void {
    const label = this.#labelOf.get(token);
    if (label === undefined) return;
    this.#close(token);
    this.beganAsync(token, label);
  }

  beganAsync(token: Token, label: LabelIndex): void {
    if (!this.#isEmitted(label)) return;
    this.#overlapping.set(token, this.parts.nvtx.start(this.#text(label)));
  }

  endedAsync(token: Token): void {
    const range = this.#overlapping.get(token);
    if (range === undefined) return;
    this.#overlapping.delete(token);
    this.parts.nvtx.end(range);
  }

  entered(): void {
    // Its range is open, beside those of the thread.
  }

  left(): void {
    // It stays open until the slice ends.
  }

  /** Ends all ranges that are open. */
  endAll(): void {
    if (this.#open.length > 0) this.#close(this.#open[0]);
    for (const token of [...this.#overlapping.keys()]) this.endedAsync(token);
  }

  #close(token: Token): void {
    if (!this.#labelOf.has(token)) return;
    for (let last = this.#open.pop(); last !== undefined; last = this.#open.pop()) {
      this.#labelOf.delete(last);
      this.parts.nvtx.pop();
      if (last === token) return;
    }
  }

  #isEmitted(label: LabelIndex): boolean {
    return this.parts.labels.categoryNameOf(label) !== API_CATEGORY;
  }

  #text(label: LabelIndex): string {
    const { labels, sequence } = this.parts;
    const name = labels.nameOf(label);
    if (sequence.stashed > 0) return `${name}, stashed seq = ${sequence.stashed}`;
    return OPERATOR_CATEGORIES.includes(labels.categoryNameOf(label))
      ? `${name}, seq = ${sequence.next}`
      : name;
  }
}
