import type { LabelIndex } from '../../model/profile/profile';
import { ASYNC_BIT } from './chunk';
import type { SliceStore, Token } from './sliceStore';

/**
 * Gives a slice another label, for names that are known only at the end. A slice that is no longer kept
 * stays in the totals of its first label.
 */
export function relabel(
  store: Pick<SliceStore, 'keptChunks'>,
  token: Token,
  label: LabelIndex
): void {
  for (const { chunk, base, end } of store.keptChunks(token)) {
    const slot = token - base;
    if (slot >= 0 && slot < end) {
      chunk.label[slot] = label | (chunk.label[slot] & ASYNC_BIT);
    }
    return;
  }
}
