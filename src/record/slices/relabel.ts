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
  const [kept] = store.keptChunks(token);
  const slot = token - (kept?.base ?? Infinity);
  if (slot < 0 || slot >= kept.end) return;
  kept.chunk.label[slot] = label | (kept.chunk.label[slot] & ASYNC_BIT);
}
