import { intrinsics } from '../../base/intrinsics/intrinsics';
import type { CounterHead } from './counterSeriesLog';
import type { SliceLimit } from './sliceLimit';

/** In place of a counter's number: the moments. */
export const INSTANTS = -1;

/** News that another thread needs to follow a recorder whose columns it can read in memory. */
export type MirrorNews =
  /** The slices that the first window of the recording keeps. */
  | { readonly kind: 'limit'; readonly limit: SliceLimit }
  /** Labels, in order of their rows. */
  | {
      readonly kind: 'labels';
      readonly names: readonly string[];
      readonly categories: readonly string[];
    }
  /** Memory of slices; the chunk itself says which. It may be used again for later ones. */
  | { readonly kind: 'slices'; readonly buffer: SharedArrayBuffer }
  /** The next counter. */
  | { readonly kind: 'counter'; readonly head: CounterHead }
  /** The next chunk of a counter, by its number in order of first use, or of {@link INSTANTS}. */
  | { readonly kind: 'values'; readonly counter: number; readonly buffer: SharedArrayBuffer }
  /** All slices, counters and moments were forgotten. */
  | { readonly kind: 'cleared' };

/** Receives news in the order in which they came about. */
export type MirrorListener = (news: MirrorNews) => void;

/** Passes a recorder's news on to its listeners: all news is rare, none of it per slice. */
export class MirrorOutlet {
  readonly #listeners = new Set<MirrorListener>();
  readonly #sliceListeners = new Set<MirrorListener>();

  /** Adds a listener to all news and returns what removes it. */
  add(listener: MirrorListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * The same for memory of slices alone, from that which `announce` tells on: other news, such as each new
   * name, cost nothing.
   */
  addForSlices(
    take: (memory: SharedArrayBuffer) => void,
    announce: (listener: MirrorListener) => void
  ): () => void {
    const listener: MirrorListener = news => {
      if (news.kind === 'slices') take(news.buffer);
    };
    announce(listener);
    this.#sliceListeners.add(listener);
    return () => void this.#sliceListeners.delete(listener);
  }

  /** Notifies all listeners to such news. */
  tell(news: MirrorNews): void {
    const listeners = this.#listeners;
    const sliceListeners = this.#sliceListeners;
    const isForMore = news.kind === 'slices' && sliceListeners.size > 0;
    if (listeners.size === 0 && !isForMore) return;
    intrinsics.own(() => {
      for (const listener of listeners) listener(news);
      if (isForMore) for (const listener of sliceListeners) listener(news);
    });
  }
}
